import type { Patient, Result, triage, Visit } from 'contract'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useZoneName } from '../../../clinical/emergency/use-zone-name.ts'
import { PatientPrintout } from '../../../clinical/print/patient-printout.tsx'
import { StaffName } from '../../../clinical/staff/staff-name.tsx'
import { TriageBadge } from '../../../clinical/triage-badge.tsx'
import { formatTime } from '../../../ui/date/dates.ts'
import { Time } from '../../../ui/date/time.tsx'
import { EmptyValue } from '../../../ui/empty-value.tsx'
import { ChangedFacts } from '../changed-facts.tsx'
import { ChangedTo, Found, listCompleted, Why } from '../triage-parts.tsx'
import { Voided } from '../visits/void-visit.tsx'
import { useAccidentWords } from '../words.ts'
import classes from './visit-printout.module.css'

type VisitPrintoutProps = {
  patient: Patient
  visit: Visit
  history: Pick<Result<typeof triage.history>, 'triages' | 'corrections' | 'zones'>
}

/** A visit on A4: what was told at the arrival, each triage, the first one first, and what was corrected. */
export function VisitPrintout({ patient, visit, history }: VisitPrintoutProps) {
  const { t, i18n } = useTranslation('triage')
  const zoneName = useZoneName(history.zones)
  const isOfVisit = (one: { visit: { _id: string } }) => one.visit._id === visit._id
  const triages = history.triages.filter(isOfVisit).toReversed()
  const corrections = history.corrections.filter(isOfVisit).toReversed()
  const completed = listCompleted(triages)
  const arrived = formatTime(visit.visited_at, i18n.language, 'dd MMM yyyy HH:mm')
  return (
    <PatientPrintout
      patient={patient}
      title={t('print.title')}
      about={`VN ${visit.vn} · ${t(`kind.${visit.kind}`)} · ${arrived}`}
    >
      {visit.voided && (
        <p>
          <Voided of={visit.voided} />
        </p>
      )}
      <ArrivalFacts visit={visit} />
      <h2 className={classes.heading}>{t('title')}</h2>
      {triages.length === 0 ? (
        <p>{t('print.none')}</p>
      ) : (
        <table className={classes.table}>
          <thead>
            <tr>
              {(['at', 'to', 'why', 'found', 'news2'] as const).map((name) => (
                <th key={name} scope="col" data-column={name}>
                  {t(`history.${name}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {triages.map((one) => (
              <tr key={one._id}>
                <td>
                  <Time at={one.at} />
                  <br />
                  <StaffName of={one.by} />
                </td>
                <td>
                  {one.from && (
                    <>
                      <TriageBadge level={one.from} /> →{' '}
                    </>
                  )}
                  <ChangedTo row={one} zone={zoneName(one.zone)} isCompleted={completed.has(one._id)} />
                </td>
                <td>
                  <Why row={one} />
                </td>
                <td>
                  <Found of={one.found} />
                </td>
                <td>{one.news2 ?? <EmptyValue />}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {corrections.length > 0 && (
        <>
          <h2 className={classes.heading}>{t('history.arrival')}</h2>
          <table className={classes.table}>
            <thead>
              <tr>
                {(['at', 'what', 'why'] as const).map((name) => (
                  <th key={name} scope="col" data-column={name}>
                    {t(`history.${name}`)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {corrections.map((one) => (
                <tr key={one._id}>
                  <td>
                    <Time at={one.at} />
                    <br />
                    <StaffName of={one.by} />
                  </td>
                  <td>
                    <ChangedFacts of={one} />
                  </td>
                  <td>{one.reason ?? t('history.at-triage')}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </>
      )}
    </PatientPrintout>
  )
}

type Fact = readonly [label: string, value: ReactNode]

/** What was told at the arrival, and how the visit went on; what nobody said is left out. */
function ArrivalFacts({ visit }: { visit: Visit }) {
  const { t } = useTranslation('triage')
  const listAccident = useAccidentCodes()
  const { source, mode, accident, is_accident, pregnancy, pregnancy_weeks, disposition } = visit
  const at = (instant: string | null) => instant && <Time at={instant} />
  const facts: Fact[] = [
    [t('fact.visited_at'), at(visit.visited_at)],
    [t('history.er-since'), at(visit.er_since)],
    [t('fact.source'), source && t(`source.${source}`)],
    [t('fact.referring_hospital'), visit.referring_hospital],
    [t('fact.referral_number'), visit.referral_number],
    [t('fact.mode'), mode && t(`mode.${mode}`)],
    [t('fact.complaint'), visit.complaint],
    [
      t('fact.symptom_groups'),
      visit.symptom_groups.map((group) => `${group} ${t(`symptom-group.${group}`)}`).join(' · '),
    ],
    [t('fact.onset_at'), at(visit.onset_at)],
    [t('fact.is_accident'), is_accident === null ? null : t(is_accident ? 'known.yes' : 'known.no')],
    ...(accident ? listAccident(accident) : []),
    [t('fact.infection_signs'), visit.infection_signs.map((sign) => t(`infection.${sign}`)).join(' · ')],
    [
      t('fact.pregnancy'),
      pregnancy === 'not_asked'
        ? null
        : [
            t(`pregnancy.${pregnancy}`),
            pregnancy_weeks !== null && `${pregnancy_weeks} ${t('arrival.weeks-unit')}`,
          ]
            .filter(Boolean)
            .join(' · '),
    ],
    [t('fact.opd_seen_at'), at(visit.opd_seen_at)],
    [t('fact.first_seen_at'), at(visit.first_seen_at)],
    [t('fact.left_at'), at(visit.left_at)],
    [t('fact.disposition'), disposition === null ? null : t(`disposition.${disposition as 1}`)],
  ]
  return (
    <dl className={classes.facts}>
      {facts
        .filter(([, value]) => value !== null && value !== '')
        .map(([label, value]) => (
          <FactRow key={label} label={label} value={value} />
        ))}
    </dl>
  )
}

function FactRow({ label, value }: { label: string; value: ReactNode }) {
  return (
    <>
      <dt>{label}</dt>
      <dd>{value}</dd>
    </>
  )
}

/** What is known of an accident: the codes of the file ACCIDENT of the 43 files, with their words. */
function useAccidentCodes(): (accident: NonNullable<Visit['accident']>) => Fact[] {
  const { t } = useTranslation('triage')
  const words = useAccidentWords()
  return ({ source, place, role, vehicle, ...known }) => [
    [t('arrival.accident-source'), source && `${source} ${t(`accident-source.${source}`)}`],
    [t('arrival.accident-place'), place && `${place} ${words.place(place)}`],
    [t('arrival.accident-role'), role && `${role} ${words.role(String(role))}`],
    [t('arrival.accident-vehicle'), vehicle && `${vehicle} ${words.vehicle(vehicle)}`],
    ...(['belt', 'helmet', 'alcohol'] as const).map(
      (fact): Fact => [
        t(`arrival.${fact}`),
        known[fact] === null ? null : t(known[fact] ? 'known.yes' : 'known.no'),
      ],
    ),
  ]
}
