import type { Patient } from 'contract'
import { useOutletContext } from 'react-router'
import { AddressFields } from '../features/patient-form/address-fields.tsx'
import { schemaOf } from '../features/patient-form/rules.ts'
import { type AddressValues, patientValues } from '../features/patient-form/values.ts'
import { AddressFacts } from '../features/patient-record/address-facts.tsx'
import { RecordSection } from '../features/patient-record/record-section.tsx'

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
