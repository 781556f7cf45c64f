import { type Alarm, classifyMorse, type HandoverRow, type ObservationTimes } from 'contract'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { formatFigure, listMeasuredVitals } from '../../clinical/newest-values.ts'
import { PatientName } from '../../clinical/patient/patient-name.tsx'
import { StayPlaceText } from '../../clinical/patient/stay-place-text.tsx'
import { useRuleText, useVitalName } from '../../clinical/use-vital-name.ts'
import { DueText } from '../../clinical/vitals/due-text.tsx'
import { ShiftTotals } from '../../clinical/vitals/fluid-balance.tsx'
import { formatTime, toHospitalDate } from '../../ui/date/dates.ts'
import { useAgeText } from '../../ui/date/use-age-text.ts'
import { useToday } from '../../ui/date/use-today.ts'
import { InlineFacts } from '../../ui/inline-facts.tsx'
import { formatStaffName } from '../../ui/person-name.ts'
import { useLocalizedName } from '../../ui/use-localized-name.ts'
import classes from './handover.module.css'

type CellProps = { row: HandoverRow }

/** Who it is: the bed, the name and what tells two people apart. */
export function WhoCell({ row: { patient, stay }, showsWard }: CellProps & { showsWard: boolean }) {
  const { t } = useTranslation('patients')
  const ageText = useAgeText()
  const localName = useLocalizedName()
  const facts = [
    `HN ${patient.hn}`,
    t(`gender.${patient.gender}`),
    ageText(patient),
    showsWard && patient.ward && localName(patient.ward),
  ]
  return (
    <div className={classes.who}>
      <strong className={classes.bed}>{patient.bed ?? '–'}</strong>
      <div>
        <strong>
          <PatientName of={patient} />
        </strong>
        <span className={classes.minor}>
          <InlineFacts of={facts} /> {stay && <StayPlaceText stay={stay} />}
        </span>
      </div>
    </div>
  )
}

/** Why the patient is here, and what must never be overlooked. */
export function BackgroundCell({ row }: CellProps) {
  const { t, i18n } = useTranslation(['handover', 'patients', 'beds', 'calculations'])
  const { diagnosis, admitted_at, attending, allergies, no_known_allergy, isolation, is_dnr, morse_score } =
    row
  return (
    <div className={classes.lines}>
      <span>{diagnosis ?? t('no-diagnosis')}</span>
      <span className={classes.minor}>
        {[
          admitted_at && t('admitted', { date: formatTime(admitted_at, i18n.language, 'dd MMM yyyy') }),
          attending && formatStaffName(attending),
        ]
          .filter(Boolean)
          .join(' · ')}
      </span>
      {is_dnr ? (
        <strong className={classes.warning}>{t('dnr')}</strong>
      ) : (
        <span className={classes.minor}>{t(is_dnr === null ? 'dnr-not-asked' : 'no-dnr')}</span>
      )}
      {morse_score !== null && (
        <span className={classes.minor}>
          Morse {morse_score}: {t(`calculations:morse-risk.${classifyMorse(morse_score)}`)}
        </span>
      )}
      {isolation
        .filter((kind) => kind !== 'STANDARD')
        .map((kind) => (
          <strong key={kind} className={classes.warning}>
            {t(`beds:isolation.${kind}`)}
          </strong>
        ))}
      {allergies.length > 0 ? (
        <strong className={classes.allergy}>
          {t('allergic-to')}{' '}
          {allergies
            .map(({ substance, severity }) => `${substance} (${t(`patients:allergy-severity.${severity}`)})`)
            .join(', ')}
        </strong>
      ) : (
        <span className={classes.minor}>
          {t(no_known_allergy ? 'patients:field.no_known_allergy' : 'allergies-unknown')}
        </span>
      )}
    </div>
  )
}

/** How the patient is: NEWS2 and its course, the newest values with their times, and what alarms are open. */
export function StateCell({ row, alarms }: CellProps & { alarms: readonly Alarm[] }) {
  const { t } = useTranslation(['handover', 'ward-board', 'alarms'])
  const vitalName = useVitalName('tile')
  const ruleText = useRuleText()
  const score = row.latest.find(({ vital }) => vital === 'news2')
  const before = row.score_before?.value
  const now = score?.value ?? undefined
  return (
    <div className={classes.lines}>
      <span>
        NEWS2 <strong>{now ?? t('no-score')}</strong>
        {now !== undefined && before !== undefined && (
          <>
            {' '}
            {now > before ? '↗' : now < before ? '↘' : '→'}{' '}
            {t(`ward-board:course.${now > before ? 'rose' : now < before ? 'fell' : 'same'}`)}
            {now !== before && ` ${t('ward-board:score.from', { value: before })}`}
          </>
        )}
        {score && <At at={score.note ?? score.measured_at} />}
      </span>
      <span className={classes.values}>
        {listMeasuredVitals(row.latest).map(({ vital, value }) => (
          <span key={vital}>
            {vitalName(vital)} <strong>{formatFigure(vital, value)}</strong>
            <At at={value.measured_at} />
          </span>
        ))}
      </span>
      {alarms.map(({ _id, rule, severity, value, second, raised_at, acknowledged_at }) => (
        <span key={_id}>
          <strong className={classes.alarm} data-severity={severity}>
            {t(`alarms:severity.${severity}`)}: {ruleText(rule)}
          </strong>
          {value !== null && ` ${second === null ? value : `${value}/${second}`}`}
          {acknowledged_at && ` · ${t('alarms:state.acknowledged')}`}
          <At at={raised_at} />
        </span>
      ))}
    </div>
  )
}

/** What is due, what went in and out in this shift, and what the patient wears. */
export function CareCell({ row, times }: CellProps & { times: ObservationTimes }) {
  const { t } = useTranslation(['handover', 'monitoring'])
  const { fluids, devices } = row
  return (
    <div className={classes.lines}>
      <DueText row={row} times={times} />
      {fluids && <ShiftTotals sum={fluids} before="I/O" after={t('ml')} />}
      {devices.length > 0 && (
        <span>
          {devices
            .map(
              ({ kind, status }) =>
                `${t(`monitoring:kind.${kind}`)} (${t(`monitoring:status.${status ?? 'never'}`)})`,
            )
            .join(', ')}
        </span>
      )}
    </div>
  )
}

/** What colleagues wrote for the next shift. */
export function NotesCell({ row: { notes }, children }: CellProps & { children?: ReactNode }) {
  return (
    <div className={classes.lines}>
      {notes.map(({ _id, at, by, text }) => (
        <p key={_id} className={classes.note}>
          {text}
          <span className={classes.minor}>
            {by && formatStaffName(by)}
            <At at={at} />
          </span>
        </p>
      ))}
      {children}
    </div>
  )
}

/** The clock; of another day with its date. */
function At({ at }: { at: string }) {
  const { i18n } = useTranslation()
  const isToday = toHospitalDate(at) === useToday()
  return (
    <span className={classes.at}>
      {' '}
      {formatTime(at, i18n.language, isToday ? 'HH:mm' : 'dd MMM yyyy HH:mm')}
    </span>
  )
}
