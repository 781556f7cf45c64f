import {
  type Body,
  type EquipmentSettings,
  type equipment,
  equipmentCodes,
  equipmentItems,
  type FieldProblem,
  judgeItem,
  listNeeded,
  listNeededMarks,
  needsCharge,
  type ParLevels,
  type VehicleClass,
} from 'contract'

type Sent = Body<typeof equipment.check>['rows'][number]
export type JudgedRow = Omit<Sent, 'defect'> & { needed: number; status: ReturnType<typeof judgeItem> }

/**
 * The rows of a check with what each needs and how it stands. Problems name the field of a row: one of an item that is
 * not needed or is there twice, a cylinder without its pressure, the tank or a vital battery without its charge, what
 * expires without its date. What is missing is named by item.
 */
export function judgeRows(
  rows: readonly Sent[],
  { vehicleClass, levels, today }: { vehicleClass: VehicleClass; levels: ParLevels; today: string },
): { judged: JudgedRow[]; problems: FieldProblem[] } {
  const needed = new Map(listNeeded(vehicleClass, levels).map((one) => [one.item, one.needed]))
  const seen = new Set<string>()
  const problems: FieldProblem[] = []
  const judged: JudgedRow[] = []
  for (const [index, { defect, ...row }] of rows.entries()) {
    const wanted = needed.get(row.item)
    const marks = equipmentItems[row.item]
    if (wanted === undefined || seen.has(row.item)) {
      problems.push({ field: `rows.${index}.item`, message: 'invalid' })
      continue
    }
    seen.add(row.item)
    if (marks?.pressure && row.found > 0 && row.pressure === null)
      problems.push({ field: `rows.${index}.pressure`, message: 'field-required' })
    if (needsCharge(row.item) && row.found > 0 && defect !== 'BROKEN' && row.charge === null)
      problems.push({ field: `rows.${index}.charge`, message: 'field-required' })
    for (const mark of row.found > 0 ? listNeededMarks(row.item) : [])
      if (row[mark] === null) problems.push({ field: `rows.${index}.${mark}`, message: 'field-required' })
    const count = {
      needed: wanted,
      found: row.found,
      defect,
      expires_on: row.expires_on,
      charge: marks?.charge ? row.charge : null,
      pressure: marks?.pressure ? row.pressure : null,
    }
    judged.push({ ...row, needed: wanted, status: judgeItem(count, today) })
  }
  for (const item of needed.keys())
    if (!seen.has(item)) problems.push({ field: `items.${item}`, message: 'field-required' })
  return { judged, problems }
}

/** The levels that differ from the default, by item. */
export function toParLevels(levels: EquipmentSettings['levels']): ParLevels {
  return Object.fromEntries(
    levels
      .filter(({ item, least }) => {
        const standard = equipmentItems[item]?.least
        return (
          !standard || standard.ALS !== least.ALS || standard.BLS !== least.BLS || standard.FR !== least.FR
        )
      })
      .map(({ item, least }) => [item, least]),
  )
}

/** The same as a list in the order of the items. */
export function listLevels(levels: ParLevels): EquipmentSettings['levels'] {
  return equipmentCodes.flatMap((item) => {
    const least = levels[item]
    return least ? [{ item, least }] : []
  })
}
