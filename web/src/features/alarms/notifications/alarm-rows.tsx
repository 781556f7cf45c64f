import type { Alarm } from 'contract'
import { useTranslation } from 'react-i18next'
import { StaffName } from '../../../clinical/staff/staff-name.tsx'
import { formatTime } from '../../../ui/date/dates.ts'
import { Time } from '../../../ui/date/time.tsx'
import { TimeAgo } from '../../../ui/date/time-ago.tsx'
import { RecordRows } from '../../../ui/list/record-rows.tsx'
import type { Column } from '../../../ui/list/record-table.tsx'
import { formatStaffName } from '../../../ui/person-name.ts'
import { AlarmPatient, WorstValue } from '../alarm-facts.tsx'
import classes from '../alarms.module.css'
import { SeverityBadge } from '../severity-badge.tsx'
import { useAlarmSubject, useAlarmValueText, useRuleName } from '../words.ts'

type AlarmRowsProps = {
  /** Label of the list for screen readers. */
  label: string
  alarms: readonly Alarm[] | undefined
  toPath: (alarm: Alarm) => string
  isStale: boolean
  /** Set in a patient's own record, where the patient's name is left out. */
  isOfOnePatient?: boolean
}

function AlarmValueCell({ alarm }: { alarm: Alarm }) {
  const measured = useAlarmValueText()
  const number = measured.number(alarm, alarm.value)
  return (
    number !== undefined && (
      <>
        <strong>{number}</strong> <span className={classes.unit}>{measured.unit(alarm)}</span>
      </>
    )
  )
}

function AlarmStateCell({ alarm: { state, assigned_to, acknowledged_by, cleared_by } }: { alarm: Alarm }) {
  const { t } = useTranslation('alarms')
  const who = acknowledged_by ?? cleared_by
  return (
    <div className={classes.two}>
      <span data-waits={state === 'active' || undefined} className={classes.state}>
        {t(`state.${state}`)}
      </span>
      {assigned_to ? (
        <span className={classes.small}>{t('assigned-to', { who: formatStaffName(assigned_to) })}</span>
      ) : (
        <StaffName of={who} className={classes.small} />
      )}
    </div>
  )
}

export function AlarmRows({ label, alarms, toPath, isStale, isOfOnePatient = false }: AlarmRowsProps) {
  const { t, i18n } = useTranslation('alarms')
  const ruleName = useRuleName()
  const { limit } = useAlarmValueText()
  const whose = useAlarmSubject()
  const columns: Column<Alarm, 'raised' | 'severity' | 'patient' | 'what' | 'state'>[] = [
    {
      key: 'severity',
      label: t('column.severity'),
      cell: ({ severity }) => <SeverityBadge severity={severity} />,
      skeletonWidth: 60,
    },
    {
      key: 'what',
      label: t('column.what'),
      cell: (alarm) => (
        <div className={classes.two}>
          <span>
            {ruleName(alarm.rule)} <AlarmValueCell alarm={alarm} />
          </span>
          <span className={classes.limits}>
            {limit(alarm)} <WorstValue alarm={alarm} />
          </span>
        </div>
      ),
      skeletonWidth: 160,
    },
    {
      key: 'patient',
      label: t('column.patient'),
      cell: (alarm) => <AlarmPatient alarm={alarm} />,
      skeletonWidth: 160,
    },
    {
      key: 'raised',
      label: t('column.raised'),
      cell: ({ raised_at }) => (
        <div className={classes.two}>
          <Time at={raised_at} />
          <span className={classes.small}>
            <TimeAgo at={raised_at} />
          </span>
        </div>
      ),
      skeletonWidth: 130,
    },
    {
      key: 'state',
      label: t('column.state'),
      cell: (alarm) => <AlarmStateCell alarm={alarm} />,
      skeletonWidth: 110,
    },
  ]
  return (
    <RecordRows
      label={label}
      columns={columns.filter(({ key }) => !(isOfOnePatient && key === 'patient'))}
      rows={alarms}
      rowKey={({ _id }) => _id}
      rowLink={{
        path: toPath,
        label: (alarm) =>
          t('row', {
            what: ruleName(alarm.rule),
            patient: whose(alarm),
            time: formatTime(alarm.raised_at, i18n.language, 'dd MMM yyyy HH:mm:ss'),
          }),
        isOver: true,
      }}
      card={(alarm) => <AlarmRowCard alarm={alarm} isOfOnePatient={isOfOnePatient} />}
      cardProps={({ severity }) => ({
        className: `${classes.card} ${classes.linked}`,
        'data-severity': severity,
      })}
      isStale={isStale}
    />
  )
}

function AlarmRowCard({ alarm, isOfOnePatient }: { alarm: Alarm; isOfOnePatient: boolean }) {
  const ruleName = useRuleName()
  const measured = useAlarmValueText()
  return (
    <>
      <div className={classes.cardHead}>
        <SeverityBadge severity={alarm.severity} />
        <span className={classes.small}>
          <Time at={alarm.raised_at} />
        </span>
      </div>
      <div className={classes.cardBody}>
        <strong>{ruleName(alarm.rule)}</strong>
        <span>
          <AlarmValueCell alarm={alarm} /> <span className={classes.small}>{measured.limit(alarm)}</span>{' '}
          <WorstValue alarm={alarm} />
        </span>
      </div>
      {!isOfOnePatient && <AlarmPatient alarm={alarm} />}
      <AlarmStateCell alarm={alarm} />
    </>
  )
}
