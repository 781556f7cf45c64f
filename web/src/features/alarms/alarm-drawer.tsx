import { Anchor, Skeleton, Stack, Title } from '@mantine/core'
import type { Alarm, alarms, Result } from 'contract'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { formatVitalSignsPath, notificationsPath } from '../../paths.ts'
import { formatTime } from '../../ui/date/dates.ts'
import { Fact } from '../../ui/fact.tsx'
import { QueryFailure } from '../../ui/feedback/query-failure.tsx'
import { SideSheet } from '../../ui/feedback/side-sheet.tsx'
import { useIsPhone } from '../../ui/use-is-phone.ts'
import { useLocalizedName } from '../../ui/use-localized-name.ts'
import { AlarmActs } from './alarm-acts.tsx'
import { AlarmPatient, AlarmStatus, AlarmValue } from './alarm-facts.tsx'
import { AlarmLocation } from './alarm-location.tsx'
import { AlarmTimeline } from './alarm-timeline.tsx'
import classes from './alarms.module.css'
import { useAlarm } from './queries.ts'
import { SeverityBadge } from './severity-badge.tsx'
import { useAlarmDeviceName, useRuleName } from './words.ts'

/** One alarm with all its steps, in a drawer beside the list. */
export function AlarmDrawer({ id, onClose }: { id: string | undefined; onClose: () => void }) {
  const { t } = useTranslation('alarms')
  const isPhone = useIsPhone()
  return (
    <SideSheet
      title={t('detail.title')}
      opened={id !== undefined}
      onClose={onClose}
      position={isPhone ? 'bottom' : 'right'}
    >
      {id && <LoadedAlarm id={id} />}
    </SideSheet>
  )
}

function LoadedAlarm({ id }: { id: string }) {
  const found = useAlarm(id)
  if (found.isError) return <QueryFailure query={found} />
  if (!found.data) return <Skeleton height="24rem" />
  return <AlarmDetail {...found.data} />
}

function AlarmDetail({ alarm, steps }: Result<typeof alarms.get>) {
  const { t, i18n } = useTranslation('alarms')
  const ruleName = useRuleName()
  const deviceName = useAlarmDeviceName()
  const device = deviceName(alarm)
  const localName = useLocalizedName()
  const { patient, raised_ward, raised_bed, outcome, note, clearing, cleared_at } = alarm
  return (
    <Stack gap="lg">
      <div className={classes.cardBody}>
        <div className={classes.two}>
          <span>
            <SeverityBadge severity={alarm.severity} />
          </span>
          <Title order={3} size="h4">
            {ruleName(alarm.rule)}
          </Title>
          <AlarmPatient alarm={alarm} />
        </div>
        <AlarmValue alarm={alarm} />
      </div>
      <AlarmLocation alarm={alarm} />
      <AlarmStatus alarm={alarm} />
      <AlarmActs alarm={alarm} />
      <dl className={classes.facts}>
        <Fact label={t('column.state')}>{t(`state.${alarm.state}`)}</Fact>
        {isRaisedElsewhere(alarm) && (
          <Fact label={t('detail.raised-in')}>
            {[
              raised_ward ? localName(raised_ward) : t('burden.no-ward'),
              raised_bed && t('bed', { bed: raised_bed }),
            ]
              .filter(Boolean)
              .join(' ')}
          </Fact>
        )}
        {device && <Fact label={t('detail.device')}>{device}</Fact>}
        {clearing && (
          <Fact label={t('detail.clearing')}>
            {t(`clearing.${clearing}`)}
            {cleared_at && ` · ${formatTime(cleared_at, i18n.language, 'dd MMM yyyy HH:mm')}`}
          </Fact>
        )}
        {outcome && <Fact label={t('detail.outcome')}>{t(`outcome.${outcome}`)}</Fact>}
        {note && <Fact label={t('detail.note')}>{note}</Fact>}
      </dl>
      <section>
        <Title order={4} size="h5" mb={4}>
          {t('detail.steps')}
        </Title>
        <AlarmTimeline alarm={alarm} steps={steps} />
      </section>
      {patient && (
        <div className={classes.acts}>
          <Anchor component={Link} to={formatVitalSignsPath(patient._id)} className={classes.lead}>
            {t('vital-signs')}
          </Anchor>
          <Anchor
            component={Link}
            to={`${notificationsPath}?patient=${patient._id}`}
            className={classes.lead}
          >
            {t('detail.of-patient')}
          </Anchor>
        </div>
      )}
    </Stack>
  )
}

function isRaisedElsewhere({ patient, raised_ward, raised_bed }: Alarm): boolean {
  return patient !== null && (patient.ward?._id !== raised_ward?._id || patient.bed !== raised_bed)
}
