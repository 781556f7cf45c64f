import { type FollowUpKind, followedUpStates, sceneKinds } from 'contract'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { sqlArray } from '../db/binary-array.ts'
import { joinConditions } from '../db/listing/pages.ts'
import { isCountedEvent } from './mission-events.ts'

const isOver = sql<SqlBool>`m.state = any(${sqlArray('text', followedUpStates)})`

/** A patient was carried, by the steps of the mission. */
const isCarried = sql<SqlBool>`exists (select from mission_events e
  where e.hospital_id = m.hospital_id and e.mission_id = m.id and e.step in ('LEFT_SCENE', 'AT_DESTINATION', 'HANDED_OVER')
    and ${isCountedEvent})`

const isFromScene = sql<SqlBool>`r.answers ->> 'kind' = any(${sqlArray('text', sceneKinds)})`

/**
 * Whether a sheet, `f`, is the one on which this is followed up. The first version of the operation form has no fee.
 */
const isSheet = {
  payment: sql<SqlBool>`(f.form = 'transportation-treatment' or (f.form = 'operation-form' and f.form_version > 1
    and ${isFromScene} and not exists (select from form_records other where other.hospital_id = m.hospital_id
      and other.mission_id = m.id and other.form = 'transportation-treatment' and other.state <> 'void')))`,
  outcome: sql<SqlBool>`f.form = 'operation-form'`,
} as const satisfies Record<FollowUpKind, RawBuilder<SqlBool>>

/** As the sheet says; one that does not say it yet is of somebody who was carried if the steps say that. */
const isTransported = sql<SqlBool>`coalesce((f.answers ->> 'is_transported')::boolean, ${isCarried})`

/** Written on the first version, which has no place for a fee. */
const hasFormerSheet = sql<SqlBool>`exists (select from form_records former where former.hospital_id = m.hospital_id
  and former.mission_id = m.id and former.form = 'operation-form' and former.form_version = 1 and former.state <> 'void')`

/**
 * The missions that are followed up for this: those with its sheet, and those that should have one. A fee is that of
 * somebody who was carried; how they fared is asked of whoever came from a scene.
 */
export const hasFollowUp = {
  payment: sql<SqlBool>`(case f.form when 'transportation-treatment' then true when 'operation-form' then ${isTransported}
    else ${isCarried} and not (${isFromScene} and ${hasFormerSheet}) end)`,
  outcome: sql<SqlBool>`(case when f.id is not null then ${isTransported}
    else ${isFromScene} and ${isCarried} end)`,
} as const satisfies Record<FollowUpKind, RawBuilder<SqlBool>>

const isOpen = {
  payment: sql<SqlBool>`(f.later_answers ->> 'payment') is distinct from 'PAID'`,
  outcome: sql<SqlBool>`(f.later_answers ->> 'hospital_outcome') is null`,
} as const satisfies Record<FollowUpKind, RawBuilder<SqlBool>>

/** Missions `m` with their requests `r` and the sheets `f` on which this is followed up: a row each, or one without. */
export const joinFollowUpSheets = (about: FollowUpKind): RawBuilder<unknown> => sql`missions m
  join form_records r on r.hospital_id = m.hospital_id and r.id = m.id
  left join form_records f on f.hospital_id = m.hospital_id and f.mission_id = m.id and f.state <> 'void'
    and ${isSheet[about]}`

export type FollowUpsAsked = { about: FollowUpKind; from: string; until: string; only_open: boolean }

/** Whether the mission `m` is over and was called from a midnight of Bangkok until an instant. */
export const isFollowUpAsked = ({ about, from, until, only_open }: FollowUpsAsked): RawBuilder<SqlBool> =>
  joinConditions([
    isOver,
    sql<SqlBool>`m.called_at >= (${from}::timestamp at time zone 'Asia/Bangkok') and m.called_at < ${until}`,
    hasFollowUp[about],
    ...(only_open ? [isOpen[about]] : []),
  ])
