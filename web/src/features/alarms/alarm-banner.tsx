import { Button, VisuallyHidden } from '@mantine/core'
import { IconAlertTriangleFilled, IconCheck } from '@tabler/icons-react'
import type { Alarm } from 'contract'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { TimeAgo } from '../../ui/date/time-ago.tsx'
import { useNow } from '../../ui/date/use-now.ts'
import classes from './alarm-banner.module.css'
import { AlarmPatient } from './alarm-facts.tsx'
import { alarmPanelOpen } from './alarm-panel-open.ts'
import { useAcknowledge, useMayAct, useOpenAlarms } from './queries.ts'
import { listUnseenHighAlarms } from './rules.ts'
import { SeverityBadge } from './severity-badge.tsx'
import { useAlarmSentence, useAlarmValueText, useRuleName } from './words.ts'

const noAlarms: readonly Alarm[] = []
const snoozeCheckMs = 5000
/** Longer than the time between the clicks of a double click, and than the time to stop a moving hand. */
const settleMs = 700

/** Shown at the top of every screen while an alarm of high priority is not acknowledged. */
export function AlarmBanner() {
  const { t } = useTranslation(['alarms', 'vital-signs'])
  const ruleName = useRuleName()
  const sentence = useAlarmSentence()
  const measured = useAlarmValueText()
  const mayAct = useMayAct()
  const acknowledge = useAcknowledge()
  const open = useOpenAlarms().data?.alarms ?? noAlarms
  const now = useNow(open.some(({ snoozed_until }) => snoozed_until) ? snoozeCheckMs : 0)
  const unseen = listUnseenHighAlarms(open, now)
  const said = useNewAlarms(unseen)
  const { shown, isSettled } = useSettledAlarm(unseen)
  const number = shown && measured.number(shown, shown.value)
  return (
    <>
      <VisuallyHidden role="alert">
        {said.map((alarm) => (
          <p key={alarm._id}>{t('banner.said', { what: sentence(alarm) })}</p>
        ))}
      </VisuallyHidden>
      {shown && (
        <section className={classes.banner} data-alarm-banner aria-label={t('banner.name')}>
          <IconAlertTriangleFilled size={22} className={classes.icon} aria-hidden />
          <div className={classes.what}>
            <SeverityBadge severity="high" />
            <strong>
              {ruleName(shown.rule)}
              {number && ` ${number} ${measured.unit(shown)}`}
            </strong>
            <AlarmPatient alarm={shown} />
            <TimeAgo moment={shown.raised_at} />
          </div>
          <div className={classes.acts}>
            <Button size="sm" variant="default" onClick={() => alarmPanelOpen.set(true)}>
              {unseen.length > 1 ? t('banner.more', { count: unseen.length - 1 }) : t('banner.show')}
            </Button>
            {mayAct && (
              <Button
                size="sm"
                color="dark"
                leftSection={<IconCheck size={16} aria-hidden />}
                aria-label={t('act.acknowledge-of', { what: sentence(shown) })}
                aria-disabled={!isSettled}
                data-disabled={!isSettled}
                loading={acknowledge.isPending}
                onClick={() => isSettled && acknowledge.mutate({ _id: shown._id, severity: shown.severity })}
              >
                {t('act.acknowledge')}
              </Button>
            )}
          </div>
        </section>
      )}
    </>
  )
}

/**
 * The shown alarm stays until somebody acknowledges it, even if newer alarms arrive: otherwise a click on its way to
 * the button would acknowledge another patient's alarm. It accepts clicks once it has been shown for `settleMs`.
 */
function useSettledAlarm(unseen: readonly Alarm[]): { shown: Alarm | undefined; isSettled: boolean } {
  const [shownId, setShownId] = useState<string>()
  const [settledId, setSettledId] = useState<string>()
  const shown = unseen.find(({ _id }) => _id === shownId) ?? unseen[0]
  if (shown?._id !== shownId) setShownId(shown?._id)
  useEffect(() => {
    const timer = setTimeout(() => setSettledId(shownId), settleMs)
    return () => {
      clearTimeout(timer)
      setSettledId(undefined)
    }
  }, [shownId])
  return { shown, isSettled: shown !== undefined && shown._id === settledId }
}

/** The alarms that arrived last: a screen reader announces each of them once, however often it is rendered. */
function useNewAlarms(unseen: readonly Alarm[]): readonly Alarm[] {
  const [said, setSaid] = useState<{ known: ReadonlySet<string>; newest: readonly Alarm[] }>({
    known: new Set(),
    newest: noAlarms,
  })
  useEffect(() => {
    setSaid((before) => {
      const news = unseen.filter(({ _id }) => !before.known.has(_id))
      const isGone = [...before.known].some((id) => !unseen.some(({ _id }) => _id === id))
      if (news.length === 0 && !isGone) return before
      return {
        known: new Set(unseen.map(({ _id }) => _id)),
        newest: news.length > 0 ? news : before.newest,
      }
    })
  }, [unseen])
  return said.newest
}
