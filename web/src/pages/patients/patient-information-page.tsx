import { Stack } from '@mantine/core'
import type { Patient } from 'contract'
import { useOutletContext } from 'react-router'
import { InformationFacts } from '../../features/patients/record/facts/information-facts.tsx'
import { OtherRecords } from '../../features/patients/record/merged/other-records.tsx'
import { RecordSection } from '../../features/patients/record/record-section.tsx'
import { InformationFields } from '../../features/patients/register/fields/information-fields.tsx'
import { createPatientSchema } from '../../features/patients/register/rules.ts'
import { type InformationValues, toPatientValues } from '../../features/patients/register/values.ts'

const schema = createPatientSchema(['information'])

export function PatientInformationPage() {
  const patient = useOutletContext<Patient>()
  return (
    <RecordSection<InformationValues>
      section="information"
      patient={patient}
      form={{ schema, toValues: toPatientValues, fields: (form) => <InformationFields form={form} /> }}
    >
      <Stack gap="md">
        <InformationFacts patient={patient} />
        <OtherRecords patient={patient} />
      </Stack>
    </RecordSection>
  )
}
