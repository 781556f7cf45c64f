import {
  type Alarm,
  type AlarmRule,
  beyondTexts,
  findRuleLimit,
  isRuleInFamily,
  listPossibleGlucoses,
  quantities,
} from 'contract'
import { useTranslation } from 'react-i18next'
import { formatMac } from '../../clinical/device-mac.ts'
import { useRuleText } from '../../clinical/use-vital-name.ts'
import { useScoreText } from '../../clinical/vitals/use-score-text.ts'
import { formatPatientName } from '../../ui/person-name.ts'
import { getRuleMeasure } from './rules.ts'

/** The name of an alarm's rule with its arrow: "▼ SpO₂ low". */
export function useRuleName(): (rule: AlarmRule) => string {
  const ruleText = useRuleText()
  return (rule) => {
    const bound = findRuleLimit(rule)?.bound
    const arrow = bound && { low: '▼ ', high: '▲ ' }[bound]
    return `${arrow ?? ''}${ruleText(rule)}`
  }
}

/** The device by its name; an unregistered device by its MAC address or IMEI. */
export function useAlarmDeviceName(): (alarm: Pick<Alarm, 'device' | 'mac'>) => string | undefined {
  const { t } = useTranslation('alarms')
  return ({ device, mac }) =>
    device?.name ?? (mac === null ? undefined : t('unknown-device', { mac: formatMac(mac) }))
}

/** What an alarm is about: a patient, a device, or a number that belongs to no patient or to several. */
export function useAlarmSubject(): (alarm: Alarm) => string {
  const { t } = useTranslation('alarms')
  const deviceName = useAlarmDeviceName()
  return (alarm) => {
    const { patient, named: number, holders: count } = alarm
    if (isRuleInFamily('inbound', alarm.rule)) return t('pre-alert-of', { number: alarm.named ?? '' })
    const known = patient ? formatPatientName(patient) : deviceName(alarm)
    if (known !== undefined) return known
    if (number === null) return t('no-patient')
    if (count > 1) return t('one-of-people', { number, count })
    return t(count === 1 ? 'person-since' : 'unknown-person', { number })
  }
}

/** As the meter shows a glucose beyond its measuring range: a glucose alarm without a number is one of those. */
function describeBeyond(rule: AlarmRule): string | undefined {
  if (findRuleLimit(rule)?.vital !== 'blood_glucose') return undefined
  return beyondTexts[findRuleLimit(rule)?.bound === 'low' ? 'below' : 'above']
}

/** Value and limit with their unit; nothing for an alarm without a value. */
export function useAlarmValueText() {
  const { t, i18n } = useTranslation('alarms')
  const scoreText = useScoreText()
  const figure = (value: number, rule: AlarmRule) => {
    const { decimals } = getRuleMeasure(rule)
    return value.toLocaleString(i18n.language, {
      minimumFractionDigits: isRuleInFamily('unit', rule) ? 0 : decimals,
      maximumFractionDigits: decimals,
    })
  }
  const number = ({ rule, second }: Pick<Alarm, 'rule' | 'second'>, value: number | null) => {
    if (value === null) return describeBeyond(rule)
    return second === null ? figure(value, rule) : `${figure(value, rule)}/${figure(second, rule)}`
  }
  return {
    /** The number alone; a blood pressure has two numbers. */
    number,
    unit: ({ rule, value }: Pick<Alarm, 'rule' | 'value'>) =>
      value === null ? '' : getRuleMeasure(rule).unit,
    /** The lowest or highest value since the alarm was raised, if it differs from the value that raised it. */
    worst: ({
      rule,
      value,
      worst_value,
      worst_second,
    }: Pick<Alarm, 'rule' | 'value' | 'worst_value' | 'worst_second'>) => {
      const worst = number({ rule, second: worst_second }, worst_value)
      if (worst === undefined || worst_value === value) return undefined
      const unit = worst_value === null ? '' : getRuleMeasure(rule).unit
      return t(`worst.${findRuleLimit(rule)?.bound ?? 'high'}`, { value: `${worst} ${unit}`.trim() })
    },
    limit: (alarm: Pick<Alarm, 'rule' | 'limit' | 'value' | 'score'>) => {
      const { rule, limit, value } = alarm
      if (isRuleInFamily('unit', rule) && value !== null) {
        const { unit } = quantities.blood_glucose
        const either = listPossibleGlucoses(value).map(
          ({ mgPerDl }) => `${figure(mgPerDl, 'blood_glucose-low')} ${unit}`,
        )
        return t('limit.unit', { readings: either.join(' / ') })
      }
      if (value === null && describeBeyond(rule)) return t(`beyond.${findRuleLimit(rule)?.bound ?? 'high'}`)
      if (limit === null) return scoreText(alarm)
      if (rule === 'no-data' || rule === 'gone') return t('limit.silent', { minutes: limit })
      const { unit } = getRuleMeasure(rule)
      const text = `${figure(limit, rule)}${unit && ` ${unit}`}`
      const bound = findRuleLimit(rule)?.bound
      if (bound) return t(`limit.${bound}`, { limit: text })
      return [t('limit.at', { limit: text }), scoreText(alarm)].filter(Boolean).join(' · ')
    },
  }
}

/** One alarm as a sentence: for screen readers and names of buttons. */
export function useAlarmSentence(): (alarm: Alarm) => string {
  const ruleName = useRuleName()
  const measured = useAlarmValueText()
  const whose = useAlarmSubject()
  return (alarm) => {
    const number = measured.number(alarm, alarm.value)
    const value = number && `${number} ${measured.unit(alarm)}`.trim()
    return [ruleName(alarm.rule), value, whose(alarm)].filter(Boolean).join(', ')
  }
}
