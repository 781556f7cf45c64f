import { erBoard } from 'contract'
import { sql } from 'kysely'
import { acrossHospitals, type Root } from '../server/src/db/database.ts'
import type { Options } from './all.ts'
import { type BenchResult, computeMedian } from './results.ts'
import { createCase } from './rig/cases.ts'
import { measureAgainstBare, type Turns } from './rig/compare-with-bare.ts'
import { type BenchDatabase, openBenchDatabase, writeSeeds } from './rig/database.ts'
import { createBenchHospital, hospitalId, registerPatients, signInStaff } from './rig/hospital.ts'
import { toP95Result, toProcessorResult, toRatioResults } from './rig/list-results.ts'
import { startPanel } from './rig/panel.ts'
import { createScreenCall } from './rig/screen-call.ts'
import { measureSeen } from './rig/seen.ts'

const registered = 20_000
const here = 150
/** Boards that ask at the same time. An emergency room has several, but each asks only when something has happened. */
const screens = 2
const boards = 50
const limits = { growth: 1.5 }

/** The ER board with 150 people in the emergency room, after few and after many past visits. */
export async function measureErBoard({ quick, say }: Options): Promise<BenchResult[]> {
  const [few, many] = quick ? [2_000, 20_000] : [10_000, 1_000_000]
  const database = await openBenchDatabase()
  try {
    say(`registering ${registered.toLocaleString('en')} patients, of whom ${here} are in the emergency room`)
    await createBenchHospital(database.root)
    await registerPatients(database.root, 1, registered)
    const sessions = await signInStaff(database.root, 'nurse', screens)
    await openVisits(database.root)
    const cases = [createCase('ER board', erBoard.board, [{}])]
    const measure = async (past: number) => {
      say(`${past.toLocaleString('en')} past visits`)
      const options = { ...(quick ? { turns: 3, seconds: 2 } : { turns: 5, seconds: 4 }), say }
      const [turns = { panel: [], bare: [] }] = await measureAgainstBare(database, sessions, cases, options)
      return turns
    }
    await addPastVisits(database.root, 1, few)
    const afterFew = await measure(few)
    await addPastVisits(database.root, few + 1, many)
    const afterMany = await measure(many)
    const seen = await measureBoardsSeen(database, quick ? 5 : 20)
    const count = (past: number) =>
      `ER board: ${here} here, ${past.toLocaleString('en')} past visits, ${screens} at once`
    const spent = (turns: Turns) => computeMedian(turns.panel.map(({ databaseMs }) => databaseMs))
    return [
      ...toBoardResults(count(few), afterFew),
      ...toBoardResults(count(many), afterMany),
      {
        what: `ER board: ${many.toLocaleString('en')} past visits to ${few.toLocaleString('en')}`,
        value: spent(afterMany) / spent(afterFew),
        unit: '× database time',
        limit: limits.growth,
        note: `${spent(afterFew).toFixed(2)} → ${spent(afterMany).toFixed(2)} ms a call`,
      },
      seen,
    ]
  } finally {
    await database.close()
  }
}

/** The time from an act at a card until 50 boards have it. */
async function measureBoardsSeen({ url, root }: BenchDatabase, changes: number): Promise<BenchResult> {
  const sessions = await signInStaff(root, 'nurse', boards)
  const panel = await startPanel({ DATABASE_URL: url, CALLS_PER_MINUTE: '1000000' })
  try {
    const [nurse] = sessions
    if (!nurse) throw new Error('somebody has to act')
    const call = createScreenCall(panel.port, nurse)
    const [row] = (await call(erBoard.board, {})).rows
    if (!row) throw new Error('somebody has to be in the emergency room')
    const named = { patient_id: row.patient._id, visit_id: row.visit._id }
    return await measureSeen({
      what: `an act → on ${boards} ER boards of ${here}`,
      port: panel.port,
      sessions,
      changes,
      change: (bay) => call(erBoard.change, { ...named, change: { act: 'place', zone: 'ACUTE', bay } }),
      look: (board, event) => {
        const { kind, patient_ids } = event as { kind: string; patient_ids?: string[] }
        if (kind !== 'visits-outdated' || !patient_ids) return undefined
        return board(erBoard.board, { patient_ids }).then(({ rows: [one] }) => one?.visit.bay)
      },
    })
  } finally {
    await panel.stop()
  }
}

function toBoardResults(name: string, turns: Turns): BenchResult[] {
  return [...toRatioResults(name, turns), toP95Result(name, turns), toProcessorResult(name, turns)]
}

/**
 * Patients who are here: triaged, each with a doctor and a nurse, half of them seen and decided upon, a sixth boarding
 * with a request for a bed, with the newest value of each vital sign of a card.
 */
async function openVisits(root: Root): Promise<void> {
  await acrossHospitals(root, async (tx) => {
    await sql`
      with chosen as (select id, row_number() over (order by number) as nth from patients
        where ward_id is null order by number limit ${sql.lit(here)})
      insert into visits (id, hospital_id, patient_id, vn, kind, visited_at, is_open, source, mode, complaint, bay, pending,
        first_seen_at)
      select gen_random_uuid(), ${hospitalId}, id, 'OPEN' || nth, 'ER', now() - nth * interval '2 minutes', true, 1, 'WALK',
        'ปวดท้อง', 'B' || nth, '{LAB,CT}', case when nth % 2 = 0 then now() - nth * interval '1 minute' end
      from chosen`.execute(tx)
    await sql`
      update visits v set doctor_id = s.id, nurse_id = s.id, decided = d.decided,
        decided_at = case when d.decided is not null then now() - interval '10 minutes' end
      from (select id, case when nth % 2 = 0 then 1 + nth % 3 end as decided
          from (select id, row_number() over (order by vn) as nth from visits where is_open) as one) d,
        (select id from staff order by id limit 1) s
      where v.id = d.id and v.is_open`.execute(tx)
    await sql`
      insert into admission_requests (id, hospital_id, patient_id, visit_id, ward_id, department, urgency, diagnosis,
        isolation, features, requested_at, requested_by)
      select gen_random_uuid(), v.hospital_id, v.patient_id, v.id, w.id, '01', 'URGENT', 'ปอดอักเสบ', '{}', '{}', now(),
        v.doctor_id
      from visits v, (select id from wards order by position limit 1) w
      where v.is_open and v.decided = 2`.execute(tx)
    await sql`
      insert into triages (id, hospital_id, patient_id, visit_id, at, staff_id, level, suggested, rule, findings, inputs,
        zone, fast_tracks, news2)
      select gen_random_uuid(), v.hospital_id, v.patient_id, v.id, v.visited_at, s.id, l.level, l.level, 'A', '[]', '{}',
        'ACUTE', case when l.level = 2 then '{STROKE}'::text[] else '{}' end, l.level
      from visits v, lateral (select 1 + abs(hashtext(v.vn)) % 5 as level) l,
        (select id from staff order by id limit 1) s
      where v.is_open`.execute(tx)
    await sql`
      insert into latest_values (hospital_id, patient_id, vital, value, second, measured_at, source)
      select v.hospital_id, v.patient_id, vital, value, second, now() - interval '10 minutes', 'manual'
      from visits v, (values ('blood_pressure', 120, 80), ('pulse', 88, null), ('respiration_rate', 18, null),
        ('spo2', 97, null), ('temperature', 37.2, null), ('oxygen', 0, null), ('news2', 3, 1),
        ('weight', 62, null), ('height', 165, null)) as made (vital, value, second)
      where v.is_open`.execute(tx)
  })
}

/** Ended visits with a triage each, of all patients in turn. */
async function addPastVisits(root: Root, from: number, to: number): Promise<void> {
  await acrossHospitals(root, async (tx) => {
    await sql`set local statement_timeout = 0`.execute(tx)
    // What a triage copies to its visit is written with the visit.
    await sql`alter table triages disable trigger triages_added`.execute(tx)
    await sql`
      with made as (
        insert into visits (id, hospital_id, patient_id, vn, kind, visited_at, left_at, disposition, triage_level, zone)
        select gen_random_uuid(), p.hospital_id, p.id, 'P' || i, 'ER', at, at + interval '3 hours', 1, 3, 'ACUTE'
        from generate_series(${from}::int, ${to}::int) as i
          join patients p on p.number = 1 + i % ${sql.lit(registered)}
          cross join lateral (select now() - interval '1 day' - i * interval '40 seconds' as at) as past
        returning id, hospital_id, patient_id, visited_at
      )
      insert into triages (id, hospital_id, patient_id, visit_id, at, staff_id, level, suggested, rule, findings, inputs,
        zone, fast_tracks)
      select gen_random_uuid(), m.hospital_id, m.patient_id, m.id, m.visited_at, s.id, 3, 3, 'D', '[]', '{}', 'ACUTE', '{}'
      from made m, (select id from staff order by id limit 1) s`.execute(tx)
    await sql`alter table triages enable trigger triages_added`.execute(tx)
  })
  await sql`vacuum analyze visits, triages`.execute(root)
  await writeSeeds(root)
}
