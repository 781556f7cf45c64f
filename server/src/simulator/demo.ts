import { setTimeout as sleep } from 'node:timers/promises'
import { CallError, readings } from 'contract'
import { v7 as newId } from 'uuid'
import { toLoggable } from '../core/failure.ts'
import { inHospital, type Root, type Tx } from '../db/database.ts'
import { demoHospital } from '../demo/hospital.ts'
import { insertKey, insertSender, listSenders, revokeKey } from '../features/ingest/queries.ts'
import { createSenderKey } from '../identity/sender.ts'
import { connectMqttFeed, type Feed } from './feeds.ts'
import { createFlowStaff, type FlowStaff } from './flow-staff.ts'
import { ingestHistory, listWornDevices } from './history.ts'
import { advancePatientFlow } from './patient-flow.ts'
import { minute, type Plan } from './plan.ts'
import { playPlan } from './play.ts'
import { listBedPlaces, listCharted, measureByHand } from './rounds.ts'
import { createCalmPlan, createLivePlan } from './script.ts'

export type SimulatorOptions = {
  root: Root
  clock: () => Date
  /** The port of the panel's own broker. */
  port: number
  /** Where the panel answers calls, such as `http://127.0.0.1:8080`. */
  panelUrl: string
  log: (what: Record<string, unknown>) => void
}

/** `ready` resolves when all history up to now is stored. */
export type Simulator = { ready: Promise<void>; close: () => Promise<void> }

const seed = 1
const name = 'Simulator'
const hospitalId = demoHospital.id

/**
 * Simulates the demo hospital: first its last two days, then its devices, which send through the panel's broker, and
 * the people who come and go.
 */
export function startSimulator(options: SimulatorOptions): Simulator {
  const { root, clock, port, log } = options
  const stop = new AbortController()
  const stopped = stop.signal
  const begins = clock().getTime()
  const tell = (error: unknown) => {
    if (!stopped.aborted) log({ simulator: toLoggable(error) })
  }
  const ready = ingestHistory({ root, hospitalId, plan: createCalmPlan(seed, begins), stopped }).catch(tell)
  let feed: Feed | undefined
  const playing = ready
    .then(async () => {
      if (stopped.aborted) return
      const now = clock().toISOString()
      const { key, worn } = await inHospital(root, hospitalId, async (tx) => ({
        key: await renewKey(tx, now),
        worn: await listWornDevices(tx),
      }))
      feed = await connectMqttFeed(`mqtt://127.0.0.1:${port}`, key)
      const { send } = feed
      await playPlan(updateWorn(createLivePlan(seed, begins), worn), { clock, send, stopped })
    })
    .catch(tell)
  const flowing = ready.then(() => playPatientFlow(options, stopped, tell))
  return {
    ready,
    async close() {
      stop.abort()
      await ready
      // A message that still waits for its acknowledgement is dropped.
      await feed?.close()
      await playing
      await flowing
    },
  }
}

/** Once a minute, until it is stopped. What happened while the panel was down is not made up for. */
async function playPatientFlow(
  { root, clock, panelUrl, log }: SimulatorOptions,
  stopped: AbortSignal,
  tell: (error: unknown) => void,
): Promise<void> {
  const staff = createFlowStaff({ root, clock, fetch, base: panelUrl })
  let since = clock().getTime()
  const plan = createLivePlan(seed, since)
  while (!stopped.aborted) {
    const now = clock().getTime()
    const onRefusal = ({ code, fields }: CallError) => log({ patient_flow: { code, fields } })
    await advancePatientFlow({ staff, seed, since, now, onRefusal }).catch(tell)
    await chartRounds({ root, staff, plan, since, now, onRefusal }).catch(tell)
    since = now
    await sleep(minute, undefined, { signal: stopped }).catch(() => {})
  }
}

type Charting = {
  root: Root
  staff: FlowStaff
  plan: Plan
  since: number
  now: number
  onRefusal: (error: CallError) => void
}

/** Lets a nurse chart everybody who is due in the span. */
async function chartRounds({ root, staff, plan, since, now, onRefusal }: Charting): Promise<void> {
  const places = await inHospital(root, hospitalId, listBedPlaces)
  for (const { at, place } of listCharted(places, since, now)) {
    const measured_at = new Date(at).toISOString()
    const measured = measureByHand(plan, place, at).map(({ kind, values }) => ({
      kind,
      measured_at,
      ...values,
    }))
    try {
      await staff.nurse(readings.record, { patient_id: place.patientId, readings: measured })
    } catch (error) {
      // Unusual for this patient, or the patient has gone.
      if (!(error instanceof CallError)) throw error
      onRefusal(error)
    }
  }
}

/** The plan with `isWorn` as it is now: somebody may have taken a device back since the hospital was made. */
function updateWorn(plan: Plan, worn: Map<string, number>): Plan {
  return { ...plan, devices: plan.devices.map((device) => ({ ...device, isWorn: worn.has(device.mac) })) }
}

/** Makes a new key for the sender of this name; the earlier key becomes invalid. */
async function renewKey(tx: Tx, now: string): Promise<string> {
  const known = (await listSenders(tx)).find((sender) => sender.name === name)
  for (const { _id, revoked_at } of known?.keys ?? []) if (revoked_at === null) await revokeKey(tx, _id, now)
  const senderId = known?._id ?? newId()
  if (!known) await insertSender(tx, { id: senderId, hospitalId, now }, name)
  const { key, keyHash, begins } = createSenderKey()
  await insertKey(tx, { id: newId(), hospitalId, now }, { senderId, keyHash, begins, staffId: null })
  return key
}
