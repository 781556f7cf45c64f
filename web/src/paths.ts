import type { FormName } from 'contract'

/** Paths of screens that several places link to. */
export const loginPath = '/login'
export const forgotPasswordPath = '/forgot-password'
export const changePasswordPath = '/change-password'
export const addFactorPath = '/add-second-factor'
export const profilePath = '/app/profile'
export const securityPath = '/app/security'
export const formsPath = '/app/forms-detail'
export const formatFormListPath = (form: FormName) => `${formsPath}/${form}`
export const formatFormRecordPath = (form: FormName, id: string) => `${formatFormListPath(form)}/${id}`
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

export function formatAlarmPath(alarmId: string): string {
  return `${notificationsPath}?alarm=${alarmId}`
}

/** The map, centred on the position of an alarm. The URL holds no coordinates and no patient. */
export function formatAlarmOnMapPath(alarmId: string): string {
  return `${locationPath}?alarm=${alarmId}`
}

export function formatDeviceHistoryPath(deviceId: string): string {
  return `${devicesPath}/transactions?device=${deviceId}`
}

/** The clinical side of a record, where its allergies are changed. */
export function formatClinicalPath(patientId: string): string {
  return `${formatPatientPath(patientId)}/clinical`
}

export function formatPatientPath(patientId: string): string {
  return `/app/patients/${patientId}`
}

/** A patient's stays in the hospital. */
export function formatPatientAdmissionsPath(patientId: string): string {
  return `${formatPatientPath(patientId)}/admissions`
}

/** The form with which a patient is triaged. */
export function formatTriagePath(patientId: string): string {
  return `${triageQueuePath}/${patientId}`
}

export function formatVitalSignsPath(patientId: string): string {
  return `${formatPatientPath(patientId)}/vital-signs`
}

/** A patient's vital signs, with the form for new ones open. */
export function formatChartVitalSignsPath(patientId: string): string {
  return `${formatVitalSignsPath(patientId)}?record=yes`
}

/** A patient's summary, with the dialog that gives a device open. */
export function formatGiveDevicePath(patientId: string): string {
  return `${formatPatientPath(patientId)}/summary?give=yes`
}

/** The sheet with which a vehicle is checked. */
export function formatEquipmentCheckPath(vehicleId: string): string {
  return `${equipmentPath}/${vehicleId}`
}

/** A hospital's records, for a user who may see several hospitals. */
export function formatHospitalPath(hospitalId: string): string {
  return `/app/hospital?hospital=${hospitalId}`
}

export function formatUserPath(userId: string): string {
  return `${usersPath}/${userId}`
}

export function formatEditUserPath(userId: string): string {
  return `${formatUserPath(userId)}?edit=yes`
}

/** Page on which a user chooses a password by a link. Browsers do not send the part after `#` to the server. */
export function formatPasswordLinkUrl(token: string): string {
  return `${location.origin}/set-password#${token}`
}

/** The map of these wards, or only its beds in a state. */
export function formatWardBedsPath(ward: string | undefined, state?: string): string {
  return `${bedsPath}${formatSearch({ ward, state })}`
}

/** The list of everybody on these wards. */
export function formatWardBoardPath(ward: string | undefined): string {
  return `${wardBoardPath}${formatSearch({ ward })}`
}

function formatSearch(parts: Record<string, string | undefined>): string {
  const given = Object.entries(parts).filter((part): part is [string, string] => part[1] !== undefined)
  return given.length === 0 ? '' : `?${new URLSearchParams(given)}`
}
