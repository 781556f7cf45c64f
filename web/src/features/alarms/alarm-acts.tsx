import { ActionIcon, Button, Menu } from '@mantine/core'
import { IconCheck, IconDotsVertical } from '@tabler/icons-react'
import type { Alarm } from 'contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { formatAlarmOnMapPath, formatAlarmPath, formatVitalSignsPath } from '../../paths.ts'
import { type AlarmAct, AlarmActForm, WorsenedNotice } from './alarm-act-form.tsx'
import { formatRouteUrl } from './alarm-location.tsx'
import classes from './alarms.module.css'
import { useAcknowledge, useMayAct } from './queries.ts'
import { useAlarmSentence } from './words.ts'

/** What the user may do about an alarm: nothing if they may only read, or if it is closed. */
export function useAlarmActs(alarm: Alarm) {
  const mayAct = useMayAct() && alarm.state !== 'cleared'
  const acknowledge = useAcknowledge()
  const [chosen, setChosen] = useState<AlarmAct>()
  const isActive = alarm.state === 'active'
  // Keep a begun note when the alarm has to be acknowledged again: it is saved with the acknowledgement.
  const all: readonly AlarmAct[] =
    isActive && chosen !== 'note' ? ['snooze', 'assign', 'close'] : ['note', 'snooze', 'assign', 'close']
  const choices = mayAct ? all : []
  return {
    alarm,
    mayAcknowledge: mayAct && isActive,
    acknowledge,
    choices,
    chosen: chosen && choices.includes(chosen) ? chosen : undefined,
    setChosen,
  }
}

type AlarmActsState = ReturnType<typeof useAlarmActs>

/** Acknowledge with one click; the other actions open below. */
export function AlarmActs({ alarm }: { alarm: Alarm }) {
  const { t } = useTranslation('alarms')
  const acts = useAlarmActs(alarm)
  const { choices, chosen, setChosen } = acts
  if (choices.length === 0) return null
  return (
    <>
      <div className={classes.acts} role="group" aria-label={t('act.group')}>
        <AcknowledgeButton acts={acts} />
        {choices.map((choice) => (
          <Button
            key={choice}
            size="md"
            px="sm"
            variant="default"
            aria-expanded={chosen === choice}
            data-chosen={chosen === choice || undefined}
            onClick={() => setChosen(chosen === choice ? undefined : choice)}
          >
            {t(`act.${choice}`)}
          </Button>
        ))}
      </div>
      <ChosenAct acts={acts} />
    </>
  )
}

export function AcknowledgeButton({
  acts: { alarm, mayAcknowledge, acknowledge },
}: {
  acts: AlarmActsState
}) {
  const { t } = useTranslation('alarms')
  const sentence = useAlarmSentence()
  if (!mayAcknowledge) return null
  return (
    <Button
      size="md"
      px="sm"
      data-first
      leftSection={<IconCheck size={18} aria-hidden />}
      aria-label={t('act.acknowledge-of', { what: sentence(alarm) })}
      loading={acknowledge.isPending}
      onClick={() => acknowledge.mutate({ _id: alarm._id, severity: alarm.severity })}
    >
      {t('act.acknowledge')}
    </Button>
  )
}

/** The form of the chosen action, and why an acknowledgement was refused. */
export function ChosenAct({ acts }: { acts: AlarmActsState }) {
  const { alarm, mayAcknowledge, acknowledge, chosen, setChosen } = acts
  return (
    <>
      {mayAcknowledge && <WorsenedNotice error={acknowledge.error} />}
      {chosen && <AlarmActForm key={chosen} act={chosen} alarm={alarm} onDone={() => setChosen(undefined)} />}
    </>
  )
}

type AlarmMenuProps = { acts: AlarmActsState; onLeave: (() => void) | undefined }

/** The rarer actions, and where more about the alarm is shown. */
export function AlarmMenu({ acts: { alarm, choices, setChosen }, onLeave }: AlarmMenuProps) {
  const { t } = useTranslation('alarms')
  const sentence = useAlarmSentence()
  const { _id, patient, lat, lang } = alarm
  const leave = onLeave && { onClick: onLeave }
  return (
    // Inside the drawer, whose focus trap would not reach a menu elsewhere in the page.
    <Menu position="bottom-end" withinPortal={false} withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <ActionIcon
          variant="default"
          size={44}
          aria-label={t('act.more-of', { what: sentence(alarm) })}
          title={t('act.more')}
        >
          <IconDotsVertical size={20} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {choices.map((choice) => (
          <Menu.Item key={choice} onClick={() => setChosen(choice)}>
            {t(`act.${choice}`)}
          </Menu.Item>
        ))}
        {choices.length > 0 && <Menu.Divider />}
        {patient && (
          <Menu.Item component={Link} to={formatVitalSignsPath(patient._id)} {...leave}>
            {t('vital-signs')}
          </Menu.Item>
        )}
        {lat !== null && lang !== null && (
          <>
            <Menu.Item component={Link} to={formatAlarmOnMapPath(_id)} {...leave}>
              {t('place.map')}
            </Menu.Item>
            <Menu.Item component="a" href={formatRouteUrl({ lat, lang })} target="_blank" rel="noreferrer">
              {t('place.route')}
            </Menu.Item>
          </>
        )}
        <Menu.Item component={Link} to={formatAlarmPath(_id)} {...leave}>
          {t('detail.steps')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
