import type { Patient } from 'contract'
import { useOutletContext } from 'react-router'
import { InformationFields } from '../features/patient-form/information-fields.tsx'
import { schemaOf } from '../features/patient-form/rules.ts'
import { type InformationValues, patientValues } from '../features/patient-form/values.ts'
import { InformationFacts } from '../features/patient-record/information-facts.tsx'
import { RecordSection } from '../features/patient-record/record-section.tsx'

const schema = schemaOf(['information'])

export function PatientInformationPage() {
  const patient = useOutletContext<Patient>()
  return (
    <RecordSection<InformationValues>
      section="information"
      patient={patient}
      form={{ schema, valuesOf: patientValues, fields: (form) => <InformationFields form={form} /> }}
    >
      <InformationFacts patient={patient} />
    </RecordSection>
  )
}
