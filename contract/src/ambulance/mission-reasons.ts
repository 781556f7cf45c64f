/** Why a dispatcher declines a request. */
export const missionDeclineReasons = [
  'CREW_BUSY',
  'NO_VEHICLE',
  'OUT_OF_AREA',
  'NOT_NEEDED',
  'OTHER',
] as const
/** Why a mission ends before a patient is taken along. */
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
export const missionReasons = [...new Set([...missionDeclineReasons, ...missionCancelReasons])] as [
  (typeof missionDeclineReasons)[number] | (typeof missionCancelReasons)[number],
]
