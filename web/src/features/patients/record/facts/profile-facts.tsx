import { Anchor, Stack } from '@mantine/core'
import type { Patient } from 'contract'
import { useTranslation } from 'react-i18next'
import { Fact } from '../../../../ui/fact.tsx'
import { formatPhone } from '../../../../ui/form/phone-number.ts'
import { FactGroup, FieldFact } from './fact-group.tsx'
import { usePatientFieldLabel } from './field-value.tsx'

export function ProfileFacts({ patient }: { patient: Patient }) {
  const { t } = useTranslation(['patient-record', 'patients'])
  return (
    <Stack gap="md">
      <FactGroup title={t('contact')}>
        <PhoneFact field="mobile" number={patient.mobile} />
      </FactGroup>
      <FactGroup title={t('patients:emergency-contact')}>
        <FieldFact field="contact_name" value={patient.contact_name} />
        <FieldFact field="relationship" value={patient.relationship} />
        <PhoneFact field="contact_number" number={patient.contact_number} />
      </FactGroup>
      <FactGroup title={t('background')}>
        <FieldFact field="nationality" value={patient.nationality} />
        <FieldFact field="skin_color" value={patient.skin_color} />
      </FactGroup>
    </Stack>
  )
}

function PhoneFact({ field, number }: { field: 'mobile' | 'contact_number'; number: string | null }) {
  const label = usePatientFieldLabel()
  return (
    <Fact label={label(field)}>
      {number && <Anchor href={`tel:${number}`}>{formatPhone(number)}</Anchor>}
    </Fact>
  )
}
