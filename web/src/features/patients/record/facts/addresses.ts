import type { PatientChange } from 'contract'
import { patientAddress } from '../../../../paths.ts'

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

export function recordAddress(patientId: string, screen: RecordScreen): string {
  return `${patientAddress(patientId)}/${screen}`
}

export function historyAddress(patientId: string, section: PatientChange['section']): string {
  return `${recordAddress(patientId, 'history')}?section=${section}`
}
