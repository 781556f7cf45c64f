import { CallError, errorCodes, type Input, missions } from 'contract'
import { call, queryClient } from '../../api/client.ts'
import { callsLostAt } from '../../api/connection.ts'
import { createStore } from '../../api/store.ts'
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

function write(next: readonly KeptStep[]): void {
  keptSteps.set(next)
  try {
    localStorage.setItem(key, JSON.stringify(next.map(({ by, body }) => ({ by, body }))))
  } catch {
    // A full storage leaves it in this page, which says that it is not sent.
  }
}

const isOther = (eventId: string) => (one: KeptStep) => one.body.event_id !== eventId

/** Whether the panel was not reached: whatever was sent may be sent again. */
export const isUnreached = ({ code }: CallError): boolean => code === errorCodes['not-made']

export const keepStep = (step: KeptStep): void =>
  write([...keptSteps.get().filter(isOther(step.body.event_id)), step])

export const dropStep = (eventId: string): void => write(keptSteps.get().filter(isOther(eventId)))

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
  for (const kept of keptSteps.get()) {
    if (kept.by !== session.get()?._id) continue
    try {
      await call(missions.report, kept.body)
      dropStep(kept.body.event_id)
      isOutdated = true
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      if (isUnreached(error)) break
      write(keptSteps.get().map((one) => (one === kept ? { ...one, failure: error } : one)))
      // What was pressed later follows from this one.
      break
    }
  }
  if (!isOutdated) return
  for (const { path } of outdatedByMission) void queryClient.invalidateQueries({ queryKey: [path] })
}

// The panel answers again.
callsLostAt.subscribe(() => {
  if (callsLostAt.get() === undefined && keptSteps.get().length > 0) void sendKeptSteps()
})
