import { type AlarmRule, findRuleLimit } from 'contract'
import type names from 'contract/locales/en/vital-signs.json'
import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'

export type NamedVital = keyof typeof names

/**
 * Where a name stands that may differ there: a tile is narrow; an alarm and the inbox have no other words around it; in
 * a form each of several fields has its own.
 */
type Place = 'tile' | 'alarm' | 'inbox' | 'form'

/** The name of a vital sign, or of another value of a reading. */
export function useVitalName(place?: Place): (vital: NamedVital) => string {
  const { t } = useTranslation('vital-signs')
  return useCallback(
    // Few have another name in some place, so the types do not know the key.
    (vital) =>
      t((place ? [`${vital}.${place}`, `${vital}.name`] : [`${vital}.name`]) as `${NamedVital}.name`[]),
    [t, place],
  )
}

/** What an alarm is raised for: "SpO₂ low", "Fall". */
export function useRuleText(): (rule: AlarmRule) => string {
  const { t } = useTranslation(['alarms', 'vital-signs'])
  return (rule) => {
    const limit = findRuleLimit(rule)
    if (limit) return t(`vital-signs:${limit.vital}.${limit.bound}`)
    return t(`alarms:rule.${rule as Exclude<AlarmRule, AlarmRule<'limit'>>}`)
  }
}
