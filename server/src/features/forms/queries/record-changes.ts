import type { Answers, FormName, FormOperation, formStates, Outcome } from 'contract'
import { sql } from 'kysely'
import { panelDevice } from '../../../ambulance/mission-sheets.ts'
import { sqlArray, sqlRows, toIdsCell, toJsonCell } from '../../../db/binary-array.ts'
import type { Tx } from '../../../db/database.ts'
import { selectPersonUsedRecord } from '../../../identity/merged-records.ts'
import { isOfCrew, isOfOthers, isOfRelieved, isWaiting } from './records.ts'

export type LockedRecord = {
  id: string
  form: FormName
  form_version: number
  state: (typeof formStates)[number]
  answers: Answers
  /** Sections that are written when the record is complete, and that somebody finished. */
  finished_sections: string[]
  patient_id: string | null
  mission_id: string | null
  /**
   * Whether whoever locked it is in the crew of its mission, which lasts; of a referral, out on that of its patient.
   */
  is_in_crew: boolean
  /** Whether it is the sheet of a mission in which they have no part, and which they did not begin. */
  is_of_others: boolean
  /** Whether its mission lasts, and they were relieved from its crew. */
  is_of_relieved: boolean
  created_by: string
  version: number
  /** When the record was given to its mission, if that was later; else when it was begun. */
  created_at: string
}

/** A record of this hospital, locked by a member of staff until the transaction ends. */
export async function lockRecord(tx: Tx, id: string, staffId: string): Promise<LockedRecord | undefined> {
  const { rows } = await sql<LockedRecord>`
    select id, form, form_version, state, answers || later_answers as answers, finished_sections, patient_id, mission_id,
      ${isOfCrew(staffId)} as is_in_crew, ${isOfOthers(staffId)} as is_of_others,
      ${isOfRelieved(staffId)} as is_of_relieved, created_by, version,
      coalesce(given_at, created_at) as created_at
    from form_records r where id = ${id} for no key update of r`.execute(tx)
  return rows[0]
}

export type Writer = { hospitalId: string; staffId: string; now: string }

export type NewRecord = { id: string; form: FormName; version: number; missionId: string | null }

/** Begins a record unless there is one with this id. */
export const insertRecord = (tx: Tx, record: NewRecord, { staffId, ...writing }: Writer): Promise<void> =>
  insertRecords(tx, [{ ...record, staffId }], writing)

/** Begins those of these records that there are not yet, each in the name of who wrote into it first. */
export async function insertRecords(
  tx: Tx,
  records: readonly (NewRecord & { staffId: string })[],
  { hospitalId, now }: Omit<Writer, 'staffId'>,
): Promise<void> {
  if (records.length === 0) return
  await sql`
    insert into form_records (hospital_id, id, form, form_version, answers, mission_id, created_at, created_by, changed_at,
      changed_by)
    select ${hospitalId}, n.id, n.form, n.version, '{}', n.mission_id, ${now}, n.staff_id, ${now}, n.staff_id
    from ${sqlRows('n', records, {
      id: ['uuid', ({ id }) => id],
      form: ['text', ({ form }) => form],
      version: ['integer', ({ version }) => version],
      mission_id: ['uuid', ({ missionId }) => missionId],
      staff_id: ['uuid', ({ staffId }) => staffId],
    })}
    on conflict (hospital_id, id) do nothing`.execute(tx)
}

/**
 * The fields of a record to which somebody gave an answer, also one that they took back; `byPanel` has those of the
 * server alone, with when it last wrote them; `writtenAt` says of all when anybody last did.
 */
export async function listAnsweredFields(
  tx: Tx,
  recordId: string,
): Promise<{ answered: Set<string>; byPanel: Map<string, string>; writtenAt: Map<string, string> }> {
  const { rows } = await sql<{ field: string; is_by_panel: boolean; at: string }>`
    select split_part(path, '/', 1) as field, bool_and(device = ${panelDevice}) as is_by_panel, max(received_at) as at
    from form_operations where record_id = ${recordId} group by 1`.execute(tx)
  return {
    answered: new Set(rows.flatMap(({ field, is_by_panel }) => (is_by_panel ? [] : [field]))),
    byPanel: new Map(rows.flatMap(({ field, is_by_panel, at }) => (is_by_panel ? [[field, at]] : []))),
    writtenAt: new Map(rows.map(({ field, at }) => [field, at])),
  }
}

/**
 * Those of these patients about whom another sheet of the same form and mission is, by whichever record of theirs. Of
 * two sheets that name somebody at once the second sees the first. An arrival locks the mission before its sheets, so
 * that a lock of its row behind that of a sheet could deadlock.
 */
export async function listOnOtherSheets(
  tx: Tx,
  { id, form, mission_id }: { id: string; form: FormName; mission_id: string | null },
  patientIds: readonly string[],
): Promise<Set<string>> {
  if (mission_id === null || patientIds.length === 0) return new Set()
  await sql`select pg_advisory_xact_lock(hashtextextended(${`sheets ${mission_id}`}, 0))`.execute(tx)
  const { rows } = await sql<{ id: string }>`
    select given.id from unnest(${sqlArray('uuid', patientIds)}) as given (id)
    where exists (select from form_records o
      where o.mission_id = ${mission_id} and o.form = ${form} and o.id <> ${id} and o.state <> 'void'
        and ${selectPersonUsedRecord(sql`o.patient_id`)} = ${selectPersonUsedRecord(sql`given.id`)})`.execute(
    tx,
  )
  return new Set(rows.map((row) => row.id))
}

/** What became of those of these operations that arrived before for this record. */
export async function findOutcomes(
  tx: Tx,
  recordId: string,
  operationIds: readonly string[],
): Promise<Map<string, Outcome>> {
  const { rows } = await sql<{ id: string; outcome: Outcome }>`
    select id, outcome from form_operations
    where record_id = ${recordId} and id = any(${sqlArray('uuid', operationIds)})`.execute(tx)
  return new Map(rows.map(({ id, outcome }) => [id, outcome]))
}

/** Finds which of these operations have answers that wait for a review, with these answers. */
export async function findWaitingAnswers(
  tx: Tx,
  recordId: string,
  operationIds: readonly string[],
): Promise<Map<string, unknown>> {
  if (operationIds.length === 0) return new Map()
  const { rows } = await sql<{ id: string; answer: unknown }>`
    select o.id, o.answer from form_operations o
    where o.record_id = ${recordId} and o.id = any(${sqlArray('uuid', operationIds)}) and ${isWaiting}`.execute(
    tx,
  )
  return new Map(rows.map(({ id, answer }) => [id, answer]))
}

export type JudgedOperation = FormOperation & { outcome: Outcome }

export async function insertOperations(
  tx: Tx,
  recordId: string,
  operations: readonly JudgedOperation[],
  { hospitalId, staffId, now }: Writer,
): Promise<void> {
  if (operations.length === 0) return
  await sql`
    insert into form_operations (hospital_id, id, record_id, path, answer, base, outcome, settles, made_at, clock_offset_ms,
      received_at, staff_id, device)
    select ${hospitalId}, o.op_id, ${recordId}, o.path, o.answer::jsonb, o.base::jsonb, o.outcome,
      o.settles::uuid[], o.at, o.clock_offset_ms, ${now}, ${staffId}, o.device
    from ${sqlRows('o', operations, {
      op_id: ['uuid', ({ op_id }) => op_id],
      path: ['text', ({ path }) => path],
      answer: ['text', ({ answer }) => toJsonCell(answer)],
      base: ['text', ({ base }) => toJsonCell(base)],
      outcome: ['text', ({ outcome }) => outcome],
      settles: ['text', ({ settles }) => toIdsCell(settles)],
      at: ['timestamptz', ({ at }) => at],
      clock_offset_ms: ['bigint', ({ clock_offset_ms }) => clock_offset_ms],
      device: ['text', ({ device }) => device],
    })}`.execute(tx)
}

/** `later`: of the sections that are written when the record is complete. */
export type ParsedAnswers = { answers: Answers; later: Answers }

export async function updateAnswers(
  tx: Tx,
  id: string,
  { answers, later, patientId }: ParsedAnswers & { patientId: string | null },
  { staffId, now }: Writer,
): Promise<void> {
  await sql`
    update form_records set answers = ${JSON.stringify(answers)}::jsonb, later_answers = ${JSON.stringify(later)}::jsonb,
      patient_id = ${patientId}, version = version + 1,
      changed_at = ${now}, changed_by = ${staffId}
    where id = ${id}`.execute(tx)
}

/** Hangs a record that was begun without a mission on one. */
export async function giveToMission(
  tx: Tx,
  id: string,
  missionId: string,
  { staffId, now }: Writer,
): Promise<void> {
  await sql`
    update form_records set mission_id = ${missionId}, given_at = ${now}, version = version + 1, changed_at = ${now},
      changed_by = ${staffId}
    where id = ${id}`.execute(tx)
}

/** `settingsVersion`: by which settings of the hospital; null if it has set nothing. */
type CompletedAnswers = ParsedAnswers & {
  patientId: string | null
  number: string
  settingsVersion: number | null
}

export async function completeRecord(
  tx: Tx,
  id: string,
  { answers, later, patientId, number, settingsVersion }: CompletedAnswers,
  { staffId, now }: Writer,
): Promise<void> {
  await sql`
    update form_records set state = 'complete', settings_version = ${settingsVersion}, answers = ${JSON.stringify(answers)}::jsonb,
      later_answers = ${JSON.stringify(later)}::jsonb, patient_id = ${patientId}, number = ${number},
      version = version + 1, completed_at = ${now}, completed_by = ${staffId}, changed_at = ${now}, changed_by = ${staffId}
    where id = ${id}`.execute(tx)
}

export async function finishSection(
  tx: Tx,
  id: string,
  section: string,
  { hospitalId, staffId, now }: Writer,
): Promise<void> {
  await sql`
    insert into form_finishes (hospital_id, record_id, section, at, staff_id)
    values (${hospitalId}, ${id}, ${section}, ${now}, ${staffId})`.execute(tx)
  await sql`
    update form_records set finished_sections = finished_sections || ${section}::text, version = version + 1,
      changed_at = ${now}, changed_by = ${staffId}
    where id = ${id}`.execute(tx)
}

export async function voidRecord(
  tx: Tx,
  id: string,
  reason: string,
  { staffId, now }: Writer,
): Promise<void> {
  await sql`
    update form_records set state = 'void', version = version + 1, voided_at = ${now}, voided_by = ${staffId},
      void_reason = ${reason}
    where id = ${id}`.execute(tx)
}

export async function insertAddendum(
  tx: Tx,
  addendum: { id: string; recordId: string; what: string; why: string },
  { hospitalId, staffId, now }: Writer,
): Promise<void> {
  const { id, recordId, what, why } = addendum
  await sql`
    insert into form_addenda (hospital_id, id, record_id, what, why, at, staff_id)
    values (${hospitalId}, ${id}, ${recordId}, ${what}, ${why}, ${now}, ${staffId})`.execute(tx)
}
