import * as z from 'zod/mini'
import type { Age } from '../clinical/age.ts'
import { wardUndoHours } from '../clinical/discharge.ts'
import { LeftDevices } from '../devices.ts'
import type { Gender } from '../patients.ts'
import { type Endpoints, Id } from '../wire/endpoint.ts'
import {
  CalendarDate,
  ChosenInstant,
  choiceField,
  codeField,
  Instant,
  optionalProse,
  optionalText,
  requiredProse,
} from '../wire/fields.ts'
import { PlaceLabel, StaffLabel } from '../wire/labels.ts'

/** How a visit began, by the codes of the 43 files: by oneself, appointment, referral, EMS, telehealth. */
export const visitSources = [1, 2, 3, 4, 5] as const
export const arrivalModes = ['WALK', 'WHEELCHAIR', 'STRETCHER', 'CARRIED'] as const
export const visitKinds = ['ER', 'OPD'] as const
/**
 * How a visit ends, by the codes of the 43 files: home, referred, died, died before arrival, died on the way, refused
 * treatment, absconded. Code 2, admitted, is nobody's choice: such a visit ends with the stay.
 */
export const dispositions = [1, 3, 4, 5, 6, 7, 8] as const
/** The dispositions of a patient who has died. */
export const deathDispositions: readonly number[] = [4, 5, 6]
/** The 25 groups of complaints of 1669, of which number 11 is reserved. */
export const symptomGroups = [
  1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25,
] as const
/** How many of them one complaint can have. */
export const mostSymptomGroups = 3
/** Who brought somebody from an accident: oneself, FR, BLS, ILS, ALS, referred, other, unknown. */
export const accidentSources = [1, 2, 3, 4, 5, 6, 7, 9] as const
/**
 * AEPLACE, TRAFFIC and VEHICLE of the file ACCIDENT of the 43 files: where it was, and as what and in which vehicle the
 * patient was in traffic. They have words; another code stays one.
 */
export const accidentPlaces = [
  '01',
  '02',
  '03',
  '04',
  '05',
  '06',
  '07',
  '08',
  '09',
  '10',
  '11',
  '98',
  '99',
] as const
export const accidentRoles = [1, 2, 3, 8, 9] as const
export const accidentVehicles = [
  '01',
  '02',
  '03',
  '04',
  '05',
  '06',
  '07',
  '08',
  '09',
  '10',
  '11',
  '12',
  '98',
  '99',
] as const
/** Why an arrival that was registered never was: of somebody else, registered twice, whoever did not come. */
export const visitVoidReasons = ['WRONG_PATIENT', 'DUPLICATE', 'CANCELLED_PLAN', 'OTHER'] as const
export type VisitVoidReason = (typeof visitVoidReasons)[number]
export const pregnancies = ['no', 'yes', 'unknown', 'not_asked'] as const
/** `NONE` excludes the others; an empty list means that nobody has asked. */
export const infectionSigns = ['FEVER_COUGH', 'RASH', 'CONTACT', 'TRAVEL', 'NONE'] as const

export const InfectionSigns = z.array(z.enum(infectionSigns)).check(
  z.maxLength(infectionSigns.length, 'too-many'),
  z.refine((signs) => !signs.includes('NONE') || signs.length === 1, 'none-beside-others'),
)

/** The ages at which a pregnancy is asked about. */
const pregnantAges = { from: 10, to: 55 } as const

/** Whether a patient can be asked: not a man, nor of another age. Null is unknown. */
export function mayBePregnant(gender: Gender, age: Age | null): boolean {
  return (
    gender !== 'male' && (age === null || (age.years >= pregnantAges.from && age.years <= pregnantAges.to))
  )
}

export const PregnancyWeeks = z.nullable(
  z.int('number-invalid').check(z.gte(1, 'number-range'), z.lte(45, 'number-range')),
)

const TwoDigits = z._default(z.nullable(z.string().check(z.regex(/^(0[1-9]|[1-9]\d)$/, 'two-digits'))), null)

/** Codes of the file ACCIDENT of the 43 files: the place and the vehicle 01–99, the role 1–9. Null is unknown. */
export const Accident = z.object({
  source: z._default(z.nullable(z.literal(accidentSources)), null),
  place: TwoDigits,
  role: z._default(
    z.nullable(z.int('number-invalid').check(z.gte(1, 'number-range'), z.lte(9, 'number-range'))),
    null,
  ),
  vehicle: TwoDigits,
  belt: z._default(z.nullable(z.boolean()), null),
  helmet: z._default(z.nullable(z.boolean()), null),
  alcohol: z._default(z.nullable(z.boolean()), null),
})
export type Accident = z.output<typeof Accident>

/** The groups of one complaint. */
export const SymptomGroups = z
  .array(z.literal(symptomGroups))
  .check(z.maxLength(mostSymptomGroups, 'too-many'))

/** What is told about a visit when somebody arrives. `onset_at`: for a stroke, when they were last known well. */
const toldFields = {
  source: z.literal(visitSources, 'field-required'),
  mode: choiceField(arrivalModes),
  /** The hospital that referred the patient, by name or code; then the number that it or e-Refer gave. */
  referring_hospital: optionalText(200),
  referral_number: optionalText(40),
  complaint: optionalText(500),
  symptom_groups: SymptomGroups,
  onset_at: z.nullable(ChosenInstant),
  /** Null if nobody has said. */
  is_accident: z.nullable(z.boolean()),
  /** What is known of the accident. */
  accident: z.nullable(Accident),
  pregnancy: z.enum(pregnancies),
  pregnancy_weeks: PregnancyWeeks,
  infection_signs: InfectionSigns,
}

/** Where another system gives the VN (`types_vn` of the hospital), and there alone. */
export const TypedVisitNumber = z._default(optionalText(20), null)

export const Arrival = z
  .object({
    patient_id: Id,
    visited_at: z.optional(ChosenInstant),
    vn: TypedVisitNumber,
    kind: choiceField(visitKinds),
    ...toldFields,
    referring_hospital: z._default(toldFields.referring_hospital, null),
    referral_number: z._default(toldFields.referral_number, null),
    complaint: z._default(toldFields.complaint, null),
    symptom_groups: z._default(toldFields.symptom_groups, []),
    onset_at: z._default(toldFields.onset_at, null),
    is_accident: z._default(toldFields.is_accident, null),
    accident: z._default(toldFields.accident, null),
    pregnancy: z._default(toldFields.pregnancy, 'not_asked'),
    pregnancy_weeks: z._default(toldFields.pregnancy_weeks, null),
    infection_signs: z._default(toldFields.infection_signs, []),
  })
  .check(
    z.refine(({ pregnancy, pregnancy_weeks }) => pregnancy === 'yes' || pregnancy_weeks === null, {
      error: 'not-pregnant',
      path: ['pregnancy_weeks'],
    }),
  )

/** One visit to the hospital, from the arrival until the patient leaves. `vn` is its number. */
export const Visit = z.object({
  _id: Id,
  vn: z.string(),
  kind: z.enum(visitKinds),
  visited_at: Instant,
  source: z.nullable(z.literal(visitSources)),
  mode: z.nullable(z.enum(arrivalModes)),
  referring_hospital: z.nullable(z.string()),
  referral_number: z.nullable(z.string()),
  complaint: z.nullable(z.string()),
  symptom_groups: z.array(z.literal(symptomGroups)),
  onset_at: z.nullable(Instant),
  is_accident: z.nullable(z.boolean()),
  accident: z.nullable(Accident),
  pregnancy: z.enum(pregnancies),
  pregnancy_weeks: z.nullable(z.int()),
  infection_signs: z.array(z.enum(infectionSigns)),
  /** The newest change of what was told at the arrival; null if it stands as it was told. */
  last_correction: z.nullable(Id),
  /** Since when somebody is in the emergency room whom a clinic sent there; null: since the arrival, or never. */
  er_since: z.nullable(Instant),
  /** When a doctor of the clinic saw whoever was sent to the emergency room; `first_seen_at` is of a doctor there. */
  opd_seen_at: z.nullable(Instant),
  first_seen_at: z.nullable(Instant),
  is_open: z.boolean(),
  /** Null while it is open, and of one that another system told: nobody noted when it ended. */
  left_at: z.nullable(Instant),
  /** How it ended: one of `dispositions`, or 2 with a stay; null in the end of one that nobody knows. */
  disposition: z.nullable(z.int()),
  /** The referral to this hospital whose number was told at the arrival, or null. */
  referral: z.nullable(z.object({ _id: Id, number: z.string() })),
  /**
   * The ambulance that brought the patient, with the values that it told before the arrival, the newest first. With
   * several patients they may be about another: none are given then.
   */
  brought: z.nullable(
    z.object({
      mission_id: Id,
      number: z.string(),
      is_alone: z.boolean(),
      told: z.array(z.object({ values: z.record(z.string(), z.unknown()), measured_at: Instant })),
    }),
  ),
  /** Set if the arrival was registered in error: the visit keeps its VN and counts nowhere. */
  voided: z.nullable(
    z.object({
      at: Instant,
      by: StaffLabel,
      reason: z.enum(visitVoidReasons),
      note: z.nullable(z.string()),
    }),
  ),
})
export type Visit = z.output<typeof Visit>

/** Since when the patient of a visit waits where they are. */
export const getWaitStart = ({ er_since, visited_at }: Pick<Visit, 'er_since' | 'visited_at'>): string =>
  er_since ?? visited_at

type Waiting = Pick<Visit, '_id' | 'er_since' | 'visited_at'>

/** Who waits longer is first; of those who came in one minute, whoever was registered first. */
export const compareWaiting = (one: Waiting, other: Waiting): number =>
  Date.parse(getWaitStart(one)) - Date.parse(getWaitStart(other)) ||
  Number(one._id > other._id) - Number(one._id < other._id)

/** What is told at an arrival. */
export const arrivalFacts = [
  'visited_at',
  'source',
  'mode',
  'referring_hospital',
  'referral_number',
  'complaint',
  'symptom_groups',
  'onset_at',
  'is_accident',
  'accident',
  'pregnancy',
  'pregnancy_weeks',
  'infection_signs',
] as const satisfies readonly (keyof Visit)[]
/** What a correction of a visit can change. */
export const visitFacts = [
  ...arrivalFacts,
  'kind',
  'opd_seen_at',
  'first_seen_at',
  'left_at',
  'disposition',
] as const
export type VisitFact = (typeof visitFacts)[number]
export type VisitFacts = Pick<Visit, VisitFact>

/** The disposition of a visit that ended with a stay. */
export const admittedDisposition = 2

const ChangedFacts = z.partial(
  z.pick(Visit, Object.fromEntries(visitFacts.map((name) => [name, true])) as Record<VisitFact, true>),
)

/**
 * A change of what was told at an arrival, by a correction or by what a triage asked, or of when a doctor came, or when
 * or how the patient left.
 */
export const ArrivalCorrection = z.object({
  _id: Id,
  at: Instant,
  by: z.nullable(StaffLabel),
  /** Null if it was asked at the triage. */
  reason: z.nullable(z.string()),
  before: ChangedFacts,
  after: ChangedFacts,
})
export type ArrivalCorrection = z.output<typeof ArrivalCorrection>

/** `detail` of the failure `visit-open`: the visit during which the patient would arrive again. */
export const VisitOpen = z.object({ visit: Visit })

/** What undoing the end of a visit or a stay does not bring back: if devices, own limits or alarms ended with it. */
export const UndoneEnd = z.object({ has_ended_monitoring: z.boolean() })

const VisitOf = z.object({ patient_id: Id, visit_id: Id })

/**
 * A planned admission that a death closed, of a patient who has not died: open again unless its day is over, the ward
 * is closed, or the patient was admitted or asked for again since.
 */
const RequestOfDeath = z.object({ ward: PlaceLabel, planned_on: CalendarDate, is_open: z.boolean() })
export type RequestOfDeath = z.output<typeof RequestOfDeath>

/** A referral with which a patient may arrive: its number is that of its letter, or that of this panel. */
const ArrivingReferral = z.object({
  _id: Id,
  number: z.string(),
  hospital: z.nullable(z.string()),
  created_at: Instant,
})
export type ArrivingReferral = z.output<typeof ArrivingReferral>

export const visits = {
  referrals: {
    path: '/api/hospital_user/get_arriving_referrals',
    summary: 'The referrals to this hospital with which a patient may arrive, the newest first',
    access: 'queue:manage',
    patientData: true,
    opensRecord: 'patient_id',
    byItself: true,
    body: z.object({ patient_id: Id }),
    reply: z.object({ referrals: z.array(ArrivingReferral) }),
    errors: ['not-found', 'break-glass-needed'],
  },
  arrive: {
    path: '/api/hospital_user/add_visit',
    summary:
      'Register the arrival of a known patient; the visit gets the next VN of the year, or the typed one',
    access: 'queue:manage',
    patientData: true,
    opensRecord: 'patient_id',
    body: Arrival,
    reply: z.object({ visit: Visit }),
    errors: ['not-found', 'break-glass-needed', 'record-merged', 'visit-open', 'vn-taken'],
    success: 'visit-registered',
  },
  correct: {
    path: '/api/hospital_user/correct_visit',
    summary:
      'Correct what was told at an arrival, at which desk, when a doctor first saw the patient, or when and how they left; what was told before stays in the history of the visit',
    access: 'queue:manage',
    patientData: true,
    opensRecord: 'patient_id',
    body: z.object({
      ...VisitOf.shape,
      /** `last_correction` of the visit that the caller has seen. */
      last_correction: z._default(z.nullable(Id), null),
      changed: z.partial(
        z.object({
          visited_at: ChosenInstant,
          /** For a patient who was registered at the wrong desk, until somebody there has triaged or seen them. */
          kind: choiceField(visitKinds),
          ...toldFields,
          /** Only for a patient whom a clinic sent to the emergency room. Null: no doctor of the clinic saw them. */
          opd_seen_at: z.nullable(ChosenInstant),
          /** Null: no doctor has seen the patient yet. */
          first_seen_at: z.nullable(ChosenInstant),
          /** Only for a visit that somebody ended, or that ended with a stay which was later voided. */
          left_at: ChosenInstant,
          disposition: codeField(dispositions),
        }),
      ),
      reason: requiredProse('reason-required', 500),
    }),
    reply: z.object({ visit: Visit, requests: z.array(RequestOfDeath) }),
    errors: ['not-found', 'break-glass-needed', 'visit-void', 'changed-meanwhile'],
    success: 'visit-corrected',
  },
  see: {
    path: '/api/hospital_user/see_visit',
    summary:
      'Note that a doctor sees the patient of a visit, for the first time; a second call changes nothing',
    access: 'queue:manage',
    patientData: true,
    opensRecord: 'patient_id',
    /** `at`: when the doctor came; now by default. */
    body: z.object({ ...VisitOf.shape, at: z.optional(ChosenInstant) }),
    /** `act_id`: the act, by which it can be undone; null if a doctor had seen the patient before. */
    reply: z.object({ first_seen_at: Instant, act_id: z.nullable(Id) }),
    errors: ['not-found', 'break-glass-needed', 'visit-ended'],
    success: 'visit-updated',
  },
  end: {
    path: '/api/hospital_user/end_visit',
    summary:
      'End a visit: the patient has left, and how; their monitoring ends, and worn devices are taken back',
    access: 'queue:manage',
    patientData: true,
    opensRecord: 'patient_id',
    body: z.object({
      ...VisitOf.shape,
      disposition: codeField(dispositions),
      /** When the patient left; now by default. */
      at: z.optional(ChosenInstant),
      ...LeftDevices.shape,
    }),
    reply: z.object({ left_at: Instant, act_id: Id }),
    errors: ['not-found', 'break-glass-needed', 'visit-ended', 'already-admitted'],
    success: 'visit-updated',
  },
  void: {
    path: '/api/hospital_user/void_visit',
    summary: `Cancel a visit that was registered in error, while it is open or in the ${wardUndoHours} hours after; its VN is not used again. Ends what the end of a visit ends`,
    access: 'queue:manage',
    patientData: true,
    opensRecord: 'patient_id',
    body: z
      .object({
        ...VisitOf.shape,
        reason: choiceField(visitVoidReasons),
        note: z._default(optionalProse(500), null),
        ...LeftDevices.shape,
      })
      .check(
        z.refine(({ reason, note }) => reason !== 'OTHER' || note !== null, {
          error: 'reason-required',
          path: ['note'],
        }),
      ),
    /** `requests`: of whoever was said to have died. */
    reply: z.object({ visit: Visit, requests: z.array(RequestOfDeath) }),
    errors: [
      'not-found',
      'break-glass-needed',
      'visit-void',
      'visit-admitted',
      'visit-end-too-old',
      'device-moved-since',
    ],
    success: 'visit-voided',
  },
} satisfies Endpoints
