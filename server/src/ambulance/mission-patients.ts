import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { selectPersonUsedRecord } from '../identity/merged-records.ts'
import { isArrival } from './mission-arrivals.ts'

/** How many patients the request `r` of a mission speaks of. */
export const announcedPatients: RawBuilder<number> = sql<number>`
  greatest(coalesce((r.answers ->> 'patient_count')::int, 1), 1)`

/** Counts the patients who have an operation form in the mission `m`: each form is about one patient. */
const countSheets = (where: RawBuilder<SqlBool>) => sql`(
  select count(distinct coalesce(sheet.patient_id, sheet.id)) from form_records sheet
  where sheet.hospital_id = m.hospital_id and sheet.mission_id = m.id and sheet.form = 'operation-form'
    and sheet.state <> 'void' and ${where})`

/** Selects the patients whom the sheets of the mission name, or who have arrived with it. */
const knownPatients = sql`(
  select count(distinct ${selectPersonUsedRecord(sql`known.patient_id`)}) from (
    select sheet.patient_id from form_records sheet
    where sheet.hospital_id = m.hospital_id and sheet.mission_id = m.id and sheet.form = 'operation-form'
      and sheet.state <> 'void'
    union all
    select arrival.patient_id from inbound_acts arrival
    where arrival.hospital_id = m.hospital_id and arrival.mission_id = m.id and ${isArrival('arrival')}) known)`

const arrivals = sql`(select count(*) from inbound_acts arrival where arrival.hospital_id = m.hospital_id
  and arrival.mission_id = m.id and ${isArrival('arrival')})`

/**
 * How many patients the mission `m` with the request `r` is about: as many as were announced, as there are sheets, or
 * as are known by name or arrival, whichever is the most. Of several, nobody but a person knows whose a sheet is that
 * names nobody.
 */
export const missionPatients: RawBuilder<number> = sql<number>`
  greatest(${announcedPatients}, ${countSheets(sql`true`)}, ${knownPatients})::int`

/** How many of them the vehicle brings or its crew treated, as far as anybody has written that. */
export const metPatients: RawBuilder<number> = sql<number>`
  greatest(${countSheets(sql`true`)}, ${knownPatients}, ${arrivals})::int`

/** Whether the operation form `sheet` says that the crew did not take its patient along. */
export const isLeftBehind: RawBuilder<SqlBool> = sql<SqlBool>`(
  sheet.form = 'operation-form' and (sheet.answers ->> 'is_transported')::boolean is false)`

export const isMassCasualty: RawBuilder<boolean> = sql<boolean>`
  coalesce((r.answers ->> 'is_mass_casualty')::boolean, false)`

/**
 * How many patients are at the scene that the request `r` speaks of, if it speaks of several: more than one vehicle may
 * go there.
 */
export const patientsAtScene: RawBuilder<number | null> = sql<number | null>`
  case when ${isMassCasualty} or ${announcedPatients} > 1 then ${announcedPatients} end`

/**
 * How many come here with the vehicle, or have come: whom the crew did not take along do not. Nobody knows beforehand
 * how many of a scene it takes: its sheets and arrivals say so.
 */
export const expectedPatients: RawBuilder<number> = sql<number>`
  greatest(greatest(${countSheets(sql`true`)}, ${knownPatients}) - ${countSheets(isLeftBehind)}, ${arrivals}, 1)::int`

/** Whether fewer have arrived than are at the scene; of a mass casualty nobody has counted those. */
export const isSceneLeft: RawBuilder<SqlBool> = sql<SqlBool>`
  (${isMassCasualty} or ${arrivals} < ${announcedPatients} - ${countSheets(isLeftBehind)})`

/** Nobody knows how many of a scene a vehicle brings, until its crew says that it is done. */
export const maySendMore: RawBuilder<SqlBool> = sql<SqlBool>`(${isSceneLeft} and m.ended_at is null
  and m.state <> all('{HANDED_OVER,BACK_AT_BASE,CLOSED,STOOD_DOWN,NO_TRANSPORT}'))`

/** Whether all whom the mission `m` with the request `r` brings have arrived, by numbers that may be known already. */
export const hasAllArrived = (
  arrived: RawBuilder<unknown> = arrivals,
  expected: RawBuilder<unknown> = expectedPatients,
): RawBuilder<SqlBool> => sql<SqlBool>`(${arrived} >= ${expected} and not ${maySendMore})`
