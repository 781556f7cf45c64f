import type { Patient } from 'contract'
import { useOutletContext } from 'react-router'
import { AddressFacts } from '../../features/patients/record/facts/address-facts.tsx'
import { RecordSection } from '../../features/patients/record/record-section.tsx'
import { AddressFields } from '../../features/patients/register/fields/address-fields.tsx'
import { schemaOf } from '../../features/patients/register/rules.ts'
import { type AddressValues, patientValues } from '../../features/patients/register/values.ts'

const schema = schemaOf(['address'])

export function PatientAddressPage() {
  const patient = useOutletContext<Patient>()
  return (
    <RecordSection<AddressValues>
      section="address"
      patient={patient}
      form={{ schema, valuesOf: patientValues, fields: (form) => <AddressFields form={form} /> }}
    >
      <AddressFacts patient={patient} />
    </RecordSection>
  )
}
