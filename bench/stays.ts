import { admissions, beds, type SessionToken, type Stay } from 'contract'
import { sql } from 'kysely'
import { acrossHospitals, openPool, type Root } from '../server/src/db/database.ts'
import type { Options } from './all.ts'
import { type BenchResult, computeP95 } from './results.ts'
import { chartBeds, followWards } from './rig/beds.ts'
import { type Cost, measureCost } from './rig/call-cost.ts'
import { captureStatements } from './rig/capture.ts'
import { createCase } from './rig/cases.ts'
import { type BenchDatabase, openBenchDatabase } from './rig/database.ts'
import { createBenchHospital, hospitalId, registerPatients, signInStaff } from './rig/hospital.ts'
import { measureLists } from './rig/list-results.ts'
import { startPanel } from './rig/panel.ts'
import { createScreenCall, type ScreenCall } from './rig/screen-call.ts'
import { measureSeen } from './rig/seen.ts'
import { addPastStays } from './rig/stays.ts'

const nurses = 16
/** Each ward has 40 beds. */
const followedWards = 15
const boards = 50
/** The first acts do not count: a new panel still opens its connections. */
const warmUpRounds = 10
const limits = { actMs: 15, growth: 1.5 }

const questions = [
  createCase('map of 600 beds', beds.map, [{ ward: 'mine' }]),
  createCase('who is admitted', admissions.list, [{ number_of_rec: 50 }]),
  createCase('who left', admissions.left, [{ number_of_rec: 50 }]),
]

/** The map of beds, the lists and the acts of admissions, among more and more stays of the past. */
export async function measureStays({ quick, full, say }: Options): Promise<BenchResult[]> {
  const sizes = quick ? [2_000, 20_000] : [10_000, 1_000_000]
  const database = await openBenchDatabase()
  try {
    await createBenchHospital(database.root)
    await registerPatients(database.root, 1, 20_000)
    await chartBeds(database.root)
    const ofWards = await signInStaff(database.root, 'nurse', boards)
    await followWards(
      database.root,
      ofWards.map(({ user_id }) => user_id),
      followedWards,
    )
    const growth = await measureGrowth(database, ofWards, sizes, say)
    return [
      ...growth,
      ...(await measureLists(database, ofWards.slice(0, nurses), questions, { quick, full, say })),
      ...(await measureActs(database, quick ? 30 : 100, 1)),
      ...(await measureActs(database, quick ? 30 : 100, 2)),
      await measureMapsSeen(database, ofWards, quick ? 5 : 20),
    ]
  } finally {
    await database.close()
  }
}

async function measureGrowth(
  { url, root }: BenchDatabase,
  sessions: SessionToken[],
  sizes: readonly number[],
  say: Options['say'],
): Promise<BenchResult[]> {
  const pool = openPool({ url, connections: 1 })
  const client = await pool.connect()
  try {
    const costs = new Map<string, Cost[]>()
    let stays = 0
    for (const size of sizes) {
      say(`adding past stays, up to ${size.toLocaleString('en')}`)
      await addPastStays(root, stays + 1, size)
      stays = size
      const captured = await captureStatements(url, sessions, questions)
      for (const [at, { name }] of questions.entries()) {
        const cost = await measureCost(client, captured[at]?.[0] ?? [], sessions)
        costs.set(name, [...(costs.get(name) ?? []), cost])
        say(`${name}: ${cost.buffers} buffers, ${cost.ms.toFixed(2)} ms`)
      }
    }
    const [smallest = 1, largest = 1] = [sizes.at(0), sizes.at(-1)]
    return [...costs].map(([name, of]) => ({
      what: `${name}: ${largest.toLocaleString('en')} stays to ${smallest.toLocaleString('en')}`,
      value: (of.at(-1)?.ms ?? 0) / (of.at(0)?.ms ?? 1),
      unit: '× time',
      limit: limits.growth,
      note: `${of.map(({ buffers }) => buffers.toLocaleString('en')).join(' → ')} buffers, ${of.map(({ ms }) => ms.toFixed(1)).join(' → ')} ms`,
    }))
  } finally {
    client.release()
    await pool.end()
  }
}

/**
 * Nurses at the same time, each with a patient and two beds: admit, move, discharge, and again. In between the patient
 * gets a watch, an open alarm and limits of their own, which the discharge ends. The first rounds do not count.
 */
async function measureActs(
  { url, root }: BenchDatabase,
  rounds: number,
  atOnce: number,
): Promise<BenchResult[]> {
  const sessions = await signInStaff(root, 'nurse', atOnce)
  const [doctor] = await signInStaff(root, 'doctor', 1)
  const panel = await startPanel({ DATABASE_URL: url, CALLS_PER_MINUTE: '1000000' })
  const took = { admit: [] as number[], move: [] as number[], discharge: [] as number[] }
  try {
    const places = await emptyBeds(
      root,
      createScreenCall(panel.port, sessions[0] as SessionToken),
      2 * atOnce,
    )
    const work = sessions.map(async (session, nurse) => {
      const call = createScreenCall(panel.port, session)
      const [from, to] = places.slice(2 * nurse, 2 * nurse + 2)
      if (!from || !to || !doctor) throw new Error('every nurse needs two beds')
      for (let round = -warmUpRounds; round < rounds; round += 1) {
        if (round === 0) for (const times of Object.values(took)) times.length = 0
        const at = { patient_id: from.patient_id, attending_id: doctor.user_id }
        await cycle(call, { ...at, from, to }, took, () => monitor(root, from.patient_id, doctor.user_id))
      }
    })
    await Promise.all(work)
  } finally {
    await panel.stop()
  }
  return Object.entries(took).map(([act, times]) => ({
    what: `${act} a patient, ${atOnce} at once`,
    value: computeP95(times),
    unit: 'ms p95',
    limit: limits.actMs,
  }))
}

type Place = { bed_id: string; ward_id: string; patient_id: string }

async function cycle(
  call: ScreenCall,
  {
    patient_id,
    attending_id,
    from,
    to,
  }: { patient_id: string; attending_id: string; from: Place; to: Place },
  took: Record<'admit' | 'move' | 'discharge', number[]>,
  beforeDischarge: () => Promise<void>,
) {
  const time = async (act: keyof typeof took, reply: () => Promise<{ stay: Stay }>) => {
    const began = performance.now()
    const { stay } = await reply()
    took[act].push(performance.now() - began)
    return { patient_id, stay_id: stay._id, version: stay.version }
  }
  const admitted = await time('admit', () =>
    call(admissions.admit, {
      patient_id,
      attending_id,
      admit_type: 'E',
      admit_source: 'E',
      arrival_type: 1,
      department: '01',
      diagnosis: 'ปอดอักเสบ',
      ward_id: from.ward_id,
      bed_id: from.bed_id,
    }),
  )
  const moved = await time('move', () =>
    call(admissions.move, { ...admitted, ward_id: to.ward_id, bed_id: to.bed_id, reason: 'BED_CHANGE' }),
  )
  await beforeDischarge()
  await time('discharge', () =>
    call(admissions.discharge, { ...moved, discharge_status: 2, discharge_type: 1 }),
  )
  for (const { bed_id } of [from, to]) await call(beds.setState, { _id: bed_id, state: 'ready' })
}

/** Gives the patient what monitors somebody ill: a device, an open alarm, limits of their own. */
async function monitor(root: Root, patientId: string, staffId: string): Promise<void> {
  await acrossHospitals(root, async (tx) => {
    await sql`
      with made as (
        insert into devices (id, hospital_id, mac, kind, name, status, battery, last_seen_at, registered_at)
        select gen_random_uuid(), ${hospitalId}, left(md5(random()::text), 12), 'watch', 'Watch', 'connected', 80, now(), now()
        returning id
      )
      insert into device_assignments (id, hospital_id, device_id, patient_id, during)
      select gen_random_uuid(), ${hospitalId}, id, ${patientId}, tstzrange(now(), null) from made`.execute(tx)
    await sql`
      insert into alarms (id, hospital_id, patient_id, raised_ward_id, rule, severity, value, raised_at)
      select gen_random_uuid(), hospital_id, id, ward_id, 'spo2_low', 'high', 88, now() from patients
      where id = ${patientId} and not exists (
        select from alarms a where a.patient_id = patients.id and a.rule = 'spo2_low' and a.cleared_at is null)`.execute(
      tx,
    )
    await sql`update notify_settings set is_current = false where patient_id = ${patientId} and vital = 'pulse'`.execute(
      tx,
    )
    await sql`
      insert into notify_settings (id, hospital_id, patient_id, vital, at, staff_id, mode, low, high, is_current)
      values (gen_random_uuid(), ${hospitalId}, ${patientId}, 'pulse', now(), ${staffId}, 'own', 45, 130, true)`.execute(
      tx,
    )
  })
}

/** Discharges whoever is in the last beds, which are then ready; two of one ward follow each other. */
async function emptyBeds(root: Root, call: ScreenCall, count: number): Promise<Place[]> {
  const { rows } = await sql<Place & { stay_id: string; version: number }>`
    select c.bed_id, c.ward_id, s.patient_id, s.id as stay_id, s.version
    from stay_places c join stays s on s.id = c.stay_id join wards w on w.id = c.ward_id
    where upper_inf(c.during) order by w.position desc, c.bed_id limit ${count}`.execute(root)
  for (const { patient_id, stay_id, version, bed_id } of rows) {
    await call(admissions.discharge, {
      patient_id,
      stay_id,
      version,
      discharge_status: 2,
      discharge_type: 1,
    })
    await call(beds.setState, { _id: bed_id, state: 'ready' })
  }
  return rows
}

/** The time from a change of a bed until 50 maps have it. */
async function measureMapsSeen(
  { url, root }: BenchDatabase,
  sessions: SessionToken[],
  changes: number,
): Promise<BenchResult> {
  const panel = await startPanel({ DATABASE_URL: url, CALLS_PER_MINUTE: '1000000' })
  try {
    const [nurse] = await signInStaff(root, 'nurse', 1)
    if (!nurse) throw new Error('somebody has to change the beds')
    const call = createScreenCall(panel.port, nurse)
    const { rows } = await sql<{ id: string }>`
      select b.id from beds b join wards w on w.id = b.ward_id
      where w.position <= ${followedWards} order by b.id limit 1`.execute(root)
    const bed = rows[0]?.id ?? ''
    await root.deleteFrom('bed_reservations').execute()
    await emptyBed(root, call, bed)
    return await measureSeen({
      what: `a change → on ${sessions.length} boards of 600 beds`,
      port: panel.port,
      sessions,
      changes,
      change: (note) => call(beds.setState, { _id: bed, state: 'blocked', note }),
      look: (board, event) => {
        const { kind, ward_ids: [ward] = [] } = event as { kind: string; ward_ids?: string[] }
        if (kind !== 'beds-outdated' || !ward) return undefined
        return board(beds.map, { ward }).then(
          ({ wards }) => wards.flatMap((one) => one.beds).find(({ _id }) => _id === bed)?.state_note,
        )
      },
    })
  } finally {
    await panel.stop()
  }
}

async function emptyBed(root: Root, call: ScreenCall, bedId: string): Promise<void> {
  const { rows } = await sql<{ patient_id: string; stay_id: string; version: number }>`
    select s.patient_id, s.id as stay_id, s.version from stay_places c join stays s on s.id = c.stay_id
    where c.bed_id = ${bedId} and upper_inf(c.during)`.execute(root)
  for (const stay of rows)
    await call(admissions.discharge, { ...stay, discharge_status: 2, discharge_type: 1 })
}
