import type { PatientChange } from 'contract'
import { patientPath } from '../../../../paths.ts'

export const recordScreens = [
  'information',
  'profile',
  'address',
  'clinical',
  'vital-signs',
  'body-data',
  'activities',
  'notify',
  'history',
  'access',
] as const
export type RecordScreen = (typeof recordScreens)[number]

export function recordPath(patientId: string, screen: RecordScreen): string {
  return `${patientPath(patientId)}/${screen}`
}

export function patientHistoryPath(patientId: string, section: PatientChange['section']): string {
  return `${recordPath(patientId, 'history')}?section=${section}`
}
