import { CallError, errorCodes, type Input, missions } from 'contract'
import { call, queryClient } from '../../api/client.ts'
import { callsLostAt } from '../../api/connection.ts'
import { createStore } from '../../api/store.ts'
import { screenLock } from '../../session/lock.ts'
import { session } from '../../session/session.ts'
import { outdatedByMission } from './queries.ts'

type Report = Input<typeof missions.report>

/**
 * A step that was pressed without a signal, with the moment of the press. It names a mission by its id, and says
 * nothing of its patient. `failure`: why the panel refused it; then it waits for a person.
 */
export type KeptStep = { by: string; body: Report & { at: string }; failure?: CallError }

const key = 'unsent_mission_steps'

function readKept(): KeptStep[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(key) ?? '[]')
    return Array.isArray(kept) ? (kept as KeptStep[]) : []
  } catch {
    return []
  }
}

/** In the order in which they were pressed. */
export const keptSteps = createStore<readonly KeptStep[]>(readKept())

const isOther = (eventId: string) => (one: KeptStep) => one.body.event_id !== eventId

/** What is stored, also by other tabs, with the refusals that this one knows. */
const readStored = (): KeptStep[] =>
  readKept().map((one) => keptSteps.get().find((known) => !isOther(one.body.event_id)(known)) ?? one)

/** The same, and what found no room in the storage. */
function readAll(): KeptStep[] {
  const stored = readStored()
  const isUnstored = (one: KeptStep) => stored.every(isOther(one.body.event_id))
  return [...stored, ...keptSteps.get().filter(isUnstored)]
}

function write(next: readonly KeptStep[]): void {
  keptSteps.set(next)
  try {
    localStorage.setItem(key, JSON.stringify(next.map(({ by, body }) => ({ by, body }))))
  } catch {
    // A full storage leaves it in this page, which says that it is not sent.
  }
}

const passing = (['not-made', 'session-ended', 'session-locked', 'busy'] as const).map(
  (name) => errorCodes[name],
)

/** Whether the panel took nothing in, for now: what was sent may be sent again. */
export const isUnreached = ({ code }: CallError): boolean => passing.some((one) => one === code)

export const keepStep = (step: KeptStep): void =>
  write([...readAll().filter(isOther(step.body.event_id)), step])

export const dropStep = (eventId: string): void => write(readAll().filter(isOther(eventId)))

let flight: Promise<void> | undefined

/** Sends what the signed-in user pressed, in order. The panel takes a step that arrives twice once. */
export const sendKeptSteps = (): Promise<void> => {
  flight ??= send().finally(() => {
    flight = undefined
  })
  return flight
}

async function send(): Promise<void> {
  let isOutdated = false
  const refused = new Set<string>()
  for (const kept of keptSteps.get()) {
    // What was pressed later in the same mission follows from what was refused.
    if (kept.by !== session.get()?._id || refused.has(kept.body._id)) continue
    try {
      await call(missions.report, kept.body)
      dropStep(kept.body.event_id)
      isOutdated = true
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      if (isUnreached(error)) break
      refused.add(kept.body._id)
      // Never dropped by itself: what was pressed did happen, whoever has the mission by now.
      write(readAll().map((one) => (isOther(kept.body.event_id)(one) ? one : { ...one, failure: error })))
    }
  }
  if (!isOutdated) return
  for (const { path } of outdatedByMission) void queryClient.invalidateQueries({ queryKey: [path] })
}

function sendWhatIsKept(): void {
  if (callsLostAt.get() === undefined && !screenLock.get() && keptSteps.get().length > 0) void sendKeptSteps()
}

// The panel answers again, or its user is back.
callsLostAt.subscribe(sendWhatIsKept)
screenLock.subscribe(sendWhatIsKept)
addEventListener('storage', ({ key: changed }) => {
  if (changed === key) keptSteps.set(readStored())
})
