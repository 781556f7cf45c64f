import { type CrewPlace, findTransportPlans, type ReferralRisk } from 'contract'
import { useTranslation } from 'react-i18next'
import { Fact, Facts } from '../../ui/fact.tsx'
import { usePlanSettings } from './use-form-settings.ts'

/** A place in a crew in words: the levels that may fill it, the one with the least training last. */
export function useCrewPlaceText() {
  const { t } = useTranslation(['fleet', 'referrals'])
  return (place: CrewPlace) =>
    place
      .slice(0, 2)
      .map((level) => t(`fleet:crew.short.${level}`))
      .join(` ${t('referrals:or')} `)
}

/** What a referral of a risk needs at least: who goes along, in what, with what, and how often values are measured. */
export function TransportPlanFacts({ risk }: { risk: ReferralRisk }) {
  const { t } = useTranslation(['referrals', 'form-options'])
  const formatPlace = useCrewPlaceText()
  const { crew, besides, unit, kit, vitals_minutes } = findTransportPlans(usePlanSettings())[risk]
  return (
    <Facts>
      <Fact label={t('crew')}>
        {[...crew.map(formatPlace), ...besides.map((what) => t(`besides.${what}`))].join(' + ')}
      </Fact>
      <Fact label={t('unit')}>{t(`form-options:unit-level.${unit}`)}</Fact>
      <Fact label={t('kit')}>
        {kit
          .map(({ item, count }) => {
            const name = t(`kit-item.${item}`)
            if (count === 'PER_DRIP') return `${name} (${t('per-drip')})`
            if (count === 'IF_NEEDED') return `${name} (${t('if-needed')})`
            return count === 1 ? name : `${name} ×${count}`
          })
          .join(', ')}
      </Fact>
      <Fact label={t('vitals')}>
        {vitals_minutes === null ? t('start-and-end') : t('every-minutes', { count: vitals_minutes })}
      </Fact>
    </Facts>
  )
}
