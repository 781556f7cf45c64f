import type { Patient } from 'contract'
import { useOutletContext } from 'react-router'
import { ProfileFacts } from '../../features/patients/record/facts/profile-facts.tsx'
import { RecordSection } from '../../features/patients/record/record-section.tsx'
import { ProfileFields } from '../../features/patients/register/fields/profile-fields.tsx'
import { createPatientSchema } from '../../features/patients/register/rules.ts'
import { type ProfileValues, toPatientValues } from '../../features/patients/register/values.ts'

const schema = createPatientSchema(['profile'])

export function PatientProfilePage() {
  const patient = useOutletContext<Patient>()
  return (
    <RecordSection<ProfileValues>
      section="profile"
      patient={patient}
      form={{ schema, toValues: toPatientValues, fields: (form) => <ProfileFields form={form} /> }}
    >
      <ProfileFacts patient={patient} />
    </RecordSection>
  )
}
