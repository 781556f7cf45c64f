import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { selectUsedRecordOf } from '../identity/merged-records.ts'

/** How many patients the request `r` of a mission speaks of. */
export const announcedPatients: RawBuilder<number> = sql<number>`
  greatest(coalesce((r.answers ->> 'patient_count')::int, 1), 1)`

/** Of how many patients there are operation forms of the mission `m`: each form is about one. */
const countSheets = (where: RawBuilder<SqlBool>) => sql`(
  select count(distinct coalesce(sheet.patient_id, sheet.id)) from form_records sheet
  where sheet.hospital_id = m.hospital_id and sheet.mission_id = m.id and sheet.form = 'operation-form'
    and sheet.state <> 'void' and ${where})`

/** Whom its sheets name, or who has arrived with it. */
const knownPatients = sql`(
  select count(distinct ${selectUsedRecordOf(sql`known.patient_id`)}) from (
    select sheet.patient_id from form_records sheet
    where sheet.hospital_id = m.hospital_id and sheet.mission_id = m.id and sheet.form = 'operation-form'
      and sheet.state <> 'void'
    union all
    select arrival.patient_id from inbound_acts arrival
    where arrival.hospital_id = m.hospital_id and arrival.mission_id = m.id and arrival.act = 'ARRIVED') known)`

const arrivals = sql`(select count(*) from inbound_acts arrival where arrival.hospital_id = m.hospital_id
  and arrival.mission_id = m.id and arrival.act = 'ARRIVED')`

/**
 * How many patients the mission `m` with the request `r` is about: as many as were announced, as there are sheets, or
 * as are known by name or arrival, whichever is the most. Of several, nobody but a person knows whose a sheet is that
 * names nobody.
 */
export const missionPatients: RawBuilder<number> = sql<number>`
  greatest(${announcedPatients}, ${countSheets(sql`true`)}, ${knownPatients})::int`

/** Whether the operation form `sheet` says that the crew did not take its patient along. */
export const isLeftBehind: RawBuilder<SqlBool> = sql<SqlBool>`(
  sheet.form = 'operation-form' and (sheet.answers ->> 'is_transported')::boolean is false)`

/** Whether the request `r` speaks of a whole scene, to which several vehicles go. */
export const isOfWholeScene: RawBuilder<boolean> = sql<boolean>`
  coalesce((r.answers ->> 'is_mass_casualty')::boolean, false)`

/**
 * How many of them come here, or have come: whom the crew did not take along do not. Of a whole scene nobody knows
 * beforehand how many one vehicle takes: its sheets and arrivals say so.
 */
export const expectedPatients: RawBuilder<number> = sql<number>`
  greatest(
    case when ${isOfWholeScene} then greatest(${countSheets(sql`true`)}, ${knownPatients}) else ${missionPatients} end
      - ${countSheets(isLeftBehind)},
    ${arrivals}, 1)::int`

/** Of a whole scene nobody knows how many one vehicle brings, until its crew says that it is done. */
export const maySendMore: RawBuilder<SqlBool> = sql<SqlBool>`(${isOfWholeScene} and m.ended_at is null
  and m.state <> all('{HANDED_OVER,BACK_AT_BASE,CLOSED,STOOD_DOWN,NO_TRANSPORT}'))`

/** Whether all whom the mission `m` with the request `r` brings have arrived, by numbers that may be known already. */
export const hasAllArrived = (
  arrived: RawBuilder<unknown> = arrivals,
  expected: RawBuilder<unknown> = expectedPatients,
): RawBuilder<SqlBool> => sql<SqlBool>`(${arrived} >= ${expected} and not ${maySendMore})`
