const kinds = [
  'hospital',
  'staff',
  'ward',
  'bed',
  'patient',
  'visit',
  'stay',
  'entry',
  'change',
  'device',
  'wearing',
  'reading',
  'stay-act',
  'stay-place',
  'triage',
  'vehicle',
  'team',
  'operation',
  'operation-change',
  'equipment-check',
  'mission',
  'mission-event',
  'form-record',
  'form-operation',
  'form-row',
  'triage-reading',
] as const

/** Has the form of a UUIDv7, and is the same in every demo hospital. `count` starts at 1. */
export function demoId(kind: (typeof kinds)[number], count: number): string {
  const group = String(kinds.indexOf(kind) + 1).padStart(4, '0')
  return `01900000-${group}-7000-8000-${count.toString(16).padStart(12, '0')}`
}
