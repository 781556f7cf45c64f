import {
  computeAge,
  type Gender,
  listUnasked,
  mayBePregnant,
  type Triage,
  type TriageQuestion,
  type Visit,
} from 'contract'
import { type RawBuilder, sql } from 'kysely'
import { formatZonedDate, hospitalTimeZone } from '../core/time.ts'
import { selectIsoText } from '../db/iso-text.ts'

/** What the visit tells, and what somebody said at its triage that it does not. */
export type Asked = Pick<Visit, 'complaint' | 'infection_signs' | 'is_accident' | 'onset_at' | 'pregnancy'> &
  Pick<Triage['found'], 'high_risk' | 'is_accident_unknown' | 'is_onset_unknown'> & {
    fast_tracks: Triage['fast_tracks']
  }

/** What was asked of the patient of the visit `v`, until the triage `t` of a query; null unless that is RED. */
export function selectAsked(): RawBuilder<Asked | null> {
  return sql`case when t.level = 1 then json_build_object(
    'complaint', v.complaint, 'infection_signs', v.infection_signs, 'is_accident', v.is_accident,
    'onset_at', ${selectIsoText('v.onset_at')}, 'pregnancy', v.pregnancy, 'fast_tracks', v.fast_tracks,
    'high_risk', coalesce(t.inputs -> 'high_risk', '[]'),
    'is_accident_unknown', coalesce(t.inputs -> 'is_accident_unknown', 'false'),
    'is_onset_unknown', coalesce(t.inputs -> 'is_onset_unknown', 'false')) end`
}

/** What nobody has asked yet of this patient. */
export function listUnaskedOf(
  asked: Asked | null,
  { gender, date_of_birth }: { gender: Gender; date_of_birth: string | null },
  now: string,
): TriageQuestion[] {
  if (asked === null) return []
  const today = formatZonedDate(hospitalTimeZone, now)
  const age = date_of_birth === null ? null : computeAge(date_of_birth, today)
  return listUnasked(asked, mayBePregnant(gender, age))
}
