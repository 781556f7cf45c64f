import { appraisedCare, type ReferralAct } from 'contract'
import { useTranslation } from 'react-i18next'

/** What whoever acted on a referral said: all but who, when, and the time that they proposed. */
export function useReferralActWords(): (act: ReferralAct, crew: 'full' | 'short') => string {
  const { t } = useTranslation(['referrals', 'form-options', 'fleet'])
  return ({ level, vehicle, team, told_by, reason, result, bed, note, appraisal }, crew) =>
    [
      level && t(crew === 'short' ? `fleet:crew.short.${level}` : `fleet:crew.${level}`),
      vehicle?.name,
      team?.name,
      bed && `${t('bed')}: ${bed}`,
      result && t(`not-arrived.${result}`),
      reason && t(`form-options:lacking-capability.${reason}`),
      appraisal && `${t('appraisal.suitability')}: ${t(`suitability.${appraisal.suitability}`)}`,
      appraisal && `${t('appraisal.data_transfer')}: ${t(`data.${appraisal.data_transfer}`)}`,
      ...appraisedCare.map((name) => {
        const care = appraisal?.[name]
        return care && `${t(`appraisal.${name}`)}: ${t(`care.${care}`)}`
      }),
      told_by && `${t('told-by')}: ${told_by}`,
      note,
    ]
      .filter(Boolean)
      .join(' · ')
}
