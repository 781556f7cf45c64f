import { Stack } from '@mantine/core'
import type { Patient } from 'contract'
import { useTranslation } from 'react-i18next'
import { FactGroup, FieldFact } from './fact-group.tsx'

export function AddressFacts({ patient }: { patient: Patient }) {
  const { t } = useTranslation('patient-record')
  return (
    <Stack gap="md">
      <FactGroup title={t('address')}>
        <FieldFact field="house_no" value={patient.house_no} />
        <FieldFact field="village" value={patient.village} />
        <FieldFact field="soi" value={patient.soi} />
        <FieldFact field="road" value={patient.road} />
        <FieldFact field="sub_district" value={patient.sub_district} />
        <FieldFact field="district" value={patient.district} />
        <FieldFact field="province" value={patient.province} />
        <FieldFact field="zipcode" value={patient.zipcode} />
      </FactGroup>
      <FactGroup title={t('location')}>
        <FieldFact field="lat" value={patient.lat} />
        <FieldFact field="lang" value={patient.lang} />
      </FactGroup>
    </Stack>
  )
}
