import { errorCodes, fleet, type MissionStep, missions } from 'contract'
import { sql } from 'kysely'
import { v7 as newId } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { migrate } from '../src/db/migrate.ts'
import { type SignedIn, startTestPanel, type TestPanel } from '../src/testing.ts'
import { addCrew, freeEverybody, requestAmbulance, sceneRequest, takeSteps } from './support/missions.ts'
import { expectRefusal } from './support/refusal.ts'

let panel: TestPanel
let nurse: SignedIn
beforeAll(async () => {
  panel = await startTestPanel()
  nurse = await panel.asNew({ staffType: 'nurse' })
})
afterAll(() => panel.close())

/** Restores the schema in which a mission was that of whoever is in its team today. */
async function bringBackTeams(): Promise<void> {
  for (const statement of [
    sql`drop trigger missions_take_crew on missions`,
    sql`drop trigger missions_note_crew on missions`,
    sql`drop trigger mission_crews_append_only on mission_crews`,
    sql`drop table mission_crew_changes`,
    sql`drop function takes_its_crew, take_crew_of_mission`,
    sql`alter table mission_crews drop is_on, drop is_taken, drop position, drop role, drop level,
      drop certificate_number, drop left_at`,
    sql`alter table mission_events drop constraint mission_events_crew_changed`,
    sql`create or replace function note_crew_of_mission() returns trigger language plpgsql as $$
      begin
        insert into mission_crews (hospital_id, mission_id, staff_id)
          select new.hospital_id, new.id, c.staff_id from team_members c
          where c.hospital_id = new.hospital_id and c.team_id = new.team_id
          on conflict do nothing;
        return null;
      end $$`,
    sql`create trigger missions_note_crew after insert or update of team_id on missions
      for each row when (new.team_id is not null) execute function note_crew_of_mission()`,
    sql`create function note_member_of_crew() returns trigger language plpgsql as $$
      begin
        insert into mission_crews (hospital_id, mission_id, staff_id)
          select m.hospital_id, m.id, new.staff_id from missions m
          where m.hospital_id = new.hospital_id and m.team_id = new.team_id and m.is_out
          on conflict do nothing;
        return null;
      end $$`,
    sql`create trigger team_members_note_crew after insert on team_members
      for each row execute function note_member_of_crew()`,
    sql`create trigger mission_crews_append_only before update or delete on mission_crews
      for each row execute function refuse_change()`,
    sql`delete from migrations where name ~ 'crews-keep-their-missions|one-mission-a-person|changed-crews'`,
  ])
    await statement.execute(panel.root)
}

type Given = { vehicle_id: string; team_id: string }
type Mission = Given & { _id: string }

/** A mission that was given to a team, as an earlier version of the panel noted it. */
async function begin(given: Given): Promise<Mission> {
  const _id = await requestAmbulance(nurse, sceneRequest)
  return { ...given, _id }
}

/** A step as that version stored it: the present one would note the crew in its own way. */
async function store({ _id, vehicle_id, team_id }: Mission, step: MissionStep, state = step): Promise<void> {
  const holds = !['ACCEPTED', 'REQUESTED'].includes(state)
  await sql`
    insert into mission_events (hospital_id, id, mission_id, position, step, at, recorded_at, source, staff_id, note,
      vehicle_id, team_id)
    select m.hospital_id, ${newId()}, m.id, m.version, ${step}, m.called_at + m.version * interval '1 second',
      m.called_at + m.version * interval '1 second', 'DESK', ${nurse.session.user_id}, 'x',
      ${step === 'ASSIGNED' ? vehicle_id : null}, ${step === 'ASSIGNED' ? team_id : null}
    from missions m where m.id = ${_id}`.execute(panel.root)
  const given = step === 'ASSIGNED' || step === 'REASSIGNED'
  await sql`
    update missions set state = ${state}, version = version + 1,
      ended_at = case when ${state} = 'CLOSED' then called_at + interval '1 hour' end
      ${given ? sql`, vehicle_id = ${holds ? vehicle_id : null}, team_id = ${holds ? team_id : null}` : sql``}
    where id = ${_id}`.execute(panel.root)
}

const id = ({ session }: SignedIn) => session.user_id
const newPerson = () => panel.asNew({ staffType: 'paramedic' })
const listOwn = async (by: SignedIn) => (await by(missions.mine, {})).missions.map(({ _id }) => _id)
const find = async (_id: string) =>
  (await nurse(missions.board, {})).missions.find((one) => one._id === _id) ?? expect.fail()

/** Another shift: somebody leads the team in the place of whoever did. */
async function replaceLeader(team_id: string, { session }: SignedIn): Promise<void> {
  const admin = await panel.as('admin')
  const { rows } = await admin(fleet.teams, { number_of_rec: 100 })
  const team = rows.find(({ _id }) => _id === team_id) ?? expect.fail()
  const members = team.members.map(({ staff, role, level }) => ({
    staff_id: role === 'LEADER' ? session.user_id : staff._id,
    role,
    level,
  }))
  await admin(fleet.saveTeam, { _id: team_id, version: team.version, name: team.name, members })
}

test('missions of before stay with their crews, and one person is taken by the one that was called last', async () => {
  const [first, second, third, next, twice] = [
    await newPerson(),
    await newPerson(),
    await newPerson(),
    await newPerson(),
    await newPerson(),
  ]
  const teams = {
    kept: await addCrew(panel, first),
    passedOn: await addCrew(panel, second),
    taker: await addCrew(panel, third),
    closed: await addCrew(panel, first),
    early: await addCrew(panel, twice),
    late: await addCrew(panel, twice),
    another: await addCrew(panel, twice),
  }
  await freeEverybody(panel)
  const [shifted, reassigned, closed, early, late, waiting] = [
    await begin(teams.kept),
    await begin(teams.passedOn),
    await begin(teams.closed),
    await begin(teams.early),
    await begin(teams.late),
    await begin(teams.another),
  ]
  await bringBackTeams()
  // Somebody left the team of a mission on the road, and another one joined it.
  await store(shifted, 'ASSIGNED')
  await store(shifted, 'AT_SCENE')
  await replaceLeader(shifted.team_id, next)
  // A mission that another team took over.
  await store(reassigned, 'ASSIGNED')
  await store(reassigned, 'REASSIGNED', 'ACCEPTED')
  await store({ ...reassigned, ...teams.taker }, 'ASSIGNED')
  // A mission that is over.
  await store(closed, 'ASSIGNED')
  await store(closed, 'BACK_AT_BASE')
  await store(closed, 'CLOSED')
  // Two missions that one person was on with two teams.
  await store(early, 'ASSIGNED')
  await store(late, 'ASSIGNED')
  await sql`update missions set called_at = called_at - interval '5 minutes' where id = ${early._id}`.execute(
    panel.root,
  )

  await migrate(panel.root)

  expect([await listOwn(first), await listOwn(next)]).toEqual([[shifted._id], [shifted._id]])
  expect((await find(shifted._id)).team?.members).toMatchObject([
    { staff: { _id: id(next) }, role: 'LEADER' },
    { role: 'DRIVER' },
    { staff: { _id: id(first) }, role: null, level: null },
  ])
  expect([await listOwn(second), await listOwn(third)]).toEqual([[], [reassigned._id]])
  expect((await find(reassigned._id)).team?.members.map(({ staff }) => staff._id)).not.toContain(id(second))
  expect((await find(closed._id)).team?.members).toMatchObject([
    { staff: { _id: id(first) }, role: 'LEADER' },
    { role: 'DRIVER' },
  ])
  expect((await listOwn(twice)).toSorted()).toEqual([early._id, late._id].toSorted())

  // Who is on two is taken by the later one, and both go on.
  const { _id, vehicle_id, team_id } = waiting
  const refused = await expectRefusal(
    nurse(missions.dispatch, { _id, vehicle_id, team_id, event_id: newId(), step: 'ASSIGNED' }),
  )
  expect(refused.code).toBe(errorCodes['member-out'])
  expect(refused.detail).toEqual({
    members: [{ staff: expect.objectContaining({ _id: id(twice) }), mission: (await find(late._id)).number }],
  })
  for (const one of [early, late])
    expect(
      (await twice(missions.report, { _id: one._id, event_id: newId(), step: 'EN_ROUTE' })).outcome,
    ).toBe('applied')

  // Whoever had left the team, of whom nobody knows whether they went, is relieved like all others.
  await nurse(missions.dispatch, {
    _id: shifted._id,
    event_id: newId(),
    step: 'CREW_CHANGED',
    leaves: [id(first)],
    note: 'ไม่ได้ไป',
  })
  expect(await listOwn(first)).toEqual([])
  await takeSteps(nurse, shifted._id, [{ step: 'LEFT_SCENE' }, { step: 'HANDED_OVER' }])
  expect((await find(shifted._id)).state).toBe('HANDED_OVER')
})
