import { Button, Skeleton, Text, Title } from '@mantine/core'
import { IconPencil } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import {
  alarms,
  type LimitedVital,
  type Limits,
  type NotifyChange,
  type NotifySetting,
  quantities,
} from 'contract'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ask } from '../../../api/client.ts'
import { limitBounds } from '../../../clinical/limit-fields.tsx'
import { useVitalName } from '../../../clinical/use-vital-name.ts'
import { useMay } from '../../../session/signed-in.tsx'
import { formatTime } from '../../../ui/date/dates.ts'
import { Moment } from '../../../ui/date/moment.tsx'
import { QueryFailure } from '../../../ui/feedback/query-failure.tsx'
import { staffName } from '../../../ui/person-name.ts'
import classes from '../notify.module.css'
import { NotifyForm } from './notify-form.tsx'

/** The alarm settings of each vital sign of one patient, who changed them, and their history. */
export function NotifySettings({ patientId }: { patientId: string }) {
  const { t } = useTranslation('alarms')
  const vitalName = useVitalName('alarm')
  const mayConfigure = useMay('alarm:configure')
  const [edited, setEdited] = useState<LimitedVital>()
  const found = useQuery(ask(alarms.settings, { patient_id: patientId }, true))
  if (found.isLoadingError) return <QueryFailure query={found} />
  if (!found.data) return <Skeleton height="24rem" />
  const { settings, changes } = found.data
  return (
    <>
      <section className={classes.section}>
        <Title order={2} size="h4">
          {t('notify.settings')}
        </Title>
        <Text c="dimmed">{t('notify.explained')}</Text>
        {!mayConfigure && <Text c="dimmed">{t('notify.read-only')}</Text>}
        <ul className={classes.settings}>
          {settings.map((setting) => (
            <li key={setting.vital} className={classes.setting}>
              <SettingItem setting={setting}>
                {mayConfigure && edited !== setting.vital && (
                  <Button
                    variant="default"
                    size="md"
                    leftSection={<IconPencil size={18} aria-hidden />}
                    aria-label={t('notify.change-of', { vital: vitalName(setting.vital) })}
                    onClick={() => setEdited(setting.vital)}
                  >
                    {t('notify.change')}
                  </Button>
                )}
              </SettingItem>
              {edited === setting.vital && (
                <NotifyForm patientId={patientId} setting={setting} onDone={() => setEdited(undefined)} />
              )}
            </li>
          ))}
        </ul>
      </section>
      <section className={classes.section}>
        <Title order={2} size="h4">
          {t('notify.history')}
        </Title>
        {changes.length === 0 ? (
          <Text c="dimmed">{t('notify.no-history')}</Text>
        ) : (
          <ol className={classes.history}>
            {changes.map((change) => (
              <li key={change._id}>
                <NotifyChangeItem change={change} />
              </li>
            ))}
          </ol>
        )}
      </section>
    </>
  )
}

function SettingItem({ setting, children }: { setting: NotifySetting; children: ReactNode }) {
  const { t, i18n } = useTranslation('alarms')
  const vitalName = useVitalName('alarm')
  const { vital, mode, limits, standard, reason, until, changed_at, changed_by } = setting
  const time = (at: string) => formatTime(at, i18n.language, 'dd MMM yyyy hh:mm a')
  return (
    <div className={classes.line}>
      <div className={classes.name}>
        <strong>{vitalName(vital)}</strong>
        <span className={classes.mode} data-mode={mode}>
          {t(`notify.mode.${mode}`)}
          {until && ` ${t('notify.until-is', { time: time(until) })}`}
        </span>
      </div>
      <div className={classes.what}>
        {mode !== 'disabled' && <LimitsText vital={vital} limits={limits ?? standard} />}
        {mode !== 'default' && (
          <div className={classes.small}>
            {t('notify.mode.default')} <LimitsText vital={vital} limits={standard} />
          </div>
        )}
        {reason && <span>{reason}</span>}
        <span className={classes.small}>
          {changed_at
            ? t('notify.changed', {
                who: changed_by ? staffName(changed_by) : t('detail.by-panel'),
                time: time(changed_at),
              })
            : t('notify.unchanged')}
        </span>
      </div>
      {children}
    </div>
  )
}

/** The limits that are set, each below its name and in its own column. */
function LimitsText({ vital, limits }: { vital: LimitedVital; limits: Limits }) {
  const { t, i18n } = useTranslation('alarms')
  const { unit, decimals } = quantities[vital]
  const set = limitBounds.filter((bound) => limits[bound] !== null)
  if (set.length === 0) return <span>{t('notify.no-limit')}</span>
  return (
    <dl className={classes.bounds}>
      {set.map((bound) => (
        <div key={bound} data-bound={bound}>
          <dt className={classes.small}>{t(`bound.${bound}`)}</dt>
          <dd>
            {t(bound.endsWith('low') ? 'limit.low' : 'limit.high', {
              limit: limits[bound]?.toLocaleString(i18n.language, { minimumFractionDigits: decimals }),
            })}{' '}
            <span className={classes.small}>{unit}</span>
          </dd>
        </div>
      ))}
    </dl>
  )
}

function NotifyChangeItem({
  change: { at, by, vital, mode, limits, reason, until },
}: {
  change: NotifyChange
}) {
  const { t, i18n } = useTranslation('alarms')
  const vitalName = useVitalName('alarm')
  const time = (moment: string) => formatTime(moment, i18n.language, 'dd MMM yyyy hh:mm a')
  return (
    <>
      <span className={classes.small}>
        <Moment at={at} /> · {by ? staffName(by) : t('detail.by-panel')}
      </span>
      <span>
        <strong>{vitalName(vital)}</strong>: {t(`notify.mode.${mode}`)}
        {until && ` ${t('notify.until-is', { time: time(until) })}`}
      </span>
      {limits && <LimitsText vital={vital} limits={limits} />}
      {reason && <span>{reason}</span>}
    </>
  )
}
