import type { Patient } from 'contract'
import { useOutletContext } from 'react-router'
import { AddressFacts } from '../../features/patients/record/facts/address-facts.tsx'
import { RecordSection } from '../../features/patients/record/record-section.tsx'
import { AddressFields } from '../../features/patients/register/fields/address-fields.tsx'
import { createPatientSchema } from '../../features/patients/register/rules.ts'
import { type AddressValues, toPatientValues } from '../../features/patients/register/values.ts'

const schema = createPatientSchema(['address'])

export function PatientAddressPage() {
  const patient = useOutletContext<Patient>()
  return (
    <RecordSection<AddressValues>
      section="address"
      patient={patient}
      form={{ schema, toValues: toPatientValues, fields: (form) => <AddressFields form={form} /> }}
    >
      <AddressFacts patient={patient} />
    </RecordSection>
  )
}
