import {
  type Body,
  type CheckSignature,
  type CheckSigning,
  type ControlledCount,
  type CountedItem,
  type EquipmentCheck,
  type EquipmentSettings,
  type equipment,
  equipmentCodes,
  equipmentItems,
  type FieldProblem,
  judgeItem,
  listNeeded,
  listNeededBatchFields,
  needsCharge,
  type ParLevels,
  type Reply,
  type StatedRow,
  toBangkokDay,
  type VehicleClass,
  writeSignedCheck,
  writeSignedCounts,
} from 'contract'
import { hashSigned } from '../../ambulance/hash-signed.ts'

type SentCheck = Body<typeof equipment.check>
type Sent = SentCheck['rows'][number]
export type JudgedRow = Sent & { needed: number; status: ReturnType<typeof judgeItem> }

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
  for (const [index, row] of rows.entries()) {
    const wanted = needed.get(row.item)
    const properties = equipmentItems[row.item]
    if (wanted === undefined || seen.has(row.item)) {
      problems.push({ field: `rows.${index}.item`, message: 'invalid' })
      continue
    }
    seen.add(row.item)
    if (properties?.pressure && row.found > 0 && row.pressure === null)
      problems.push({ field: `rows.${index}.pressure`, message: 'field-required' })
    if (needsCharge(row.item) && row.found > 0 && row.defect !== 'BROKEN' && row.charge === null)
      problems.push({ field: `rows.${index}.charge`, message: 'field-required' })
    for (const field of row.found > 0 ? listNeededBatchFields(row.item) : [])
      if (row[field] === null) problems.push({ field: `rows.${index}.${field}`, message: 'field-required' })
    judged.push({ ...row, needed: wanted, status: judgeRow(row, wanted, today) })
  }
  for (const item of needed.keys())
    if (!seen.has(item)) problems.push({ field: `items.${item}`, message: 'field-required' })
  return { judged, problems }
}

function judgeRow({ item, found, defect, expires_on, ...read }: Sent, needed: number, today: string) {
  const properties = equipmentItems[item]
  const charge = properties?.charge ? read.charge : null
  const pressure = properties?.pressure ? read.pressure : null
  return judgeItem({ needed, found, defect, expires_on, charge, pressure }, today)
}

const comparedFields = ['found', 'lot', 'expires_on', 'charge', 'pressure', 'note'] as const

/** Whether a check says what is stored of it. A defect is stored as the state that it leads to. */
export function isSameCheck(sent: SentCheck, known: EquipmentCheck, found: readonly CountedItem[]): boolean {
  const { day, shift, kind, odometer, note } = known
  const isSameHead =
    sent.day === day &&
    sent.shift === shift &&
    sent.kind === kind &&
    sent.odometer === odometer &&
    sent.note === note
  if (!isSameHead || sent.rows.length !== found.length) return false
  const rows = new Map(sent.rows.map((row) => [row.item, row]))
  const today = toBangkokDay(known.checked_at)
  return found.every((stored) => {
    const row = rows.get(stored.item)
    if (!row) return false
    return (
      judgeRow(row, stored.needed, today) === stored.status &&
      comparedFields.every((field) => row[field] === stored[field])
    )
  })
}

/** A signature as it is stored. */
export type Signed = { signer_name: string; strokes: string | null; content_hash: Buffer }
export type StoredSignatures = {
  first: Signed | null
  second: (Signed & { counts: ControlledCount[] }) | null
}

/** A signature of a text; what a tablet without a signal says was signed is compared with it when it is read. */
export const toSigned = ({ signer_name, strokes, content_hash }: CheckSigning, text: string): Signed => ({
  signer_name,
  strokes,
  content_hash: content_hash === null ? hashSigned(text) : Buffer.from(content_hash, 'hex'),
})

/** Who signed a check, and whether the panel says what they signed. */
export function judgeSignatures(
  check: EquipmentCheck,
  rows: readonly StatedRow[],
  { first, second }: StoredSignatures,
): Reply<typeof equipment.counts>['signatures'] {
  const tell = ({ signer_name, strokes, content_hash }: Signed, text: string): CheckSignature => ({
    signer_name,
    strokes,
    holds: content_hash.equals(hashSigned(text)),
  })
  const found = new Map(rows.map((row) => [row.item, row.found]))
  const counted = second && tell(second, writeSignedCounts(check._id, second.counts))
  return {
    first: first && tell(first, writeSignedCheck({ ...check, vehicle_id: check.vehicle._id, rows })),
    second: counted && {
      ...counted,
      holds: counted.holds && second.counts.every((one) => found.get(one.item) === one.found),
    },
  }
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
