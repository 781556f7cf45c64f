import type { Patient } from 'contract'
import { useOutletContext } from 'react-router'
import { ClinicalFacts } from '../../features/patients/record/facts/clinical-facts.tsx'
import { RecordSection } from '../../features/patients/record/record-section.tsx'
import { ClinicalFields } from '../../features/patients/register/fields/clinical-fields.tsx'
import { createPatientSchema } from '../../features/patients/register/rules.ts'
import { type ClinicalValues, toPatientValues } from '../../features/patients/register/values.ts'

const schema = createPatientSchema(['clinical'])

export function PatientClinicalPage() {
  const patient = useOutletContext<Patient>()
  return (
    <RecordSection<ClinicalValues>
      section="clinical"
      patient={patient}
      form={{
        schema,
        toValues: toPatientValues,
        fields: (form, bodyDoubts) => (
          <ClinicalFields form={form} dateOfBirth={patient.date_of_birth} bodyDoubts={bodyDoubts} />
        ),
      }}
    >
      <ClinicalFacts patient={patient} />
    </RecordSection>
  )
}
