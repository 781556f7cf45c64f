import type { checkKinds, EquipmentDefect, ShiftName } from 'contract'

/** What is typed of an item; `found` is empty until somebody has looked. */
export type CheckEntry = {
  found: number | string
  defect: EquipmentDefect | ''
  lot: string
  expires_on: string
  charge: number | string
  pressure: number | string
  note: string
}
export type CheckEntries = Readonly<Record<string, CheckEntry>>

export type CheckHead = {
  day: string
  shift: ShiftName
  kind: (typeof checkKinds)[number]
  odometer: number | string
  note: string
}

/** What was typed into a check; everything else is as its sheet has it. */
export type TypedCheck = { head: Partial<CheckHead>; entries: CheckEntries }

/** A check of a vehicle that is not finished. `check_id`: under which it will be stored, however often it is sent. */
export type CheckDraft = {
  check_id: string
  typed: TypedCheck
  photos: Readonly<Record<string, File>>
}
