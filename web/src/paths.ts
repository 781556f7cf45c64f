/** Paths of screens that several places link to. */
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

/** The map, centred on the position of an alarm. The URL holds no coordinates and no patient. */
export function alarmOnMapAddress(alarmId: string): string {
  return `${locationAddress}?alarm=${alarmId}`
}

export function deviceHistoryAddress(deviceId: string): string {
  return `${devicesAddress}/transactions?device=${deviceId}`
}

/** The device list, filtered to one patient's devices. */
export function devicesOfAddress(patientId: string): string {
  return `${devicesAddress}?patient=${patientId}`
}

export function patientAddress(patientId: string): string {
  return `/app/patients/${patientId}`
}

export function vitalSignsAddress(patientId: string): string {
  return `${patientAddress(patientId)}/vital-signs`
}

/** A hospital's records, for a user who may see several hospitals. */
export function hospitalAddress(hospitalId: string): string {
  return `/app/hospital?hospital=${hospitalId}`
}

export function userAddress(userId: string): string {
  return `${usersAddress}/${userId}`
}

export function editUserAddress(userId: string): string {
  return `${userAddress(userId)}?edit=yes`
}

/** Page on which a user chooses a password by a link. Browsers do not send the part after `#` to the server. */
export function passwordLinkAddress(token: string): string {
  return `${location.origin}/set-password#${token}`
}
