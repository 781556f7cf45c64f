import { v7 as newId } from 'uuid'
import { inHospital, type Root, type Tx } from '../core/database.ts'
import { loggable } from '../core/failure.ts'
import { newSenderKey } from '../core/sender.ts'
import { demoHospital } from '../demo/hospital.ts'
import { insertKey, insertSender, listSenders, revokeKey } from '../features/ingest/queries.ts'
import { type Feed, feedByMqtt } from './feeds.ts'
import { bringHistory, wearings } from './history.ts'
import type { Plan } from './plan.ts'
import { play } from './play.ts'
import { calmPlan, livePlan } from './script.ts'

export type SimulatorOptions = {
  root: Root
  clock: () => Date
  /** Where the panel's own broker listens. */
  port: number
  log: (what: Record<string, unknown>) => void
}

/** `ready` when all that was before now is there. */
export type Simulator = { ready: Promise<void>; close: () => Promise<void> }

const seed = 1
const name = 'Simulator'
const hospitalId = demoHospital.id

/** Lets the demo hospital live: its last two days, then its devices as they send, through the panel's broker. */
export function startSimulator({ root, clock, port, log }: SimulatorOptions): Simulator {
  const stop = new AbortController()
  const stopped = stop.signal
  const begins = clock().getTime()
  const tell = (error: unknown) => {
    if (!stopped.aborted) log({ simulator: loggable(error) })
  }
  const ready = bringHistory({ root, hospitalId, plan: calmPlan(seed, begins), stopped }).catch(tell)
  let feed: Feed | undefined
  const playing = ready
    .then(async () => {
      if (stopped.aborted) return
      const now = clock().toISOString()
      const { key, worn } = await inHospital(root, hospitalId, async (tx) => ({
        key: await renewKey(tx, now),
        worn: await wearings(tx),
      }))
      feed = await feedByMqtt(`mqtt://127.0.0.1:${port}`, key)
      const { send } = feed
      await play(asWorn(livePlan(seed, begins), worn), { clock, send, stopped })
    })
    .catch(tell)
  return {
    ready,
    async close() {
      stop.abort()
      await ready
      // What waits for its acknowledgement waits no longer.
      await feed?.close()
      await playing
    },
  }
}

/** Somebody may have taken a device back since the hospital was made up. */
function asWorn(plan: Plan, worn: Map<string, number>): Plan {
  return { ...plan, devices: plan.devices.map((device) => ({ ...device, isWorn: worn.has(device.mac) })) }
}

/** A key that nobody else has seen, of the sender of this name; the one before is no longer good. */
async function renewKey(tx: Tx, now: string): Promise<string> {
  const known = (await listSenders(tx)).find((sender) => sender.name === name)
  for (const { _id, revoked_at } of known?.keys ?? []) if (revoked_at === null) await revokeKey(tx, _id, now)
  const senderId = known?._id ?? newId()
  if (!known) await insertSender(tx, { id: senderId, hospitalId, now }, name)
  const { key, keyHash, begins } = newSenderKey()
  await insertKey(tx, { id: newId(), hospitalId, now }, { senderId, keyHash, begins, staffId: null })
  return key
}
