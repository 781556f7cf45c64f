import { admissions, beds, type CallError, missions, monitoring } from 'contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestPanel, type TestPanel, testNow } from '../testing.ts'
import { createFlowStaff, type FlowStaff } from './flow-staff.ts'
import { advancePatientFlow } from './patient-flow.ts'
import { peopleHn } from './people.ts'
import { day, minute } from './plan.ts'

let panel: TestPanel
let staff: FlowStaff
const refused: CallError[] = []
const isOurs = sql<boolean>`p.hn like ${`${peopleHn}%`}`

/** Where all other patients of the demo hospital are. */
const listOthers = async () => {
  const { tiles } = await staff.nurse(monitoring.wall, {})
  return tiles.map(({ patient }) => `${patient.hn} ${patient.ward?.name_en} ${patient.bed}`).toSorted()
}
let others: string[]

beforeAll(async () => {
  panel = await startTestPanel()
  // It is a new hospital, whose vehicles are due for a check in each shift.
  await sql`delete from equipment_settings`.execute(panel.root)
  staff = createFlowStaff({ root: panel.root, fetch: panel.fetch, clock: panel.clock })
  others = await listOthers()
  const begins = Date.parse(testNow)
  const step = 10 * minute
  for (let now = begins + step; now <= begins + day; now += step) {
    panel.wait(step)
    const onRefusal = (error: CallError) => refused.push(error)
    await advancePatientFlow({ staff, seed: 1, since: now - step, now, onRefusal })
  }
})
afterAll(() => panel.close())

describe('a day of the demo hospital', () => {
  test('has nothing that the panel refused', () => {
    expect(refused).toEqual([])
  })

  test('brings people, who are triaged, seen, and leave in each way', async () => {
    const { rows } = await sql<{
      disposition: number | null
      triaged: boolean
      seen: boolean
      admitted: boolean
    }>`
      select v.disposition, p.an is not null as admitted, v.first_seen_at is not null as seen,
        exists (select from triages t where t.visit_id = v.id) as triaged
      from visits v join patients p on p.id = v.patient_id where ${isOurs} and v.kind = 'ER'`.execute(
      panel.root,
    )
    expect(rows.length).toBeGreaterThan(60)
    const gone = rows.filter(({ disposition }) => disposition !== null)
    expect(new Set(gone.map(({ disposition }) => disposition))).toEqual(new Set([1, 2, 8]))
    expect(gone.filter(({ triaged }) => !triaged)).toEqual([])
    expect(gone.filter(({ disposition, seen }) => disposition !== 8 && !seen)).toEqual([])
    // A patient who is still here and not on a ward came a short while ago.
    const here = rows.filter(({ disposition, admitted }) => disposition === null && !admitted)
    expect(here.length).toBeLessThan(rows.length / 3)
  })

  test('has an ambulance that drives through its missions, tells whom it brings, and says where it is', async () => {
    const { missions: board } = await staff.nurse(missions.board, {})
    const closed = board.filter(({ state }) => state === 'CLOSED')
    expect(closed.length).toBeGreaterThan(5)
    expect(closed.filter(({ pre_alert }) => pre_alert === null || pre_alert.acknowledged === null)).toEqual(
      [],
    )
    const { rows } = await sql<{ known: number }>`
      select count(distinct (latitude, longitude))::int as known from vehicle_positions`.execute(panel.root)
    expect(rows[0]?.known).toBeGreaterThan(4)
    // The one of the demo's paramedic waits for whoever signs in as them.
    expect(board.filter(({ state }) => state === 'DISPATCHED').map(({ team }) => team?.name)).toContain(
      'ALS 1 เช้า',
    )
  })

  test('admits, moves, sends on leave and discharges, and the beds add up', async () => {
    const { rows: acts } = await sql<{ act: string; count: number }>`
      select a.act, count(*)::int as count from stay_acts a
        join stays s on s.id = a.stay_id join patients p on p.id = s.patient_id
      where ${isOurs} group by a.act`.execute(panel.root)
    const done = new Map(acts.map(({ act, count: times }) => [act, times]))
    for (const act of ['admitted', 'moved', 'left', 'returned', 'discharged'])
      expect(done.get(act), act).toBeGreaterThan(0)
    const { wards } = await staff.nurse(beds.map, { ward: 'every' })
    const placed = wards.flatMap((ward) => [
      ...ward.beds.flatMap(({ occupant }) => occupant ?? []),
      ...ward.without_bed,
    ])
    const ours = placed.filter(({ patient }) => patient.hn.startsWith(peopleHn))
    expect(ours).toHaveLength((done.get('admitted') ?? 0) - (done.get('discharged') ?? 0))
    const { total } = await staff.nurse(admissions.list, { search_value: peopleHn })
    expect(total).toBe(ours.length)
  })

  test('calls the numbers of the clinics by day, one patient after the other', async () => {
    const { rows } = await sql<{ state: string; one_at_a_time: boolean }>`
      select q.state, not exists (select from clinic_queue o where o.clinic_id = q.clinic_id and o.id <> q.id and o.called_at is not null
        and tstzrange(o.called_at, o.done_at) && tstzrange(q.called_at, q.done_at)) as one_at_a_time
      from clinic_queue q join patients p on p.id = q.patient_id where ${isOurs} and q.called_at is not null`.execute(
      panel.root,
    )
    expect(rows.filter(({ state }) => state === 'done').length).toBeGreaterThan(10)
    expect(rows.filter(({ one_at_a_time }) => !one_at_a_time)).toEqual([])
  })

  test('leaves all other patients where they are', async () => {
    const now = await listOthers()
    expect(now.filter((line) => !line.startsWith(peopleHn))).toEqual(others)
  })
})
