import { Textarea } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { correctionReasons } from 'contract'
import { useTranslation } from 'react-i18next'
import { ChoiceChips } from '../../../ui/form/choice-chips.tsx'

type ReasonValues = { reason: (typeof correctionReasons)[number] | ''; note: string }
type ReasonFieldsProps<Values extends ReasonValues> = { form: UseFormReturnType<Values> }

/** Why something that was noted of a stay was wrong. */
export function ReasonFields<Values extends ReasonValues>({ form }: ReasonFieldsProps<Values>) {
  const { t } = useTranslation('admissions')
  return (
    <>
      <ChoiceChips
        {...form.getInputProps('reason')}
        label={t('reason')}
        required
        choices={correctionReasons.map((value) => ({ value, label: t(`correction-reasons.${value}`) }))}
      />
      <Textarea
        {...form.getInputProps('note')}
        label={t('note')}
        size="md"
        autosize
        minRows={2}
        maxLength={500}
      />
    </>
  )
}
