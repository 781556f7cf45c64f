import { type MissionTargets, operationTargets, standardTargets } from 'contract'
import { sql } from 'kysely'

/**
 * The targets of a mission `m` with its request `r` and its vehicle `v`: those of its operation. Without one, those of
 * the operations in use of the level at which it went, or was asked for; of several the strictest counts. What an
 * operation leaves open, and a level without one, has the standard.
 */
export const selectMissionTargets = sql<MissionTargets>`(select json_build_object(${sql.join(
  operationTargets.map(
    (target) =>
      sql`${sql.lit(target)}, coalesce(min(coalesce(${sql.ref(`o.${target}`)}, ${standardTargets[target]})), ${standardTargets[target]})`,
  ),
)})
  from operations o where o.hospital_id = m.hospital_id and case when m.operation_id is not null then o.id = m.operation_id
    else o.deactivated_at is null and o.unit_level = coalesce(v.class, r.answers ->> 'unit_level') end)`
