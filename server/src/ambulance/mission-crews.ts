import { type RawBuilder, type SqlBool, sql } from 'kysely'

/**
 * Whether somebody is on the crew that has a mission, whoever its team has today: they were in it when the mission was
 * given to it, and it was given to nobody else since.
 */
export const isOnCrew = (mission: RawBuilder<unknown>, staffId: string) => sql<SqlBool>`exists (
  select from mission_crews c where c.mission_id = ${mission} and c.staff_id = ${staffId} and c.is_on)`

/** Whether somebody is or was on a crew that had the mission. */
export const wasOnCrew = (mission: RawBuilder<unknown>, staffId: string) => sql<SqlBool>`exists (
  select from mission_crews c where c.mission_id = ${mission} and c.staff_id = ${staffId})`
