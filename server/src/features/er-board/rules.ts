import { admittedDisposition, type ErChange, type ErRole, mayWardUndo, pendingItems } from 'contract'

type Caller = { staffId: string; role: ErRole | undefined; now: string }

/** What a change makes of a visit. */
export function applyChange(
  state: { pending: readonly string[]; decided: number | null },
  change: ErChange,
  { staffId, role, now }: Caller,
) {
  if (change.act === 'place') return { zone: change.zone, bay: change.bay }
  if (change.act === 'take') return role === 'doctor' ? { doctor_id: staffId } : { nurse_id: staffId }
  if (change.act === 'release') return change.role === 'doctor' ? { doctor_id: null } : { nurse_id: null }
  if (change.act === 'pending')
    return { pending: togglePending(state.pending, change.item, change.is_pending) }
  if (change.decided === state.decided) return {}
  return { decided: change.decided, decided_at: change.decided === null ? null : now }
}

/** The items stand in the order of the list, each once. */
function togglePending(pending: readonly string[], item: string, isPending: boolean): string[] {
  return pendingItems.filter((one) => (one === item ? isPending : pending.includes(one)))
}

/** The present values of what a change touches. */
export function pickState<State extends object>(state: State, change: Partial<State>): Partial<State> {
  const names = Object.keys(change) as (keyof State)[]
  return Object.fromEntries(names.map((name) => [name, state[name]])) as Partial<State>
}

export function isSameState<State extends object>(one: Partial<State>, other: Partial<State>): boolean {
  const names = Object.keys(one) as (keyof State)[]
  return names.every((name) => JSON.stringify(one[name]) === JSON.stringify(other[name]))
}

/**
 * What undoes an act; undefined if somebody has changed the same since. Of the list of what is awaited only the item of
 * the act is changed back.
 */
export function revertAct<State extends { pending: string[] }>(
  state: State,
  { before, after }: { before: Partial<State>; after: Partial<State> },
): Partial<State> | undefined {
  if (!before.pending || !after.pending) return isSameState(after, state) ? before : undefined
  const [had, has] = [before.pending, after.pending]
  const item = pendingItems.find((one) => had.includes(one) !== has.includes(one))
  if (item === undefined || state.pending.includes(item) === had.includes(item)) return undefined
  return { pending: togglePending(state.pending, item, had.includes(item)) } as Partial<State>
}

type Ended = { is_open: boolean; left_at: string | null; disposition: number | null }

/**
 * What undoes the end of a visit, also if how or when the patient left was corrected since; undefined if it is open, or
 * ended with a stay.
 */
export function reopen<State extends Ended>(
  { is_open, disposition }: State,
  { before }: { before: Partial<State> },
): Partial<State> | undefined {
  return is_open || disposition === null || disposition === admittedDisposition ? undefined : before
}

/** Whether the end of a visit, and its note, are recent enough to be undone. */
export const isReopenable = (
  { left_at }: Pick<Ended, 'left_at'>,
  act: { at: string },
  now: string,
): boolean => mayWardUndo({ at: left_at ?? act.at, recordedAt: act.at }, now)
