import type { Clinic, opd, QueueRow, QueueState, QueueTarget, Result, Unqueued } from 'contract'
import { type SqlBool, sql } from 'kysely'
import { hospitalTimeZone } from '../../core/time.ts'
import type { Tx } from '../../db/database.ts'
import { selectIsoText } from '../../db/iso-text.ts'
import { selectBothNames, selectPatientLabel } from '../../db/labels.ts'
import { isRecordOpen, type OpenRecord, type Viewer } from '../../identity/record-access.ts'

const selectClinic = sql`c.id as _id, c.code, c.name_en, c.name_th, c.closed_at is not null as is_closed, c.version`

export async function listClinics(tx: Tx): Promise<Clinic[]> {
  const { rows } = await sql<Clinic>`select ${selectClinic} from clinics c order by c.code`.execute(tx)
  return rows
}

export async function findClinic(tx: Tx, id: string): Promise<Clinic | undefined> {
  const { rows } = await sql<Clinic>`
    select ${selectClinic} from clinics c where c.id = ${id} for no key update`.execute(tx)
  return rows[0]
}

type ClinicValues = {
  code: string
  name_en: string
  name_th: string
  closed_at: string | null
  version: number
}

export async function insertClinic(
  tx: Tx,
  id: string,
  hospitalId: string,
  values: ClinicValues,
): Promise<void> {
  await tx
    .insertInto('clinics')
    .values({ id, hospital_id: hospitalId, ...values })
    .execute()
}

export async function updateClinic(tx: Tx, id: string, values: ClinicValues): Promise<void> {
  await tx.updateTable('clinics').set(values).where('id', '=', id).execute()
}

const selectPatient = selectPatientLabel({
  more: sql`'gender', p.gender, 'date_of_birth', p.date_of_birth, 'birth_date_precision', p.birth_date_precision`,
})
const joinPatient = sql`
  join patients p on p.id = v.patient_id
  left join wards w on w.id = p.ward_id left join beds b on b.id = p.bed_id`

/**
 * A number counts as long as its visit is open and its patient is not admitted, also where another screen ended the
 * visit; what is done stays, unless the visit was cancelled.
 */
const isHere = (entry: string) => sql<SqlBool>`exists (
  select from visits o join patients h on h.id = o.patient_id
  where o.id = ${sql.ref(`${entry}.visit_id`)} and case when ${sql.ref(`${entry}.state`)} = 'done'
    then o.voided_at is null else o.is_open and h.an is null end)`

/** Everybody with a number of this day, by clinic and number. */
export async function listQueue(tx: Tx, day: string, viewer: Viewer): Promise<QueueRow[]> {
  const { rows } = await sql<QueueRow>`
    select q.id as _id, q.clinic_id, q.number, q.state, q.room, q.calls, q.queued_at, q.called_at, q.seen_at, q.done_at,
      q.sent_to, q.visit_id, ${selectPatient} as patient,
      case when ${isRecordOpen(viewer, 'p')} then v.complaint end as complaint
    from clinic_queue q join visits v on v.id = q.visit_id ${joinPatient}
    where q.day = ${day} and q.state <> 'void' and ${isHere('q')}
    order by q.clinic_id, q.number`.execute(tx)
  return rows
}

/** The most visits that are shown. More are visits that nobody has ended. */
const shownVisits = 100

/**
 * Everybody whose visit to a clinic is open, who is not admitted and in no queue of this day. Those of this day who
 * never had a number come first, then those who were sent on; in both who waits longest. Of earlier days the newest
 * come first: the older a visit, the likelier it was forgotten.
 */
export async function listUnqueued(tx: Tx, day: string, viewer: Viewer) {
  const { rows } = await sql<Unqueued>`
    select v.id as visit_id, v.visited_at, ${selectPatient} as patient,
      case when ${isRecordOpen(viewer, 'p')} then v.complaint end as complaint,
      case when l.done_at is not null then
        json_build_object('sent_to', l.sent_to, 'done_at', ${selectIsoText('l.done_at')}) end as last
    from visits v ${joinPatient}
      cross join lateral (
        select (v.visited_at at time zone ${sql.lit(hospitalTimeZone)})::date >= ${day}::date as is_of_day) d
      left join lateral (
        select q.sent_to, q.done_at from clinic_queue q
        where q.visit_id = v.id and q.day = ${day} and q.state = 'done' order by q.done_at desc limit 1) l on true
    where v.is_open and v.kind = 'OPD' and p.an is null and not exists (
      select from clinic_queue q
      where q.visit_id = v.id and q.day = ${day} and q.state not in ('done', 'void'))
    order by d.is_of_day desc, l.done_at is not null,
      case when d.is_of_day then v.visited_at end, v.visited_at desc
    limit ${sql.lit(shownVisits + 1)}`.execute(tx)
  return { rows: rows.slice(0, shownVisits), hasMore: rows.length > shownVisits }
}

/** The next number of a clinic on a day. Whoever else takes one of that clinic waits until the commit. */
export async function takeQueueNumber(
  tx: Tx,
  hospitalId: string,
  clinicId: string,
  day: string,
): Promise<number> {
  const { rows } = await sql<{ last: number }>`
    insert into clinic_days (hospital_id, clinic_id, day, last) values (${hospitalId}, ${clinicId}, ${day}, 1)
    on conflict (hospital_id, clinic_id, day) do update set last = clinic_days.last + 1
    returning last`.execute(tx)
  const [taken] = rows
  if (!taken) throw new Error('no queue number')
  return taken.last
}

export async function insertEntry(
  tx: Tx,
  entry: {
    id: string
    hospital_id: string
    clinic_id: string
    day: string
    number: number
    patient_id: string
    visit_id: string
    queued_at: string
  },
): Promise<void> {
  await tx.insertInto('clinic_queue').values(entry).execute()
}

/** Ends what is left of other days for a visit that gets a number today. */
export async function voidEarlierEntries(tx: Tx, visitId: string, day: string): Promise<void> {
  await sql`update clinic_queue set state = 'void'
    where visit_id = ${visitId} and day < ${day} and state not in ('done', 'void')`.execute(tx)
}

export type Entry = {
  id: string
  clinic_id: string
  visit_id: string
  state: QueueState | 'void'
  seen_at: string | null
  done_at: string | null
  calls: number
  sent_from: QueueState | null
  sent_to: QueueTarget | null
  next_id: string | null
}

/** An entry of this patient, locked until the transaction ends. */
export async function lockEntry(tx: Tx, patientId: OpenRecord, entryId: string): Promise<Entry | undefined> {
  const { rows } = await sql<Entry>`
    select id, clinic_id, visit_id, state, ${selectIsoText('seen_at')} as seen_at, ${selectIsoText('done_at')} as done_at,
      calls, sent_from, sent_to, next_id
    from clinic_queue where id = ${entryId} and patient_id = ${patientId} for no key update`.execute(tx)
  return rows[0]
}

/** Whether the visit was triaged, or anything of it changed, after this instant. */
export async function hasLaterAct(tx: Tx, visitId: string, at: string | null): Promise<boolean> {
  const { rows } = await sql<{ is_later: boolean }>`
    select exists (select from triages t where t.visit_id = ${visitId} and t.at > ${at})
      or exists (select from visit_acts a where a.visit_id = ${visitId} and a.at > ${at}) as is_later`.execute(
    tx,
  )
  return rows[0]?.is_later === true
}

/** The lowest number that waits, locked; one that somebody else is calling now is passed over. */
export async function lockNextEntry(
  tx: Tx,
  clinicId: string,
  day: string,
): Promise<{ id: string; patient_id: string; calls: number } | undefined> {
  const { rows } = await sql<{ id: string; patient_id: string; calls: number }>`
    select q.id, q.patient_id, q.calls from clinic_queue q
    where q.clinic_id = ${clinicId} and q.day = ${day} and q.state = 'waiting' and ${isHere('q')}
    order by q.number limit 1 for no key update skip locked`.execute(tx)
  return rows[0]
}

type EntryChange = Partial<{
  state: string
  room: string | null
  calls: number
  called_at: string | null
  seen_at: string | null
  done_at: string | null
  sent_from: string | null
  sent_to: string | null
  next_id: string | null
}>

export async function updateEntry(tx: Tx, id: string, change: EntryChange): Promise<void> {
  await tx.updateTable('clinic_queue').set(change).where('id', '=', id).execute()
}

/** Whether a number is given up that nobody has called yet. */
export async function voidWaitingEntry(tx: Tx, id: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('clinic_queue')
    .set({ state: 'void' })
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

type Displayed = Result<typeof opd.display>['clinics'][number]

/** How many numbers of a clinic are shown at once. */
const shownNumbers = 4

/**
 * The clinics with the numbers that were called last and have not been sent on: those that are open, and those where
 * somebody still has a number.
 */
export async function listDisplayed(tx: Tx, day: string): Promise<Displayed[]> {
  const { rows } = await sql<Displayed>`
    select json_build_object('_id', c.id, 'code', c.code, ${selectBothNames('c')}) as clinic,
      (select count(*)::int from clinic_queue q
        where q.day = ${day} and q.clinic_id = c.id and q.state = 'waiting' and ${isHere('q')}) as waiting,
      coalesce((select json_agg(json_build_object('number', q.number, 'room', q.room,
            'called_at', ${selectIsoText('q.called_at')}, 'calls', q.calls) order by q.called_at desc)
          from (select * from clinic_queue n where n.day = ${day} and n.clinic_id = c.id
            and n.state in ('called', 'seen') and n.called_at is not null and ${isHere('n')}
            order by n.called_at desc limit ${sql.lit(shownNumbers)}) as q), '[]') as called
    from clinics c
    where c.closed_at is null or exists (select from clinic_queue q
      where q.day = ${day} and q.clinic_id = c.id and q.state not in ('done', 'void') and ${isHere('q')})
    order by c.code`.execute(tx)
  return rows
}
