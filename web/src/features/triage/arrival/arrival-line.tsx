import { Anchor } from '@mantine/core'
import type { Visit } from 'contract'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useMayReadReferral } from '../../../clinical/ambulance/use-may-read-referral.ts'
import { formatFormRecordPath } from '../../../paths.ts'
import { TimeAgo } from '../../../ui/date/time-ago.tsx'
import classes from '../triage-screen.module.css'
import { useAccidentFacts } from '../words.ts'

/** What was told at the arrival, in one line: what changes the triage first. */
export function ArrivalLine({ visit }: { visit: Visit }) {
  const { t } = useTranslation('triage')
  const listAccident = useAccidentFacts()
  const { pregnancy, pregnancy_weeks, infection_signs, symptom_groups, is_accident, accident, onset_at } =
    visit
  const { mode, source, referring_hospital, referral_number, referral } = visit
  const mayReadReferral = useMayReadReferral()
  const facts = [
    pregnancy === 'yes' &&
      (pregnancy_weeks === null
        ? t('arrival-facts.pregnant')
        : t('arrival-facts.pregnant-weeks', { weeks: pregnancy_weeks })),
    pregnancy === 'unknown' && t('arrival-facts.perhaps-pregnant'),
    ...infection_signs.filter((sign) => sign !== 'NONE').map((sign) => t(`infection.${sign}`)),
    ...symptom_groups.map((group) => `${group} ${t(`symptom-group.${group}`)}`),
    ...(accident ? listAccident(accident) : is_accident ? [t('arrival-facts.accident')] : []),
    mode && t(`mode.${mode}`),
    source && t(`source.${source}`),
    referring_hospital,
    !referral && referral_number,
  ].filter((fact) => !!fact)
  return (
    <p
      className={classes.arrival}
      aria-label={t('arrival-facts.label')}
      role="note"
      title={facts.join(' · ')}
    >
      {onset_at !== null && (
        <>
          {t('arrival-facts.onset')} <TimeAgo at={onset_at} /> ·{' '}
        </>
      )}
      {facts.join(' · ')}
      {referral && ' · '}
      {referral && mayReadReferral ? (
        <Anchor component={Link} to={formatFormRecordPath('ambulance-referral', referral._id)} inherit>
          {t('arrival-facts.referral', { number: referral.number })}
        </Anchor>
      ) : (
        referral?.number
      )}
    </p>
  )
}
