import {
  comparedMinutes,
  computeScoreHistory,
  type News2Input,
  news2KeptMs,
  news2Parameters,
  readingKindNames,
  type SpO2Scale,
} from 'contract'
import { type RawBuilder, sql } from 'kysely'
import { listKindFields } from './store.ts'

/** An older score says nothing about how the patient is doing now. */
const mostAgeMs = 24 * 60 * 60_000

/** The newest value of a part of NEWS2 before an instant, with the scale of SpO₂ that was set then. */
export type EarlierParts = {
  scale: SpO2Scale
  parts: { parameter: keyof News2Input; value: number | string | boolean; measured_at: string }[]
}

/** Each kind of reading that may have a part of NEWS2. */
const sources = news2Parameters.flatMap((parameter) =>
  readingKindNames
    .filter((kind) => listKindFields(kind).includes(parameter))
    .map((kind) => ({ kind, parameter })),
)

/**
 * What a patient's NEWS2 was made of before the score of an instant, as JSON for `computeEarlierScore`. `patient` and
 * `scored` are columns of the query: the patient's id, and the time of the score's newest part. Each part costs one
 * look into the index of the readings.
 */
export function selectEarlierParts(patient: string, scored: string): RawBuilder<EarlierParts> {
  const patientId = sql.ref(patient)
  const scoredAt = sql.ref(scored)
  const before = sql`${scoredAt} - ${sql.lit(`${comparedMinutes} minutes`)}::interval`
  const since = sql`${scoredAt} - ${sql.lit(`${mostAgeMs + news2KeptMs} ms`)}::interval`
  const newest = sources.map(
    ({ kind, parameter }) => sql`
      (select ${sql.lit(parameter)} as parameter, to_json(r.${sql.ref(parameter)}) as value, r.measured_at
      from readings r
      where r.patient_id = ${patientId} and r.kind = ${sql.lit(kind)} and r.${sql.ref(parameter)} is not null
        and r.replaced_at is null and r.measured_at <= ${before}
        and r.measured_at > ${since}
      order by r.measured_at desc limit 1)`,
  )
  return sql<EarlierParts>`json_build_object(
    'scale', coalesce((select c.scale from spo2_scales c where c.patient_id = ${patientId} and c.at <= ${before}
      order by c.at desc, c.id desc limit 1), 1),
    'parts', (select coalesce(json_agg(part), '[]') from (${sql.join(newest, sql` union all `)}) as part))`
}

/**
 * The last score that these parts made; null if a part was missing, or if that was more than a day before the score of
 * `scoredAt`.
 */
export function computeEarlierScore(
  { scale, parts }: EarlierParts,
  scoredAt: string,
): { value: number; measured_at: string } | null {
  const measured = parts
    .map(({ parameter, value, measured_at }) => ({ at: Date.parse(measured_at), [parameter]: value }))
    .toSorted((one, other) => one.at - other.at)
  const last = computeScoreHistory(measured, () => scale).at(-1)
  if (!last || Date.parse(scoredAt) - last.at > mostAgeMs) return null
  return { value: last.value, measured_at: new Date(last.at).toISOString() }
}
