import type { ArrivingReferral } from 'contract'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Tx } from '../db/database.ts'
import { selectIsoText } from '../db/iso-text.ts'
import { selectPersonRecords } from '../identity/merged-records.ts'
import type { OpenRecord } from '../identity/record-access.ts'
import { isAdmissible } from './admitting-referral.ts'

/** The number of a referral `f` as somebody tells it: that of its letter, or else that of this panel. */
const referralNumber = sql<string>`coalesce(nullif(f.answers ->> 'letter_number', ''), f.number)`

/** Selects the referral to this hospital whose number was told when the visit `v` began; null if there is none. */
export const selectReferralOfVisit = (): RawBuilder<unknown> => sql`
  case when v.referral_number is not null then (
    select json_build_object('_id', f.id, 'number', ${referralNumber}) from form_records f
    where f.hospital_id = v.hospital_id and f.patient_id = any(${selectPersonRecords(sql`v.patient_id`)})
      and f.form = 'ambulance-referral' and f.state <> 'void' and f.answers ->> 'direction' in ('IN', 'BACK')
      and v.referral_number in (f.answers ->> 'letter_number', f.number)
    order by f.created_at desc, f.id desc limit 1) end`

/** The referrals with which a patient may arrive, the newest first; one without a number cannot be told. */
export async function listArrivingReferrals(tx: Tx, patientId: OpenRecord): Promise<ArrivingReferral[]> {
  const records = selectPersonRecords(sql`${patientId}::uuid`)
  const isNumbered = sql<SqlBool>`${referralNumber} is not null`
  const { rows } = await sql<ArrivingReferral>`
    select f.id as _id, ${referralNumber} as number,
      coalesce(f.answers ->> 'from_hospital', f.answers ->> 'from_code') as hospital,
      ${selectIsoText('f.created_at')} as created_at
    from form_records f
    where f.patient_id = any(${records}) and ${isAdmissible(records)} and ${isNumbered}
    order by f.created_at desc, f.id desc limit 10`.execute(tx)
  return rows
}
