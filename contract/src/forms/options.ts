import { isolationKinds, payers } from '../patient-flow/admission-codes.ts'
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
  payer: payers,
  'referral-direction': ['OUT', 'IN', 'BACK'],
  'referral-point': ['OPD', 'ER', 'WARD'],
  'referral-cause': ['1', '2', '3', '4', '5', '6', '7'],
  'lacking-capability': [
    'NO_SPECIALIST',
    'BED_FULL',
    'ED_CROWDED',
    'NO_EQUIPMENT',
    'RIGHTS',
    'REQUEST',
    'OTHER',
  ],
  'referred-patient': ['1', '2', '3'],
  'special-disease': ['01', '02', '03', '04', '05', '06', '07', '99'],
  'referral-risk': ['U', 'H', 'M', 'L', 'N'],
  'icu-priority': ['1', '2', '3', '4'],
  'diagnosis-role': ['1', '2', '3', '4', '5', '6', '7'],
  route: ['IV', 'IO', 'IM', 'SC', 'PO', 'SL', 'IN', 'NEB', 'PR', 'ETT', 'TOPICAL', 'INHALED'],
  'referral-mode': [
    'SELF',
    'AMBULANCE_NURSE_ONE',
    'AMBULANCE_NURSE_TWO',
    'AMBULANCE_NURSE_THREE',
    'NO_NURSE',
    'PRIVATE_AMBULANCE',
    'EMS_UNIT',
    'AIR',
  ],
} as const satisfies Record<string, readonly string[]>

export type OptionList = keyof typeof optionLists
