import type { PatientChange } from 'contract'

export const recordScreens = ['information', 'profile', 'address', 'clinical', 'history'] as const
export type RecordScreen = (typeof recordScreens)[number]

export function recordAddress(patientId: string, screen: RecordScreen): string {
  return `/app/patients/${patientId}/${screen}`
}

export function historyAddress(patientId: string, section: PatientChange['section']): string {
  return `${recordAddress(patientId, 'history')}?section=${section}`
}

export const patientListAddress = '/app/patient-list'
