import type { MissionStep } from './mission-states.ts'

/** Why a dispatcher declines a request. */
export const missionDeclineReasons = [
  'CREW_BUSY',
  'NO_VEHICLE',
  'OUT_OF_AREA',
  'NOT_NEEDED',
  'OTHER',
] as const
/** Why a mission ends before its vehicle is at the scene. */
export const missionCancelReasons = [
  'REFUSED_TRANSPORT',
  'NO_PATIENT',
  'OUT_OF_AREA',
  'ENOUGH_UNITS',
  'MOVED_BEFORE',
  'FALSE',
  'TO_OTHER_UNIT',
  'WEATHER',
  'OTHER',
] as const
/** Why nobody is taken along from the scene. */
export const missionNoTransportReasons = [
  'REFUSED_TRANSPORT',
  'TREATED',
  'DIED',
  'NO_PATIENT',
  'OTHER',
] as const

const stepReasons = {
  DECLINED: missionDeclineReasons,
  CANCELLED: missionCancelReasons,
  STOOD_DOWN: missionCancelReasons,
  NO_TRANSPORT: missionNoTransportReasons,
} as const satisfies Partial<Record<MissionStep, readonly string[]>>
export type MissionReason = (typeof stepReasons)[keyof typeof stepReasons][number]

export const missionReasons = [...new Set(Object.values(stepReasons).flat())] as [MissionReason]

/** The reasons that a step asks for; undefined if it needs none. */
export function listStepReasons(step: MissionStep): readonly MissionReason[] | undefined {
  return step in stepReasons ? stepReasons[step as keyof typeof stepReasons] : undefined
}
