import type { PatientChange } from 'contract'
import { formatPatientPath } from '../../../../paths.ts'

/** The tabs of a record, each with its screens. A tab opens the first of them that the user may open. */
export const recordTabs = {
  summary: ['summary'],
  'vital-signs': ['vital-signs', 'flowsheet', 'fluids', 'body-data', 'activities'],
  clinical: ['clinical', 'admissions'],
  alarms: ['alarms', 'notify'],
  person: ['information', 'profile', 'address'],
} as const
export type RecordTab = keyof typeof recordTabs
export const recordTabNames = Object.keys(recordTabs) as RecordTab[]

/** The screens that are seldom opened: in the menu beside the tabs. */
export const recordMenu = ['triage', 'history', 'access'] as const

export type RecordScreen = (typeof recordTabs)[RecordTab][number] | (typeof recordMenu)[number]

export function formatRecordPath(patientId: string, screen: RecordScreen): string {
  return `${formatPatientPath(patientId)}/${screen}`
}

/** The screen of a path below a record, if it is one. */
export function findRecordScreen(pathname: string): RecordScreen | undefined {
  const [, , , , name] = pathname.split('/')
  return [...Object.values(recordTabs).flat(), ...recordMenu].find((screen) => screen === name)
}

export function formatPatientHistoryPath(patientId: string, section: PatientChange['section']): string {
  return `${formatRecordPath(patientId, 'history')}?section=${section}`
}
