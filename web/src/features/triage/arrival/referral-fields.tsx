import { SimpleGrid, Text, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { visits } from 'contract'
import { useTranslation } from 'react-i18next'
import { ask } from '../../../api/client.ts'
import { ChoiceChips } from '../../../ui/form/choice-chips.tsx'
import type { useSchemaForm } from '../../../ui/form/schema-form.tsx'
import type { ArrivalValues } from './arrival-values.ts'

/** With which referral somebody comes: one that is written here fills in what would be typed. */
export function ReferralFields({ form }: { form: ReturnType<typeof useSchemaForm<ArrivalValues>> }) {
  const { t } = useTranslation('triage')
  const { patient_id, referral_number } = form.values
  const { data, isError } = useQuery({
    ...ask(visits.referrals, { patient_id }, true),
    enabled: patient_id !== '',
  })
  const referrals = data?.referrals ?? []
  const choose = (number: string) => {
    const chosen = referrals.find((one) => one.number === number)
    form.setFieldValue('referral_number', number)
    if (chosen?.hospital) form.setFieldValue('referring_hospital', chosen.hospital)
  }
  return (
    <>
      {referrals.length > 0 && (
        <ChoiceChips
          label={t('arrival.referral')}
          value={referrals.some(({ number }) => number === referral_number) ? referral_number : ''}
          choices={referrals.map(({ number, hospital }) => ({
            value: number,
            label: [number, hospital].filter(Boolean).join(' · '),
          }))}
          onChange={choose}
        />
      )}
      {isError && (
        <Text size="sm" role="status">
          {t('arrival.referrals-failed')}
        </Text>
      )}
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
        <TextInput
          {...form.getInputProps('referring_hospital')}
          label={t('fact.referring_hospital')}
          size="md"
          maxLength={200}
        />
        <TextInput
          {...form.getInputProps('referral_number')}
          label={t('fact.referral_number')}
          size="md"
          maxLength={40}
          autoComplete="off"
        />
      </SimpleGrid>
    </>
  )
}
