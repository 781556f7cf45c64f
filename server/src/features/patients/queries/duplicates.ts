import type { BirthDatePrecision, PatientRow } from 'contract'
import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../../db/database.ts'
import { listPatientRows, selectPatientRows, toPatientRow } from './rows.ts'

export async function isHnTaken(tx: Tx, hn: string): Promise<boolean> {
  const row = await tx.selectFrom('patients').select('id').where('hn', '=', hn).executeTakeFirst()
  return row !== undefined
}

/**
 * The patient who has this national ID, other than `exceptId`; of several the first who had it. A merged record does
 * not count: the one that is used has its ID, unless it was wrong.
 */
export async function findNationalIdHolder(
  tx: Tx,
  nationalId: string | null | undefined,
  exceptId?: string,
): Promise<PatientRow | undefined> {
  if (!nationalId) return undefined
  const [raw] = await selectPatientRows(tx)
    .where('patients.national_id', '=', nationalId)
    .where('patients.merged_into', 'is', null)
    .$if(exceptId !== undefined, (query) => query.where('patients.id', '<>', exceptId ?? ''))
    .orderBy('patients.doubled')
    .limit(1)
    .execute()
  return raw && toPatientRow(raw)
}

/** Patients who share a national ID, by that ID; without records that were merged. */
export async function listDoubledNationalIds(tx: Tx): Promise<Map<string, PatientRow[]>> {
  const rows = await selectPatientRows(tx)
    .select(sql<string>`patients.national_id`.as('national_id'))
    .where('patients.national_id', 'in', (eb) =>
      eb
        .selectFrom('patients as other')
        .select('other.national_id')
        .where('other.doubled', '>', 0)
        .where('other.merged_into', 'is', null),
    )
    .where('patients.merged_into', 'is', null)
    .orderBy('patients.national_id')
    .orderBy('patients.number')
    .execute()
  const byId = Map.groupBy(rows, ({ national_id }) => national_id)
  return new Map([...byId].map(([nationalId, same]) => [nationalId, same.map(toPatientRow)]))
}

export type DuplicateReason = 'passport_no' | 'migrant_no' | 'name' | 'phone'

/**
 * People with the same number, also one that a national ID replaced as records were merged; with the same name, and a
 * birth date that does not tell them apart; or with the same phone and first name.
 */
export async function findPossibleDuplicates(
  tx: Tx,
  person: {
    passport_no: string | null
    migrant_no: string | null
    name: string
    surname: string
    date_of_birth: string | null
    birth_date_precision: BirthDatePrecision | null
    mobile: string | null
  },
): Promise<(PatientRow & { because: DuplicateReason[] })[]> {
  const { rows } = await sql<{ id: string; because: DuplicateReason[] }>`
    select id, array_agg(distinct because) as because
    from (
      select patient_id as id, 'passport_no' as because from patient_search
        where kind = 'national_id' and key = search_key(${person.passport_no})
      union all
      select patient_id, 'migrant_no' from patient_search
        where kind = 'national_id' and key = search_key(${person.migrant_no})
      union all
      select m.into_id, number.of from patient_merges m
        cross join lateral (values ('passport_no', ${person.passport_no}), ('migrant_no', ${person.migrant_no})) number (of, key)
        where m.separated_at is null and search_key(m.replaced_identity ->> number.of) = search_key(number.key)
      union all
      select patient_id, 'name' from patient_search s join patients p on p.id = s.patient_id
        where s.kind = 'name' and s.key = search_key(${person.name} || ${person.surname})
          and ${mayBeBornAlike(person)}
      union all
      select patient_id, 'phone' from patient_search s join patients p on p.id = s.patient_id
        where s.kind = 'phone' and s.key = phone_key(${person.mobile}) and search_key(p.name) = search_key(${person.name})
    ) as same
    group by id
    order by count(*) desc, id
    limit 10`.execute(tx)
  const because = new Map(rows.map((row) => [row.id, row.because]))
  const candidates = await listPatientRows(tx, 'id', [...because.keys()])
  return candidates.map((row) => ({ ...row, because: because.get(row._id) ?? [] }))
}

/** An estimated age may be wrong by so many years. Default of the panel. */
const estimateErrorYears = 15

/**
 * Whether patient `p` and the person may be born on the same day, as far as it is known of each: a year is no evidence
 * against a day in it, and an estimate none against the years around it.
 */
function mayBeBornAlike({
  date_of_birth,
  birth_date_precision,
}: Record<'date_of_birth' | 'birth_date_precision', string | null>) {
  const span = (date: RawBuilder<unknown>, precision: RawBuilder<unknown>) => sql`case ${precision}
    when 'day' then daterange(${date}, ${date}, '[]')
    when 'month' then daterange(${date}, (${date} + interval '1 month')::date)
    when 'year' then daterange(${date}, (${date} + interval '1 year')::date)
    when 'estimated' then daterange((${date} - make_interval(years => ${sql.lit(estimateErrorYears)}))::date, (${date} + make_interval(years => ${sql.lit(estimateErrorYears)}))::date)
    else daterange(null, null) end`
  const known = span(sql`p.date_of_birth`, sql`p.birth_date_precision`)
  return sql`${known} && ${span(sql`${date_of_birth}::date`, sql`${birth_date_precision}::text`)}`
}
