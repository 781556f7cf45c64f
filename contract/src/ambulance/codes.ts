/** What a unit of emergency medical services can do, from the first responder up; `ILS` is on older records only. */
export const unitLevels = ['FR', 'BLS', 'ILS', 'ALS', 'SPECIAL'] as const
export type UnitLevel = (typeof unitLevels)[number]

/** What a vehicle is built and equipped for. */
export const vehicleClasses = ['FR', 'BLS', 'ALS', 'SPECIAL'] as const
export type VehicleClass = (typeof vehicleClasses)[number]

/** What a special unit is for: newborns, or a way other than the road. */
export const specialKinds = ['NEONATAL', 'AIR', 'WATER'] as const

/** The qualification of somebody in a crew. */
export const crewLevels = [
  'EP',
  'MD',
  'ENP',
  'RN',
  'PARAMEDIC',
  'AEMT',
  'EMT',
  'EMR',
  'NA',
  'DRIVER',
  'OTHER',
] as const
export type CrewLevel = (typeof crewLevels)[number]

/** What somebody does in a team. */
export const crewRoles = ['DRIVER', 'LEADER', 'CARE'] as const
export type CrewRole = (typeof crewRoles)[number]

export const vehicleStatuses = ['READY', 'ON_MISSION', 'CHECK_DUE', 'NOT_READY', 'OUT_OF_SERVICE'] as const
export type VehicleStatus = (typeof vehicleStatuses)[number]

/** The sheets that an operation can need. */
export const operationForms = [
  'REQUEST',
  'REFERRAL',
  'TAKE_SHIFT',
  'OPERATION',
  'ALS_RECORD',
  'TRANSFER_RECORDING',
  'TRANSPORTATION_TREATMENT',
  'EQUIPMENT_CHECK',
] as const
export type OperationForm = (typeof operationForms)[number]
