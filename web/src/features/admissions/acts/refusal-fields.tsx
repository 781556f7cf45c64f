import { Fieldset, Stack, Text, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { capacityQuestions, type Refusal, refusalSigners, type Stay } from 'contract'
import { useTranslation } from 'react-i18next'
import { ChoiceChips } from '../../../ui/form/choice-chips.tsx'
import { SignaturePad } from '../../../ui/signature/signature-pad.tsx'

type Question = (typeof capacityQuestions)[number] | 'are_risks_told'

/** A refusal as the form holds it. */
export type RefusalValues = Record<Question, boolean | null> & {
  signed_by: Refusal['signed_by'] | ''
  signer_name: string
  strokes: string
  witness: string
}

/** What was answered; nothing if nobody was asked. */
export const toRefusalValues = (told: Refusal | null): RefusalValues => ({
  is_oriented: told?.is_oriented ?? null,
  is_sober: told?.is_sober ?? null,
  is_of_age: told?.is_of_age ?? null,
  are_risks_told: told?.are_risks_told ?? null,
  signed_by: told?.signed_by ?? '',
  signer_name: told?.signer_name ?? '',
  strokes: told?.strokes ?? '',
  witness: told?.witness ?? '',
})

const isBlank = (answer: RefusalValues[keyof RefusalValues]) => answer === null || answer === ''

/**
 * What is sent: a name only of a relative who signs, and a signature only where somebody does. A stay that ended
 * against advice before anybody was asked can go on without answers.
 */
export const toRefusal = (values: RefusalValues, before: Pick<Stay, 'discharge_type' | 'refusal'>) =>
  before.discharge_type === 2 && before.refusal === null && Object.values(values).every(isBlank)
    ? null
    : {
        ...values,
        signer_name: values.signed_by === 'RELATIVE' ? values.signer_name : null,
        strokes: values.signed_by === 'NOBODY' || values.strokes === '' ? null : values.strokes,
      }

/** Asked of whoever leaves against advice: whether they can decide that, what they were told, and who signs. */
export function RefusalFields<Values extends { refusal: RefusalValues }>({
  form: given,
}: {
  form: UseFormReturnType<Values>
}) {
  const { t } = useTranslation('admissions')
  const form = given as unknown as UseFormReturnType<{ refusal: RefusalValues }>
  const { refusal } = form.values
  const question = (field: Question) => {
    const path = `refusal.${field}` as const
    const answer = refusal[field]
    return (
      <ChoiceChips
        key={field}
        label={t(`refusal.${field}`)}
        required
        data-path={path}
        error={form.errors[path]}
        value={answer === null ? '' : answer ? 'yes' : 'no'}
        choices={(['yes', 'no'] as const).map((value) => ({ value, label: t(`refusal.${value}`) }))}
        onChange={(chosen) => form.setFieldValue(path, chosen === 'yes')}
      />
    )
  }
  return (
    <Fieldset legend={t('refusal.title')}>
      <Stack gap="md">
        {capacityQuestions.map(question)}
        {capacityQuestions.some((field) => refusal[field] === false) && (
          <Text role="status" c="var(--mantine-color-error)">
            {t('refusal.not-capable')}
          </Text>
        )}
        {question('are_risks_told')}
        <ChoiceChips
          {...form.getInputProps('refusal.signed_by')}
          label={t('refusal.signed_by')}
          required
          choices={refusalSigners.map((value) => ({ value, label: t(`refusal.signers.${value}`) }))}
        />
        {refusal.signed_by === 'RELATIVE' && (
          <TextInput
            {...form.getInputProps('refusal.signer_name')}
            label={t('refusal.signer_name')}
            size="md"
            required
            maxLength={120}
            autoComplete="off"
          />
        )}
        {refusal.signed_by !== '' && refusal.signed_by !== 'NOBODY' && (
          <div>
            <Text size="sm">{t('refusal.sign-hint')}</Text>
            <SignaturePad
              label={t('refusal.strokes')}
              clear={t('refusal.clear')}
              strokes={refusal.strokes}
              error={form.errors['refusal.strokes']}
              onChange={(strokes) => form.setFieldValue('refusal.strokes', strokes)}
            />
          </div>
        )}
        <TextInput
          {...form.getInputProps('refusal.witness')}
          label={t('refusal.witness')}
          size="md"
          required
          maxLength={120}
          autoComplete="off"
        />
      </Stack>
    </Fieldset>
  )
}
