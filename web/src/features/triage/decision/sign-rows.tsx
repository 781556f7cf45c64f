import { highRiskSigns, lifeSavingSigns, triageResources } from 'contract'
import { useTranslation } from 'react-i18next'
import { ChipRow } from '../chip-row.tsx'
import { chooseOrNone, type TriageForm } from '../form-values.ts'

type Signs = Pick<TriageForm, 'life_saving' | 'high_risk' | 'resources'>

type SignRowsProps = {
  signs: Signs
  /** Whether the level needs an answer about the resources. */
  lacksResources: boolean
  onChange: (changed: Partial<Signs>) => void
}

/** The danger signs A and B, and the resources that are expected. */
export function SignRows({ signs, lacksResources, onChange }: SignRowsProps) {
  const { t } = useTranslation('triage')
  const { life_saving, high_risk, resources } = signs
  const noSign = { value: 'NONE' as const, label: t('form.no-sign') }
  return (
    <>
      <ChipRow
        multiple
        label={t('form.a')}
        data-stop="a"
        choices={[...lifeSavingSigns.map((value) => ({ value, label: t(`a.${value}`) })), noSign]}
        value={life_saving}
        onChange={(chosen) => onChange({ life_saving: chooseOrNone(chosen, life_saving) })}
      />
      <ChipRow
        multiple
        label={t('form.b')}
        data-stop="b"
        choices={[...highRiskSigns.map((value) => ({ value, label: t(`b.${value}`) })), noSign]}
        value={high_risk}
        onChange={(chosen) => onChange({ high_risk: chooseOrNone(chosen, high_risk) })}
      />
      <ChipRow
        multiple
        label={t('form.c')}
        data-stop="c"
        error={lacksResources}
        choices={[
          ...triageResources.map((value) => ({ value, label: t(`resource.${value}`) })),
          { value: 'NONE' as const, label: t('form.none') },
        ]}
        value={resources}
        onChange={(chosen) => onChange({ resources: chooseOrNone(chosen, resources) })}
      />
    </>
  )
}
