import type { Patient } from 'contract'
import { useOutletContext } from 'react-router'
import { ClinicalFields } from '../features/patient-form/clinical-fields.tsx'
import { schemaOf } from '../features/patient-form/rules.ts'
import { type ClinicalValues, patientValues } from '../features/patient-form/values.ts'
import { ClinicalFacts } from '../features/patient-record/clinical-facts.tsx'
import { RecordSection } from '../features/patient-record/record-section.tsx'

const schema = schemaOf(['clinical'])

export function PatientClinicalPage() {
  const patient = useOutletContext<Patient>()
  return (
    <RecordSection<ClinicalValues>
      section="clinical"
      patient={patient}
      form={{
        schema,
        valuesOf: patientValues,
        fields: (form, bodyDoubts) => (
          <ClinicalFields form={form} dateOfBirth={patient.date_of_birth} bodyDoubts={bodyDoubts} />
        ),
      }}
    >
      <ClinicalFacts patient={patient} />
    </RecordSection>
  )
}
