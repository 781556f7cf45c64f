import {
  type EquipmentSheet,
  type EquipmentStatus,
  type equipment,
  equipmentItems,
  type FieldProblem,
  type Input,
  judgeItem,
  judgeOdometer,
  listNeededBatchFields,
  needsCharge,
} from 'contract'
import type { CheckEntries, CheckEntry } from '../../clinical/ambulance/check-draft.ts'
import { parseTypedNumber } from '../../ui/form/parse-typed-number.ts'

type SheetItem = EquipmentSheet['items'][number]

/** An entry of an item that nobody has looked at: only its lot and date are known from before. */
export function createEntry({ lot, expires_on }: SheetItem): CheckEntry {
  return {
    found: '',
    defect: '',
    lot: lot ?? '',
    expires_on: expires_on ?? '',
    charge: '',
    pressure: '',
    note: '',
  }
}

/** Whether nothing is missing of an entry: how many there are, and what must be read beside that. */
export function isChecked(item: string, entry: CheckEntry): boolean {
  const { found, pressure } = entry
  if (typeof found !== 'number') return false
  if (found === 0) return true
  if (lacksBatchFields(item, entry)) return false
  if (equipmentItems[item]?.pressure) return typeof pressure === 'number'
  return !lacksCharge(item, entry)
}

/** Whether a charge that must be read is not; nobody reads that of something broken. */
export const lacksCharge = (item: string, { charge, defect }: CheckEntry): boolean =>
  needsCharge(item) && defect !== 'BROKEN' && typeof charge !== 'number'

/** How an item stands, as the server will say; undefined while something of it is missing. */
export function judgeEntry(
  { item, needed }: SheetItem,
  entry: CheckEntry,
  today: string,
): EquipmentStatus | undefined {
  if (!isChecked(item, entry)) return undefined
  const { found, defect, expires_on, charge, pressure } = entry
  const count = {
    needed,
    found: Number(found),
    defect: defect || null,
    expires_on: expires_on || null,
    charge: parseTypedNumber(charge) ?? null,
    pressure: parseTypedNumber(pressure) ?? null,
  }
  return judgeItem(count, today)
}

/** Whether the date of something that expires is not known, or the lot of a drug. */
export const lacksBatchFields = (item: string, entry: CheckEntry): boolean =>
  listNeededBatchFields(item).some((field) => entry[field].trim() === '')

/** Whether a whole group can be called complete with this item: not what two people count, nor what is read. */
export function isOfBulk(item: string): boolean {
  const properties = equipmentItems[item]
  return !properties?.controlled && !properties?.pressure && !needsCharge(item)
}

/**
 * The entries with what nobody has looked at in these items as complete. What somebody found stays, and what lacks its
 * date is left.
 */
export function completeAll(entries: CheckEntries, items: readonly SheetItem[]): CheckEntries {
  const done = items
    .filter(({ item }) => {
      const entry = entries[item]
      return isOfBulk(item) && entry?.found === '' && !lacksBatchFields(item, entry)
    })
    .map(({ item, needed }): [string, CheckEntry] => [
      item,
      { ...(entries[item] as CheckEntry), found: needed },
    ])
  return { ...entries, ...Object.fromEntries(done) }
}

export function toRows(
  entries: CheckEntries,
  items: readonly SheetItem[],
): Input<typeof equipment.check>['rows'] {
  return items.map(({ item }) => {
    const { found, defect, lot, expires_on, charge, pressure, note } = entries[item] as CheckEntry
    return {
      item,
      found: Number(found),
      defect: defect || null,
      lot,
      expires_on,
      charge: parseTypedNumber(charge) ?? null,
      pressure: parseTypedNumber(pressure) ?? null,
      note,
    }
  })
}

/** What the server would refuse of the head of a check, as far as it is known here. */
export function judgeHead(
  { day, odometer, isSure }: { day: string; odometer: number | null; isSure: boolean },
  { today, last }: { today: string; last: number | null },
): FieldProblem[] {
  const doubt = judgeOdometer(last, odometer)
  const isDoubted = doubt === 'falls' || (doubt === 'leaps' && !isSure)
  return [
    ...(day > today ? [{ field: 'day', message: 'date-in-future' }] : []),
    ...(isDoubted ? [{ field: 'odometer', message: `odometer-${doubt}` }] : []),
  ]
}
