import {
  type FieldProblem,
  type HospitalChange,
  listChanges,
  type WardDraft,
  type WardRecord,
} from 'contract'

export type Change = Pick<HospitalChange, 'field' | 'from' | 'to'> & { bedId?: string }
/** The new state of a ward: each of its beds has its id now. */
export type WardTarget = Omit<WardDraft, 'beds'> & {
  beds: readonly { _id: string; label: string; is_closed: boolean }[]
}

/** Problems with the beds of a draft: each existing bed must be listed once, and no two may have the same label. */
export function validateBeds(beds: WardDraft['beds'], held: WardRecord | undefined): FieldProblem[] {
  const known = new Set(held?.beds.map(({ _id }) => _id))
  const missing = new Set(known)
  const labels = new Set<string>()
  const problems: FieldProblem[] = []
  for (const [place, { _id, label }] of beds.entries()) {
    if (_id !== undefined && !missing.delete(_id))
      problems.push({ field: `beds.${place}.label`, message: 'choice-invalid' })
    if (labels.has(label)) problems.push({ field: `beds.${place}.label`, message: 'bed-taken' })
    labels.add(label)
  }
  return missing.size > 0 ? [...problems, { field: 'beds', message: 'choice-invalid' }] : problems
}

export function diffWard(held: WardRecord | undefined, wanted: WardTarget): Change[] {
  if (!held) {
    return [
      { field: 'added', from: null, to: wanted.code },
      ...wanted.beds.map(({ _id, label }) => ({
        field: 'added' as const,
        from: null,
        to: label,
        bedId: _id,
      })),
    ]
  }
  const { code, name_en, name_th, is_closed } = wanted
  return [
    ...listChanges({ ...held, is_closed: held.closed_at !== null }, { code, name_en, name_th, is_closed }),
    ...wanted.beds.flatMap((bed) => diffBed(held, bed)),
    ...diffOrder(held, wanted),
  ]
}

function diffBed(held: WardRecord, { _id, label, is_closed }: WardTarget['beds'][number]): Change[] {
  const before = held.beds.find((bed) => bed._id === _id)
  if (!before) return [{ field: 'added', from: null, to: label, bedId: _id }]
  const changes = listChanges({ ...before, is_closed: before.closed_at !== null }, { label, is_closed })
  return changes.map((change) => ({ ...change, bedId: _id }))
}

/** The order of the existing beds, if it changed; an added bed does not change it. */
function diffOrder(held: WardRecord, wanted: WardTarget): Change[] {
  const before = held.beds.map(({ _id }) => _id)
  const kept = wanted.beds.filter(({ _id }) => before.includes(_id))
  if (kept.every(({ _id }, place) => _id === before[place])) return []
  return [
    {
      field: 'order',
      from: held.beds.map(({ label }) => label),
      to: wanted.beds.map(({ label }) => label),
    },
  ]
}

/** Whether these are the same ids, in any order. */
export function isSameSet(some: readonly string[], others: readonly string[]): boolean {
  const wanted = new Set(others)
  return (
    some.length === others.length && new Set(some).size === some.length && some.every((id) => wanted.has(id))
  )
}
