/** Screens that are led to from more than one place. */
export const loginAddress = '/login'
export const forgotPasswordAddress = '/forgot-password'
export const changePasswordAddress = '/change-password'
export const addFactorAddress = '/add-second-factor'
export const profileAddress = '/app/profile'
export const securityAddress = '/app/security'
export const formsAddress = '/app/forms-detail'
export const patientListAddress = '/app/patient-list'
export const auditAddress = '/app/audit'
export const usersAddress = '/app/users'
export const newUserAddress = `${usersAddress}/new`
export const newPatientAddress = '/app/patients/new'
export const devicesAddress = '/app/devices'
export const locationAddress = '/app/location'
export const notificationsAddress = '/app/notifications'

export function alarmAddress(alarmId: string): string {
  return `${notificationsAddress}?alarm=${alarmId}`
}

/** The map with the point of an alarm in its middle. The address holds no coordinates and no patient. */
export function alarmOnMapAddress(alarmId: string): string {
  return `${locationAddress}?alarm=${alarmId}`
}

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

/** A hospital's records, for one who may see several. */
export function hospitalAddress(hospitalId: string): string {
  return `/app/hospital?hospital=${hospitalId}`
}

export function userAddress(userId: string): string {
  return `${usersAddress}/${userId}`
}

export function editUserAddress(userId: string): string {
  return `${userAddress(userId)}?edit=yes`
}

/** Where somebody chooses a password by a link; what is behind the `#` is sent to no server. */
export function passwordLinkAddress(token: string): string {
  return `${location.origin}/set-password#${token}`
}
