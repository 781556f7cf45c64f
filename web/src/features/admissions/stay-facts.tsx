import { classifyMorse, type Stay } from 'contract'
import { useTranslation } from 'react-i18next'
import { useNights } from '../../clinical/patient/use-stay-length.ts'
import { StaffName } from '../../clinical/staff/staff-name.tsx'
import { formatDate, formatTime } from '../../ui/date/dates.ts'
import { Time } from '../../ui/date/time.tsx'
import { Fact, Facts } from '../../ui/fact.tsx'
import { useLocalizedName } from '../../ui/use-localized-name.ts'
import classes from './admissions.module.css'
import { dischargeTexts } from './discharge-texts.ts'
import { RefusalFacts } from './refusal-facts.tsx'
import { toTold } from './told.ts'

type PlaceTextOf = Pick<NonNullable<Stay['place']>, 'kind' | 'ward' | 'bed' | 'due_back_at'>

/** Ward and bed, or in their place that the patient waits for a bed or is on leave. */
export function usePlaceFacts(): (place: PlaceTextOf) => (string | null | false)[] {
  const { t, i18n } = useTranslation('admissions')
  const localName = useLocalizedName()
  return ({ kind, ward, bed, due_back_at }) => [
    localName(ward),
    bed && t('bed', { bed: bed.label }),
    kind === 'waiting' && t('waiting'),
    kind === 'leave' && t('on-leave'),
    kind === 'leave' &&
      due_back_at !== null &&
      t('due-back', { time: formatTime(due_back_at, i18n.language, 'dd MMM yyyy HH:mm') }),
  ]
}

export function usePlaceText(): (place: PlaceTextOf) => string {
  const placeFacts = usePlaceFacts()
  return (place) => placeFacts(place).filter(Boolean).join(' · ')
}

/** The facts of a stay. */
export function StayFacts({ stay }: { stay: Stay }) {
  const { t, i18n } = useTranslation(['admissions', 'calculations', 'ui'])
  const nights = useNights()
  const placeText = usePlaceText()
  const isolation = stay.isolation.map((kind) => t(`isolations.${kind as 'CONTACT'}`)).join(', ')
  const prose = dischargeTexts.flatMap(([field, label]) =>
    stay[field] ? [[label, stay[field]] as const] : [],
  )
  return (
    <>
      <Facts>
        <Fact label={t('an')}>{stay.an}</Fact>
        <Fact label={t('admitted')}>
          <Time at={stay.admitted_at} />
        </Fact>
        {stay.discharged_at && (
          <Fact label={t('discharged')}>
            <Time at={stay.discharged_at} />
          </Fact>
        )}
        <Fact label={t('days')}>{nights(stay)}</Fact>
        <Fact label={t('place')}>{stay.place && placeText(stay.place)}</Fact>
        <Fact label={t('diagnosis')}>{[stay.diagnosis, stay.disease].filter(Boolean).join(' · ')}</Fact>
        <Fact label={t('doctor')}>{stay.attending && <StaffName of={stay.attending} />}</Fact>
        <Fact label={t('department')}>{stay.department && t(`departments.${stay.department as '01'}`)}</Fact>
        <Fact label={t('admit-type')}>{stay.admit_type && t(`admit-types.${stay.admit_type}`)}</Fact>
        <Fact label={t('admit-source')}>
          {stay.admit_source &&
            [t(`admit-sources.${stay.admit_source}`), stay.referring_hospital].filter(Boolean).join(' · ')}
        </Fact>
        <Fact label={t('arrival-type')}>
          {stay.arrival_type !== null && t(`arrival-types.${stay.arrival_type as 1}`)}
        </Fact>
        {stay.referral_cause !== null && (
          <Fact label={t('referral-cause')}>{t(`referral-causes.${stay.referral_cause as 1}`)}</Fact>
        )}
        {stay.referral_number && <Fact label={t('referral-number')}>{stay.referral_number}</Fact>}
        {stay.payer && <Fact label={t('payer')}>{t(`payers.${stay.payer as 'UC'}`)}</Fact>}
        {isolation && (
          <Fact label={t('isolation')}>
            {[isolation, stay.isolation.includes('AIRBORNE') && t('airborne-needs')]
              .filter(Boolean)
              .join(' · ')}
          </Fact>
        )}
        {stay.pregnancy !== 'not_asked' && (
          <Fact label={t('pregnancy')}>{t(`pregnancies.${stay.pregnancy}`)}</Fact>
        )}
        {stay.morse_score !== null && (
          <Fact label={t('morse')}>
            {`${stay.morse_score} · ${t(`calculations:morse-risk.${classifyMorse(stay.morse_score)}`)}`}
          </Fact>
        )}
        {stay.news2 && (
          <Fact label={t('news2')}>
            {stay.news2.value} · <Time at={stay.news2.measured_at} format="dd MMM yyyy HH:mm" />
          </Fact>
        )}
        <Fact label={t('consent')}>{t(`told.${toTold(stay.has_consent)}`)}</Fact>
        <Fact label={t('dnr')}>{t(`told.${toTold(stay.is_dnr)}`)}</Fact>
        {stay.planned_discharge_on && (
          <Fact label={t('planned')}>{formatDate(stay.planned_discharge_on, i18n.language)}</Fact>
        )}
        {stay.discharged_at && <Fact label={t('outcome')}>{t(`outcomes.${stay.outcome}`)}</Fact>}
        {stay.discharge_type !== null && (
          <Fact label={t('discharge-type')}>
            {[t(`discharge-types.${stay.discharge_type as 1}`), stay.discharged_to]
              .filter(Boolean)
              .join(' · ')}
          </Fact>
        )}
        {stay.refusal && <RefusalFacts refusal={stay.refusal} />}
        {stay.discharge_cause !== null && (
          <Fact label={t('discharge-cause')}>{t(`transfer-causes.${stay.discharge_cause as 1}`)}</Fact>
        )}
        {stay.discharge_status !== null && (
          <Fact label={t('discharge-status')}>{t(`discharge-statuses.${stay.discharge_status as 1}`)}</Fact>
        )}
        {stay.discharge_diagnoses.length > 0 && (
          <Fact label={t('final-diagnoses')}>
            {stay.discharge_diagnoses
              .map(({ code, role }) => `${code} (${t(`diagnosis-roles.${role as 1}`)})`)
              .join(', ')}
          </Fact>
        )}
      </Facts>
      {prose.length > 0 && (
        <dl className={classes.prose}>
          {prose.map(([label, text]) => (
            <Fact key={label} label={t(label)}>
              {text}
            </Fact>
          ))}
        </dl>
      )}
    </>
  )
}
