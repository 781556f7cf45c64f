/** Screens that are led to from more than one place. */
export const loginAddress = '/login'
export const formsAddress = '/app/forms-detail'
export const patientListAddress = '/app/patient-list'
export const newPatientAddress = '/app/patients/new'

export function patientAddress(patientId: string): string {
  return `/app/patients/${patientId}`
}
