import { HospitalRecords } from '../features/hospitals/hospital-records.tsx'

export function HospitalPage() {
  return <HospitalRecords id={undefined} />
}
