import { type TriageLevel, triageLevels } from 'contract'
import { type RawBuilder, sql } from 'kysely'
import { sqlWords } from '../db/binary-array.ts'

/** The name of a level that a column has as its number, 1 to 5. */
export function selectTriageName(column: string): RawBuilder<TriageLevel | null> {
  return sql<TriageLevel | null>`(${sqlWords(triageLevels)})[${sql.ref(column)}]`
}

/**
 * The triage before the triage `t` of a query, in the same visit, with the NEWS2 that it knew; no corrected one. Red
 * and pink, and a triage without a NEWS2, are not judged by it: it is not read for them.
 */
export function selectPreviousTriage(): RawBuilder<{ level: TriageLevel; news2: number | null } | null> {
  return sql`case when t.level > 2 and t.news2 is not null then (
    select json_build_object('level', ${selectTriageName('before.level')}, 'news2', before.news2) from triages before
    where before.visit_id = t.visit_id and before.patient_id = t.patient_id and (before.at, before.id) < (t.at, t.id)
      and not exists (
        select from triages c where c.hospital_id = before.hospital_id and c.corrects = before.id)
    order by before.at desc, before.id desc limit 1) end`
}

/**
 * For the newest triage `t` of a visit: when it was made, as `at`; of one that completes another or corrects it when
 * the visit was over, when that one was. Whoever asks what was left out, or corrects, looks at nothing again.
 */
export function selectTriagedAt(): RawBuilder<{ at: string }> {
  return sql`(
    select max(made.at) as at from triages made
    where made.visit_id = t.visit_id and made.patient_id = t.patient_id and made.at <= t.at
      and not made.completes and made.late_reason is null)`
}
