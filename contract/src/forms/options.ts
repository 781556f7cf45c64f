import { isolationKinds } from '../patient-flow/admission-codes.ts'
import { symptomGroups } from '../patient-flow/visits.ts'

/**
 * The lists of options of the forms. Codes are stored; their texts are `form-options` in the locale files. Lists that the
 * emergency medical services of Thailand use stand as on their sheets (request, ALS and BLS run sheets).
 */
export const optionLists = {
  sex: ['1', '2', '9'],
  'request-channel': ['1669', 'PHONE', 'RADIO', 'WARD', 'REFER', 'LINE', 'WALK_IN', 'OTHER'],
  reporter: ['PUBLIC', 'DISPATCH', 'EMS', 'VOLUNTEER', 'POLICE', 'HOSPITAL', 'SELF', 'OTHER'],
  'request-kind': ['SCENE', 'REFER_OUT', 'REFER_BACK', 'APPOINTMENT', 'DISCHARGE_HOME', 'EVENT', 'BODY'],
  'scene-event': ['SICK', 'TRAFFIC', 'OTHER_ACCIDENT', 'DISASTER'],
  'symptom-group': symptomGroups.map(String),
  /** Of the call-taker: the reporter may know nothing. */
  'dispatch-colour': ['RED', 'YELLOW', 'GREEN', 'WHITE', 'BLACK', 'UNKNOWN'],
  hazard: ['TRAFFIC', 'FIRE', 'VIOLENCE', 'ELECTRIC', 'CHEMICAL', 'WATER', 'ANIMAL', 'INFECTION', 'NONE'],
  isolation: isolationKinds,
  'unit-level': ['FR', 'BLS', 'ALS', 'SPECIAL'],
  position: ['SIT', 'LIE', 'BARIATRIC'],
  'transport-equipment': [
    'OXYGEN',
    'MONITOR',
    'VENTILATOR',
    'PUMP',
    'SUCTION',
    'INCUBATOR',
    'BALLOON',
    'SPINE',
    'STAIR_CHAIR',
    'PPE',
    'NONE',
  ],
  'referral-urgency': ['E', 'U', 'N', 'R'],
} as const satisfies Record<string, readonly string[]>

export type OptionList = keyof typeof optionLists
