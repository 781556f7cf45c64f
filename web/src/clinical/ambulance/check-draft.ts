import type { Body, checkKinds, EquipmentDefect, equipment, ShiftName } from 'contract'

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

/** A check that was written, as it was typed. */
export function toTypedCheck({ rows, ...check }: Body<typeof equipment.check>): TypedCheck {
  const { day, shift, kind, odometer, note } = check
  const entries = rows.map(({ item, found, defect, lot, expires_on, charge, pressure, note }) => [
    item,
    {
      found,
      defect: defect ?? '',
      lot: lot ?? '',
      expires_on: expires_on ?? '',
      charge: charge ?? '',
      pressure: pressure ?? '',
      note: note ?? '',
    },
  ])
  return {
    head: { day, shift, kind, odometer: odometer ?? '', note: note ?? '' },
    entries: Object.fromEntries(entries),
  }
}
