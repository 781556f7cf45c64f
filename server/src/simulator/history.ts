import { sql } from 'kysely'
import { v7 as newId } from 'uuid'
import { writeSteps } from '../bedside/alarms/alarm-rows.ts'
import { decodeMessage, ingestMessages } from '../bedside/intake/messages.ts'
import { inHospital, type Root, type Tx } from '../db/database.ts'
import { demoStaff } from '../demo/staff.ts'
import { listOpenAlarms, updateAlarm } from '../features/alarms/queries/alarms.ts'
import { listMessages } from './messages.ts'
import { minute, type Plan, type SimulatedMessage } from './plan.ts'
import { listBedPlaces, listCharted, recordRound } from './rounds.ts'

export type HistoryOptions = { root: Root; hospitalId: string; plan: Plan; stopped: AbortSignal }

/** How many instants share a transaction: few enough that a person who signs in meanwhile does not have to wait. */
const minutesPerTransaction = 12
/** How long the nurse took to see an alarm. */
const seenAfter = 4 * minute

/**
 * Stores what a plan says from when the panel last heard devices until the plan ends, through the usual intake, each
 * instant with its own time; so it can resume after it was killed. What nurses chart of everybody in a bed is entered
 * too, and the alarms that are left are acknowledged.
 */
export async function ingestHistory({ root, hospitalId, plan, stopped }: HistoryOptions): Promise<void> {
  const ends = plan.begins + plan.cycleMs
  const { heardAt, wornSince, places } = await inHospital(root, hospitalId, async (tx) => ({
    heardAt: await findLastHeard(tx),
    wornSince: await listWornDevices(tx),
    places: await listBedPlaces(tx),
  }))
  const from = Math.max(plan.begins, heardAt + 1)
  const messages = listMessages(plan, from, ends + 1).filter((message) => {
    const device = plan.devices.find(({ mac }) => mac === message.from)
    const since = device?.kind === 'box' ? 0 : wornSince.get(message.from)
    return since !== undefined && message.at - plan.gatheredMs >= since
  })
  const minutes = [...Map.groupBy(messages, ({ at }) => Math.floor(at / minute) * minute)]
  let before = from
  for (let at = 0; at < minutes.length && !stopped.aborted; at += minutesPerTransaction) {
    await inHospital(root, hospitalId, async (tx) => {
      for (const [time, together] of minutes.slice(at, at + minutesPerTransaction)) {
        for (const [round, charted] of Map.groupBy(listCharted(places, before, time), ({ at }) => at))
          await recordRound(tx, hospitalId, plan, { at: round, places: charted.map(({ place }) => place) })
        before = time
        await ingestMinute(tx, hospitalId, together)
      }
    })
  }
  await inHospital(root, hospitalId, (tx) => acknowledgeAlarms(tx, hospitalId, from, ends))
}

async function ingestMinute(
  tx: Tx,
  hospitalId: string,
  messages: readonly SimulatedMessage[],
): Promise<void> {
  const now = toIso(messages.at(-1)?.at ?? 0)
  const bedside = { tx, hospitalId, now, newId, emit: () => {}, channels: [] }
  await ingestMessages(
    bedside,
    messages.map(({ topic, payload, at }) =>
      decodeMessage({ topic, payload: Buffer.from(payload), receivedAt: at, sender: null }),
    ),
  )
}

const toIso = (at: number) => new Date(at).toISOString()

/** The newest measured time of any device, in milliseconds; 0 if there is none. */
async function findLastHeard(tx: Tx): Promise<number> {
  const newest = await tx
    .selectFrom('readings')
    .select('measured_at')
    .where('source', 'in', ['watch', 'gateway'])
    .orderBy('measured_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return newest ? Date.parse(newest.measured_at) : 0
}

/** The ids of the worn devices, and since when each is worn. */
export async function listWornDevices(tx: Tx): Promise<Map<string, number>> {
  const rows = await tx
    .selectFrom('device_assignments')
    .innerJoin('devices', 'devices.id', 'device_assignments.device_id')
    .select(['devices.mac', sql<string>`lower(device_assignments.during)`.as('since')])
    .where(sql<boolean>`upper_inf(device_assignments.during)`)
    .where('devices.retired_at', 'is', null)
    .execute()
  return new Map(rows.map(({ mac, since }) => [mac, Date.parse(since)]))
}

async function acknowledgeAlarms(tx: Tx, hospitalId: string, from: number, ends: number): Promise<void> {
  const nurse = await tx
    .selectFrom('staff')
    .select('id')
    .where('email', '=', demoStaff.nurse.email)
    .executeTakeFirst()
  if (!nurse) return
  const unseen = (await listOpenAlarms(tx)).filter(
    ({ raised_at, acknowledged_at }) => acknowledged_at === null && Date.parse(raised_at) >= from,
  )
  for (const { _id, raised_at, ended_at } of unseen) {
    const at = toIso(Math.min(Date.parse(raised_at) + seenAfter, ends))
    await updateAlarm(tx, _id, {
      acknowledged_at: at,
      acknowledged_by: nurse.id,
      escalates_at: null,
      ...(ended_at === null ? {} : { cleared_at: ended_at, clearing: 'recovered' }),
    })
    await writeSteps(tx, hospitalId, newId, [
      { alarmId: _id, step: 'acknowledged', at, staffId: nurse.id },
      ...(ended_at === null ? [] : [{ alarmId: _id, step: 'cleared' as const, at: ended_at }]),
    ])
  }
}
