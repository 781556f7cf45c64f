import type { FormName } from 'contract'

/** Paths of screens that several places link to. */
export const loginPath = '/login'
export const forgotPasswordPath = '/forgot-password'
export const changePasswordPath = '/change-password'
export const addFactorPath = '/add-second-factor'
export const profilePath = '/app/profile'
export const securityPath = '/app/security'
export const formsPath = '/app/forms-detail'
export const formListPath = (form: FormName) => `${formsPath}/${form}`
export const formRecordPath = (form: FormName, id: string) => `${formListPath(form)}/${id}`
/** The vehicles whose equipment is checked: below the forms, where forms-only users may go. */
export const equipmentPath = `${formsPath}/equipment`
/** The first screen: one of the two below, whichever its user needs. */
export const patientListPath = '/app/patient-list'
export const wardBoardPath = `${patientListPath}/ward`
export const allPatientsPath = `${patientListPath}/all`
/** The map of beds; a query says which. */
export const bedsPath = '/app/beds'
export const triageQueuePath = '/app/triage'
export const numberDisplayPath = '/app/opd/display'
export const auditPath = '/app/audit'
export const usersPath = '/app/users'
export const newUserPath = `${usersPath}/new`
export const newPatientPath = '/app/patients/new'
export const devicesPath = '/app/devices'
export const locationPath = '/app/location'
export const notificationsPath = '/app/notifications'

export function alarmPath(alarmId: string): string {
  return `${notificationsPath}?alarm=${alarmId}`
}

/** The map, centred on the position of an alarm. The URL holds no coordinates and no patient. */
export function alarmOnMapPath(alarmId: string): string {
  return `${locationPath}?alarm=${alarmId}`
}

export function deviceHistoryPath(deviceId: string): string {
  return `${devicesPath}/transactions?device=${deviceId}`
}

/** The clinical side of a record, where its allergies are changed. */
export function clinicalPath(patientId: string): string {
  return `${patientPath(patientId)}/clinical`
}

export function patientPath(patientId: string): string {
  return `/app/patients/${patientId}`
}

/** A patient's stays in the hospital. */
export function patientAdmissionsPath(patientId: string): string {
  return `${patientPath(patientId)}/admissions`
}

/** The form with which a patient is triaged. */
export function triagePath(patientId: string): string {
  return `${triageQueuePath}/${patientId}`
}

export function vitalSignsPath(patientId: string): string {
  return `${patientPath(patientId)}/vital-signs`
}

/** A patient's vital signs, with the form for new ones open. */
export function chartVitalSignsPath(patientId: string): string {
  return `${vitalSignsPath(patientId)}?record=yes`
}

/** A patient's summary, with the dialog that gives a device open. */
export function giveDevicePath(patientId: string): string {
  return `${patientPath(patientId)}/summary?give=yes`
}

/** The sheet with which a vehicle is checked. */
export function equipmentCheckPath(vehicleId: string): string {
  return `${equipmentPath}/${vehicleId}`
}

/** A hospital's records, for a user who may see several hospitals. */
export function hospitalPath(hospitalId: string): string {
  return `/app/hospital?hospital=${hospitalId}`
}

export function userPath(userId: string): string {
  return `${usersPath}/${userId}`
}

export function editUserPath(userId: string): string {
  return `${userPath(userId)}?edit=yes`
}

/** Page on which a user chooses a password by a link. Browsers do not send the part after `#` to the server. */
export function passwordLinkUrl(token: string): string {
  return `${location.origin}/set-password#${token}`
}

/** The map of these wards, or only its beds in a state. */
export function bedsOfWardPath(ward: string | undefined, state?: string): string {
  return `${bedsPath}${formatSearch({ ward, state })}`
}

/** The list of everybody on these wards. */
export function boardOfWardPath(ward: string | undefined): string {
  return `${wardBoardPath}${formatSearch({ ward })}`
}

function formatSearch(parts: Record<string, string | undefined>): string {
  const given = Object.entries(parts).filter((part): part is [string, string] => part[1] !== undefined)
  return given.length === 0 ? '' : `?${new URLSearchParams(given)}`
}
