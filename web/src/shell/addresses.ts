/** Screens that are led to from more than one place. */
export const loginAddress = '/login'
export const formsAddress = '/app/forms-detail'
export const patientListAddress = '/app/patient-list'
export const auditAddress = '/app/audit'
export const newPatientAddress = '/app/patients/new'
export const devicesAddress = '/app/devices'
export const notificationsAddress = '/app/notifications'

export function deviceHistoryAddress(deviceId: string): string {
  return `${devicesAddress}/transactions?device=${deviceId}`
}

/** The devices that a patient has. */
export function devicesOfAddress(patientId: string): string {
  return `${devicesAddress}?patient=${patientId}`
}

export function patientAddress(patientId: string): string {
  return `/app/patients/${patientId}`
}

export function vitalSignsAddress(patientId: string): string {
  return `${patientAddress(patientId)}/vital-signs`
}
