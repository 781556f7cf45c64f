import {
  type Body,
  type fleet,
  listDutySlots,
  type OnOtherTeam,
  type Result,
  type Team,
  type TeamMemberDraft,
} from 'contract'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { sqlArray, sqlRows } from '../../../db/binary-array.ts'
import type { Tx } from '../../../db/database.ts'
import {
  selectProfileLabel,
  selectProfileLabelOrNull,
  selectStaffLabel,
  selectStaffLabelOrNull,
} from '../../../db/labels.ts'
import { buildLimit, countRows, joinConditions } from '../../../db/listing/pages.ts'
import { formatMultirange } from '../../../db/multirange.ts'
import { matchWords, type ProfileAuthor, toStamp } from './profiles.ts'

const teamRows = sql`teams t
  left join vehicles v on v.id = t.default_vehicle_id and v.deactivated_at is null
  left join staff s on s.id = t.updated_by`

function selectTeams(where: RawBuilder<SqlBool>, limits = sql``): RawBuilder<Team> {
  return sql<Team>`
    select t.id as _id, t.name, t.shifts, t.weekdays, t.base_name, t.latitude as lat, t.longitude as lang,
      t.deactivated_at is null as is_active, t.version, t.updated_at,
      ${selectProfileLabelOrNull('v', 'call_sign')} as default_vehicle,
      ${selectStaffLabelOrNull('s')} as updated_by,
      array(select m.number from missions m
        where m.hospital_id = t.hospital_id and m.team_id = t.id and m.ended_at is null
        order by m.called_at, m.id) as missions,
      (select json_agg(json_build_object('staff', ${selectStaffLabel('p')}, 'may_sign_in', p.status = 'approved',
          'role', m.role, 'level', m.level, 'certificate_number', m.certificate_number,
          'certificate_expires_on', m.certificate_expires_on, 'phone', m.phone) order by m.position)
        from team_members m join staff p on p.id = m.staff_id where m.team_id = t.id) as members
    from ${teamRows}
    where ${where}
    order by t.deactivated_at is not null, thai_sort_key(t.name) collate "C", t.id ${limits}`
}

export async function listTeams(
  tx: Tx,
  query: Body<typeof fleet.teams>,
): Promise<Result<typeof fleet.teams>> {
  const memberNames = sql`(select string_agg(concat(p.first_name, ' ', p.last_name), ' ')
    from team_members m join staff p on p.id = m.staff_id where m.team_id = t.id)`
  const where = joinConditions([
    ...matchWords(query.search_value, [
      sql.ref('t.name'),
      sql.ref('t.base_name'),
      sql.ref('v.call_sign'),
      memberNames,
    ]),
    ...(query.with_inactive ? [] : [sql<SqlBool>`t.deactivated_at is null`]),
  ])
  const [{ rows }, total] = await Promise.all([
    selectTeams(where, buildLimit(query)).execute(tx),
    countRows(tx, sql`${teamRows} where ${where}`),
  ])
  return { rows, ...total }
}

export async function findTeam(tx: Tx, id: string): Promise<Team | undefined> {
  const { rows } = await selectTeams(sql<SqlBool>`t.id = ${id}`).execute(tx)
  return rows[0]
}

type TeamValues = Omit<Body<typeof fleet.saveTeam>, '_id' | 'version' | 'members'>
type Pattern = Pick<TeamValues, 'shifts' | 'weekdays'>

const toColumns = ({ lat, lang, ...values }: TeamValues) => ({ ...values, latitude: lat, longitude: lang })

export async function insertTeam(tx: Tx, id: string, values: TeamValues, by: ProfileAuthor): Promise<void> {
  await tx
    .insertInto('teams')
    .values({ id, hospital_id: by.hospitalId, ...toColumns(values), ...toStamp(by) })
    .execute()
}

export async function updateTeam(tx: Tx, id: string, values: TeamValues, by: ProfileAuthor): Promise<void> {
  await tx
    .updateTable('teams')
    .set(({ eb }) => ({ ...toColumns(values), ...toStamp(by), version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .execute()
}

const toDuty = (pattern: Pattern) => sql`${formatMultirange(listDutySlots(pattern))}::int4multirange`

/** `pattern`: when they are on duty; null if the team is not in use. */
export async function replaceMembers(
  tx: Tx,
  { id, hospitalId }: { id: string; hospitalId: string },
  members: readonly TeamMemberDraft[],
  pattern: Pattern | null,
): Promise<void> {
  await sql`delete from team_members where team_id = ${id}`.execute(tx)
  await sql`
    insert into team_members (hospital_id, team_id, staff_id, position, role, level, certificate_number,
      certificate_expires_on, phone, duty)
    select ${hospitalId}, ${id}, m.staff_id, m.position, m.role, m.level, m.certificate_number, m.certificate_expires_on::date, m.phone,
      ${pattern ? toDuty(pattern) : sql`null`}
    from ${sqlRows(
      'm',
      members,
      {
        staff_id: ['uuid', (one) => one.staff_id],
        role: ['text', (one) => one.role],
        level: ['text', (one) => one.level],
        certificate_number: ['text', (one) => one.certificate_number],
        certificate_expires_on: ['text', (one) => one.certificate_expires_on],
        phone: ['text', (one) => one.phone],
      },
      'position',
    )}`.execute(tx)
}

/** Puts the members of a team on duty, or off duty while the team is not in use. */
export async function setDuty(tx: Tx, id: string, pattern: Pattern | null): Promise<void> {
  await sql`update team_members set duty = ${pattern ? toDuty(pattern) : sql`null`}
    where team_id = ${id}`.execute(tx)
}

/** Who of these people is on duty in another team at a time of this pattern. */
export async function listClashes(
  tx: Tx,
  teamId: string,
  staffIds: readonly string[],
  pattern: Pattern,
): Promise<OnOtherTeam['clashes']> {
  const { rows } = await sql<OnOtherTeam['clashes'][number]>`
    select ${selectStaffLabel('p')} as staff, ${selectProfileLabel('t')} as team
    from team_members m join teams t on t.id = m.team_id join staff p on p.id = m.staff_id
    where m.staff_id = any(${sqlArray('uuid', staffIds)}) and m.team_id <> ${teamId} and m.duty && ${toDuty(pattern)}
    order by p.sort_name, t.name`.execute(tx)
  return rows
}
