import { Text } from '@mantine/core'
import type { TimelineEntryOf } from 'contract'
import { useTranslation } from 'react-i18next'
import { useVitalName } from '../../../clinical/use-vital-name.ts'
import { formatTime } from '../../../ui/date/dates.ts'
import { InlineFacts } from '../../../ui/inline-facts.tsx'
import { formatStaffName } from '../../../ui/person-name.ts'
import { useNotifyTexts } from '../settings/notify-words.ts'
import { SeverityBadge } from '../severity-badge.tsx'
import { useAlarmValueText, useRuleName } from '../words.ts'

type AlarmEntryProps = { entry: TimelineEntryOf<'alarm'> }
type SettingEntryProps = { entry: TimelineEntryOf<'alarm-setting'> }

/** An alarm in a timeline: how severe, of what, and the value that raised it. */
export function AlarmEntryTitle({ entry: { alarm } }: AlarmEntryProps) {
  const ruleName = useRuleName()
  const measured = useAlarmValueText()
  const number = measured.number(alarm, alarm.value)
  return (
    <>
      <SeverityBadge severity={alarm.severity} isCalm={alarm.state !== 'active'} /> {ruleName(alarm.rule)}
      {number && ` ${number} ${measured.unit(alarm)}`}
    </>
  )
}

/** Shows the limit of an alarm, the worst value since, who took it on, and how it ended. */
export function AlarmEntryDetail({ entry: { alarm } }: AlarmEntryProps) {
  const { t, i18n } = useTranslation('alarms')
  const measured = useAlarmValueText()
  const time = (at: string) => formatTime(at, i18n.language, 'HH:mm')
  const { state, acknowledged_by, acknowledged_at, clearing, cleared_by, cleared_at, outcome, note } = alarm
  const acknowledged = acknowledged_by
    ? t('acknowledged-by', { who: formatStaffName(acknowledged_by) })
    : t('acknowledged')
  const ending = [clearing && t(`clearing.${clearing}`), cleared_by && formatStaffName(cleared_by)]
  return (
    <>
      <Text size="xs" c="dimmed">
        <InlineFacts
          of={[
            measured.limit(alarm),
            measured.worst(alarm),
            acknowledged_at && `${acknowledged} ${time(acknowledged_at)}`,
            cleared_at && `${ending.filter(Boolean).join(': ')} ${time(cleared_at)}`,
            outcome && t(`outcome.${outcome}`),
            state === 'active' && t('nobody-yet'),
          ]}
        />
      </Text>
      {note && <Text size="sm">{note}</Text>}
    </>
  )
}

/** A vital sign that is monitored by other limits from now on, or not at all. */
export function AlarmSettingTitle({ entry: { setting } }: SettingEntryProps) {
  const vitalName = useVitalName('alarm')
  const texts = useNotifyTexts()
  return `${vitalName(setting.vital)}: ${texts.mode(setting)}`
}

export function AlarmSettingDetail({ entry: { setting } }: SettingEntryProps) {
  const texts = useNotifyTexts()
  const { vital, limits, reason } = setting
  return (
    <Text size="xs" c="dimmed">
      <InlineFacts of={[limits && texts.limits(vital, limits), reason]} />
    </Text>
  )
}
