import type { Patient } from 'contract'
import { useOutletContext } from 'react-router'
import { ProfileFields } from '../features/patient-form/profile-fields.tsx'
import { schemaOf } from '../features/patient-form/rules.ts'
import { type ProfileValues, patientValues } from '../features/patient-form/values.ts'
import { ProfileFacts } from '../features/patient-record/profile-facts.tsx'
import { RecordSection } from '../features/patient-record/record-section.tsx'

const schema = schemaOf(['profile'])

export function PatientProfilePage() {
  const patient = useOutletContext<Patient>()
  return (
    <RecordSection<ProfileValues>
      section="profile"
      patient={patient}
      form={{ schema, valuesOf: patientValues, fields: (form) => <ProfileFields form={form} /> }}
    >
      <ProfileFacts patient={patient} />
    </RecordSection>
  )
}
