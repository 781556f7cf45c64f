import { Button, VisuallyHidden } from '@mantine/core'
import { IconAlertTriangleFilled, IconCheck } from '@tabler/icons-react'
import type { Alarm } from 'contract'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { AgeOf } from '../../ui/age-of.tsx'
import { useNow } from '../../ui/use-now.ts'
import classes from './alarm-banner.module.css'
import { AlarmPatient } from './alarm-facts.tsx'
import { panelIsOpen } from './panel-is-open.ts'
import { useAcknowledge, useMayAct, useOpenAlarms } from './queries.ts'
import { unseenHigh } from './rules.ts'
import { SeverityMark } from './severity-mark.tsx'
import { useAlarmSentence, useMeasured, useRuleName } from './words.ts'

const none: readonly Alarm[] = []
const lookMs = 5000

/** At the top of every screen for as long as nobody has acknowledged an alarm of high priority. */
export function AlarmBanner() {
  const { t } = useTranslation('alarms')
  const ruleName = useRuleName()
  const sentence = useAlarmSentence()
  const measured = useMeasured()
  const mayAct = useMayAct()
  const acknowledge = useAcknowledge()
  const open = useOpenAlarms().data?.alarms ?? none
  const now = useNow(open.some(({ snoozed_until }) => snoozed_until) ? lookMs : 0)
  const unseen = unseenHigh(open, now)
  const said = useSaidOnce(unseen)
  const [first] = unseen
  const number = first && measured.number(first, first.value)
  return (
    <>
      <VisuallyHidden role="alert">
        {said.map((alarm) => (
          <p key={alarm._id}>{t('banner.said', { what: sentence(alarm) })}</p>
        ))}
      </VisuallyHidden>
      {first && (
        <section className={classes.banner} aria-label={t('banner.name')}>
          <IconAlertTriangleFilled size={22} className={classes.icon} aria-hidden />
          <div className={classes.what}>
            <SeverityMark severity="high" />
            <strong>
              {ruleName(first.rule)}
              {number && ` ${number} ${measured.unit(first)}`}
            </strong>
            <AlarmPatient alarm={first} />
            <AgeOf moment={first.raised_at} />
          </div>
          <div className={classes.acts}>
            <Button size="sm" variant="default" onClick={() => panelIsOpen.set(true)}>
              {unseen.length > 1 ? t('banner.more', { count: unseen.length - 1 }) : t('banner.show')}
            </Button>
            {mayAct && (
              <Button
                size="sm"
                color="dark"
                leftSection={<IconCheck size={16} aria-hidden />}
                aria-label={t('act.acknowledge-of', { what: sentence(first) })}
                loading={acknowledge.isPending}
                onClick={() => acknowledge.mutate({ _id: first._id })}
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

/** Those that came last, until others come: each is said to a screen reader once, however often it is drawn. */
function useSaidOnce(unseen: readonly Alarm[]): readonly Alarm[] {
  const [said, setSaid] = useState<{ known: ReadonlySet<string>; newest: readonly Alarm[] }>({
    known: new Set(),
    newest: none,
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
