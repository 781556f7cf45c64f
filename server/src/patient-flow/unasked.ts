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

/** What was asked until a triage. */
export type Asked = Pick<Visit, 'complaint' | 'infection_signs' | 'is_accident' | 'onset_at' | 'pregnancy'> &
  Pick<Triage['found'], 'high_risk' | 'is_accident_unknown' | 'is_onset_unknown'> & {
    fast_tracks: Triage['fast_tracks']
  }

/** What the triage `t` of a query knew; a triage from before it was written goes by its visit `v`. */
const selectKnown = (name: 'complaint' | 'infection_signs' | 'is_accident' | 'onset_at' | 'pregnancy') =>
  sql`coalesce(t.inputs -> ${sql.lit(name)}, to_jsonb(v.${sql.ref(name)}))`

/**
 * What was asked of the patient of the visit `v`, until the triage `t` of a query; null unless that is RED. What a
 * correction of the arrival says since then nobody has asked of the patient.
 */
export function selectAsked(): RawBuilder<Asked | null> {
  return sql`case when t.level = 1 then json_build_object(
    'complaint', ${selectKnown('complaint')}, 'infection_signs', ${selectKnown('infection_signs')},
    'is_accident', ${selectKnown('is_accident')}, 'onset_at', ${selectKnown('onset_at')},
    'pregnancy', ${selectKnown('pregnancy')}, 'fast_tracks', v.fast_tracks,
    'high_risk', coalesce(t.inputs -> 'high_risk', '[]'),
    'is_accident_unknown', coalesce(t.inputs -> 'is_accident_unknown', 'false'),
    'is_onset_unknown', coalesce(t.inputs -> 'is_onset_unknown', 'false')) end`
}

/** What nobody has asked yet of this patient. */
export function listUnaskedOfPatient(
  asked: Asked | null,
  { gender, date_of_birth }: { gender: Gender; date_of_birth: string | null },
  now: string,
): TriageQuestion[] {
  if (asked === null) return []
  const today = formatZonedDate(hospitalTimeZone, now)
  const age = date_of_birth === null ? null : computeAge(date_of_birth, today)
  return listUnasked(asked, mayBePregnant(gender, age))
}
