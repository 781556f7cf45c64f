import * as z from 'zod/mini'
import { wardUndoHours } from '../clinical/discharge.ts'
import { isMorseTotal } from '../clinical/emergency/morse.ts'
import { LeftDevices } from '../devices.ts'
import { birthFields, genders } from '../patients.ts'
import { readingValues } from '../readings.ts'
import {
  definePage,
  type Endpoints,
  emptyReply,
  fileReply,
  Id,
  ListRequest,
  listFilters,
} from '../wire/endpoint.ts'
import {
  ChosenDate,
  ChosenId,
  ChosenInstant,
  choiceField,
  emptyAsNull,
  Icd10,
  Instant,
  optionalProse,
  optionalText,
  requiredProse,
} from '../wire/fields.ts'
import { FileLanguage } from '../wire/file-language.ts'
import { BedLabel, PatientLabel, PlaceLabel, StaffLabel, VisitLabel } from '../wire/labels.ts'
import { AdmissionBasis } from './admission-basis.ts'
import {
  admitSources,
  admitTypes,
  arrivalTypes,
  bedFeatures,
  bedStates,
  correctionReasons,
  departments,
  diagnosisRoles,
  dischargeStatuses,
  dischargeTypes,
  isolationKinds,
  moveReasons,
  payers,
  referralCauses,
  stayOutcomes,
  swapReasons,
  transferCauses,
} from './admission-codes.ts'
import { Refusal } from './refusal.ts'
import { pregnancies, UndoneEnd } from './visits.ts'

export const placeKinds = ['bed', 'waiting', 'leave'] as const
export const stayActs = [
  'admitted',
  'moved',
  'swapped',
  'left',
  'leave-changed',
  'returned',
  'discharged',
  'discharge-undone',
  'voided',
  'corrected',
  'changed',
] as const
export type StayActKind = (typeof stayActs)[number]

/**
 * Where an admitted patient was from `from` to `to` (null: still there). `waiting` is without a bed. On `leave` the
 * bed, if there is one, is held. `superseded`: a correction replaced it.
 */
export const StayPlace = z.object({
  _id: Id,
  kind: z.enum(placeKinds),
  ward: PlaceLabel,
  bed: z.nullable(BedLabel),
  from: Instant,
  to: z.nullable(Instant),
  due_back_at: z.nullable(Instant),
  is_superseded: z.boolean(),
  /** The act that superseded it. */
  superseded_by: z.nullable(Id),
})
export type StayPlace = z.output<typeof StayPlace>

/** The four parts of a hand-over besides who the patient is (ISBAR). */
export const HandOver = z.object({
  situation: requiredProse('field-required', 2000),
  background: z._default(optionalProse(2000), null),
  assessment: z._default(optionalProse(2000), null),
  recommendation: z._default(optionalProse(2000), null),
})
export type HandOver = z.output<typeof HandOver>

/** One field that an act changed, for whoever reads the history. */
export const StayChange = z.object({ field: z.string(), from: z.unknown(), to: z.unknown() })
export type StayChange = z.output<typeof StayChange>

/**
 * What was done about a stay. `at` is from when it holds, `recorded_at` when it was written; both differ if it was
 * backdated. `reason` is a code of the act's own list.
 */
export const StayAct = z.object({
  _id: Id,
  act: z.enum(stayActs),
  at: Instant,
  recorded_at: Instant,
  by: z.nullable(StaffLabel),
  reason: z.nullable(z.string()),
  note: z.nullable(z.string()),
  hand_over: z.nullable(HandOver),
  receiver: z.nullable(StaffLabel),
  /** The person who takes a patient home on leave. */
  relative: z.nullable(z.string()),
  /** Whether the patient was on leave when they were moved, and so still is. */
  is_on_leave: z.boolean(),
  changes: z.array(StayChange),
})
export type StayAct = z.output<typeof StayAct>

/** What is measured at an admission. */
export const admissionMeasures = ['weight', 'height'] as const
export type AdmissionMeasure = (typeof admissionMeasures)[number]

/** What an admission asks for besides the place. What is null in an old stay was not asked for then. */
const AdmissionFields = {
  admit_type: choiceField(admitTypes),
  admit_source: choiceField(admitSources),
  arrival_type: z.literal(arrivalTypes, 'field-required'),
  referral_cause: z._default(z.nullable(z.literal(referralCauses, 'choice-invalid')), null),
  /** Its name, or its code of 5 or 9 digits. */
  referring_hospital: z._default(optionalText(200), null),
  /** The number that the referring hospital or e-Refer gave. */
  referral_number: z._default(optionalText(40), null),
  department: choiceField(departments),
  attending_id: ChosenId,
  diagnosis: requiredProse('field-required', 500),
  disease: z._default(emptyAsNull(Icd10), null),
  payer: z._default(z.nullable(z.enum(payers)), null),
  isolation: z._default(z.array(z.enum(isolationKinds)).check(z.maxLength(5, 'too-many')), []),
  is_dnr: z._default(z.nullable(z.boolean()), null),
  has_consent: z._default(z.nullable(z.boolean()), null),
  /** Total of the Morse Fall Scale. */
  morse_score: z._default(
    z.nullable(z.int('number-invalid').check(z.refine(isMorseTotal, 'morse-impossible'))),
    null,
  ),
  planned_discharge_on: z._default(emptyAsNull(ChosenDate), null),
  /** Whether the patient is pregnant. While it is *yes*, no NEWS2 is computed. */
  pregnancy: z._default(z.enum(pregnancies), 'not_asked'),
}

const Diagnosis = z.object({
  code: Icd10,
  role: z.literal(diagnosisRoles, 'choice-invalid'),
})

/** The most characters of what is written at a discharge, and of why it is changed. */
export const dischargeLengths = {
  discharged_to: 200,
  discharge_summary: 5000,
  discharge_advice: 2000,
  follow_up: 1000,
  home_medicines: 2000,
  note: 500,
} as const

const DischargeFields = {
  discharge_status: z.literal(dischargeStatuses, 'field-required'),
  discharge_type: z.literal(dischargeTypes, 'field-required'),
  /** The hospital to which the patient is transferred. */
  discharged_to: z._default(optionalText(dischargeLengths.discharged_to), null),
  discharge_cause: z._default(z.nullable(z.literal(transferCauses, 'choice-invalid')), null),
  /** The patient leaves against advice, to die at home. */
  goes_home_to_die: z._default(z.boolean(), false),
  /** Needed against advice, and only then. */
  refusal: z._default(z.nullable(Refusal), null),
  discharge_diagnoses: z._default(z.array(Diagnosis).check(z.maxLength(30, 'too-many')), []),
  discharge_summary: z._default(optionalProse(dischargeLengths.discharge_summary), null),
  discharge_advice: z._default(optionalProse(dischargeLengths.discharge_advice), null),
  follow_up: z._default(optionalProse(dischargeLengths.follow_up), null),
  home_medicines: z._default(optionalProse(dischargeLengths.home_medicines), null),
}

/** A stay with its newest facts; `place` is where the patient is, or was last. */
export const Stay = z.object({
  _id: Id,
  an: z.string(),
  version: z.int(),
  patient: z.extend(PatientLabel, { gender: z.enum(genders), ...birthFields }),
  admitted_at: Instant,
  discharged_at: z.nullable(Instant),
  voided_at: z.nullable(Instant),
  place: z.nullable(StayPlace),
  admit_type: z.nullable(z.enum(admitTypes)),
  admit_source: z.nullable(z.enum(admitSources)),
  arrival_type: z.nullable(z.int()),
  referral_cause: z.nullable(z.int()),
  referring_hospital: z.nullable(z.string()),
  referral_number: z.nullable(z.string()),
  department: z.nullable(z.string()),
  attending: z.nullable(StaffLabel),
  diagnosis: z.nullable(z.string()),
  disease: z.nullable(z.string()),
  payer: z.nullable(z.string()),
  isolation: z.array(z.string()),
  is_dnr: z.nullable(z.boolean()),
  has_consent: z.nullable(z.boolean()),
  morse_score: z.nullable(z.int()),
  /** The newest score at the admission; null if there was none, or it was too old to count. */
  news2: z.nullable(z.object({ value: z.int(), measured_at: Instant })),
  planned_discharge_on: z.nullable(z.string()),
  pregnancy: z.enum(pregnancies),
  outcome: z.enum(stayOutcomes),
  discharge_status: z.nullable(z.int()),
  discharge_type: z.nullable(z.int()),
  discharged_to: z.nullable(z.string()),
  discharge_cause: z.nullable(z.int()),
  goes_home_to_die: z.boolean(),
  refusal: z.nullable(Refusal),
  discharge_diagnoses: z.array(z.object({ code: z.string(), role: z.int() })),
  discharge_summary: z.nullable(z.string()),
  discharge_advice: z.nullable(z.string()),
  follow_up: z.nullable(z.string()),
  home_medicines: z.nullable(z.string()),
})
export type Stay = z.output<typeof Stay>

/**
 * A stay as lists show it. If the record is closed to the caller, only a stay that lasts says where the patient is, and
 * what belongs to the record is null.
 */
export const ListedStay = z.extend(
  z.pick(Stay, {
    _id: true,
    an: true,
    patient: true,
    admitted_at: true,
    discharged_at: true,
    voided_at: true,
    place: true,
    department: true,
    attending: true,
    diagnosis: true,
    disease: true,
  }),
  { is_record_open: z.boolean(), outcome: z.nullable(z.enum(stayOutcomes)) },
)
export type ListedStay = z.output<typeof ListedStay>

/** A stay with everywhere the patient was and everything that was done, newest first. */
export const StayHistory = z.extend(Stay, { places: z.array(StayPlace), acts: z.array(StayAct) })
export type StayHistory = z.output<typeof StayHistory>

export const AdmitRecordFilters = z.object({
  state: z._default(z.enum(['in', 'left', 'voided', 'all']), 'in'),
  ward: z.optional(Id),
  department: z.optional(z.enum(departments)),
  attending_id: z.optional(Id),
  /** Admitted, or for those who left discharged, on these days and between them. */
  from: z.optional(ChosenDate),
  to: z.optional(ChosenDate),
  outcome: z.optional(z.enum(stayOutcomes)),
})
export type AdmitRecordFilters = z.output<typeof AdmitRecordFilters>

const AdmitRecordRequest = z.object({ ...ListRequest.shape, filterLists: listFilters(AdmitRecordFilters) })

const Version = z.int().check(z.gte(1), z.lte(2_147_483_647))
/** Which stay, as the caller saw it, and from when on the act holds: now by default. */
const StayActBody = { patient_id: Id, stay_id: Id, version: Version, at: z.optional(ChosenInstant) }
const bedTarget = { ward_id: ChosenId, bed_id: z._default(z.nullable(Id), null) }
/** Where the patient of a stay was, and when, by a correction. */
const correctedStay = {
  /** They are in order; each lasts until the next begins, the last until the discharge. The first begins the stay. */
  places: z
    .array(
      z.object({
        kind: z.enum(placeKinds),
        ...bedTarget,
        from: ChosenInstant,
        due_back_at: z._default(z.nullable(ChosenInstant), null),
      }),
    )
    .check(z.minLength(1, 'field-required'), z.maxLength(200, 'too-many')),
  discharged_at: z._default(z.nullable(ChosenInstant), null),
}

/** `detail` of `bed-taken`: who has the bed, and since when. */
export const BedTaken = z.object({ bed: z.string(), patient: PatientLabel, stay_id: Id, since: Instant })
export type BedTaken = z.output<typeof BedTaken>
/** `detail` of `bed-reserved`. */
export const BedReserved = z.object({ bed: z.string(), patient: PatientLabel, until: Instant })
/** `detail` of `already-admitted`. */
export const AlreadyAdmitted = z.object({ an: z.string(), admitted_at: Instant, ward: PlaceLabel })
/** `detail` of `changed-meanwhile` for a stay. */
export const StayChangedMeanwhile = z.object({ stay: StayHistory })

/** `taken`: somebody is in it, or it is held for a patient on leave. */
const bedAvailabilities = [...bedStates, 'taken', 'reserved'] as const

const stayReply = z.object({ stay: StayHistory })
/** The patient is here again. It says whether their monitoring had ended, because it does not begin again by itself. */
const undoneReply = z.extend(stayReply, UndoneEnd.shape)
const placeErrors = ['bed-taken', 'bed-reserved', 'bed-not-ready', 'ward-closed'] as const
const undoBody = z.object({
  ...z.omit(z.object(StayActBody), { at: true }).shape,
  reason: choiceField(correctionReasons),
  note: z._default(optionalProse(500), null),
})
const undoErrors = [
  'not-found',
  'break-glass-needed',
  'record-merged',
  'changed-meanwhile',
  'stay-open',
  'already-admitted',
  'ward-closed',
] as const
const actErrors = ['not-found', 'break-glass-needed', 'changed-meanwhile', 'stay-ended'] as const

export const admissions = {
  list: {
    path: '/admin/get_all_admit',
    summary: 'Stays in the hospital: who is in, who left, which admissions were in error',
    access: 'patient:read',
    patientData: true,
    opensRecord: false,
    byItself: true,
    outdatedBy: ['patients-outdated'],
    body: AdmitRecordRequest,
    reply: definePage(ListedStay),
  },
  left: {
    path: '/api/hospital_user/get_patient_list_exit_in_hospital',
    summary: 'Patients who left the hospital, the last first',
    access: 'patient:read',
    patientData: true,
    opensRecord: false,
    byItself: true,
    body: z.object({
      ...ListRequest.shape,
      filterLists: listFilters(z.omit(AdmitRecordFilters, { state: true })),
    }),
    reply: definePage(ListedStay),
  },
  exportList: {
    path: '/admin/export_all_admit',
    summary: 'The same stays, all of them, as data.csv (UTF-8 with a byte-order mark)',
    access: 'patient:export',
    patientData: true,
    opensRecord: false,
    body: z.object({
      ...z.omit(AdmitRecordRequest, { page: true, number_of_rec: true }).shape,
      language: FileLanguage,
    }),
    reply: fileReply,
    file: true,
  },
  history: {
    path: '/api/hospital_user/get_admit_history',
    summary: "A patient's stays with their places and everything that was done, the newest first",
    access: 'patient:read',
    patientData: true,
    opensRecord: 'patient_id',
    byItself: true,
    outdatedBy: ['patients-outdated'],
    body: z.object({ patient_id: Id }),
    reply: z.object({ stays: z.array(StayHistory) }),
    errors: ['not-found', 'break-glass-needed'],
  },
  exportHistory: {
    path: '/api/hospital_user/export_admit_history',
    summary:
      "A patient's stays as data.csv (UTF-8 with a byte-order mark), one row per place and per act, the newest stay first",
    access: 'patient:export',
    patientData: true,
    opensRecord: 'patient_id',
    body: z.object({ patient_id: Id, language: FileLanguage }),
    reply: fileReply,
    file: true,
    errors: ['not-found', 'break-glass-needed'],
  },
  doctors: {
    path: '/api/hospital_user/get_doctors',
    summary: 'Doctors of the hospital who may sign in',
    access: 'patient:read',
    patientData: false,
    byItself: true,
    body: emptyReply,
    reply: z.object({ doctors: z.array(StaffLabel) }),
  },
  receivers: {
    path: '/api/hospital_user/find_receivers',
    summary:
      'People who can take a patient over, by the beginning of a name or an e-mail; only the first few matches',
    access: 'admission:manage',
    patientData: false,
    byItself: true,
    body: z.object({ search_value: z._default(z.string().check(z.maxLength(100)), '') }),
    reply: z.object({ staff: z.array(StaffLabel) }),
  },
  beds: {
    path: '/api/hospital_user/get_beds',
    summary: 'The open beds of a ward, and which of them can be given now',
    access: 'admission:manage',
    patientData: false,
    byItself: true,
    body: z.object({ ward_id: Id }),
    reply: z.object({
      beds: z.array(
        z.object({
          ...BedLabel.shape,
          state: z.enum(bedAvailabilities),
          features: z.array(z.enum(bedFeatures)),
        }),
      ),
    }),
  },
  prepare: {
    path: '/api/hospital_user/get_admission_basis',
    summary:
      'What is known of a patient who is to be admitted: the open visit, the open request, the referral',
    access: 'admission:manage',
    patientData: true,
    opensRecord: 'patient_id',
    byItself: true,
    body: z.object({
      patient_id: Id,
      /** The referral with which the patient is admitted; without it, the newest one counts. */
      referral_id: z._default(z.nullable(Id), null),
    }),
    reply: AdmissionBasis,
    errors: ['not-found', 'break-glass-needed'],
  },
  admit: {
    path: '/api/hospital_user/admit_patient',
    summary: 'Admit a patient to a ward, in a bed or waiting for one',
    access: 'admission:manage',
    patientData: true,
    opensRecord: 'patient_id',
    body: z.object({
      patient_id: Id,
      ...AdmissionFields,
      ...bedTarget,
      at: z.optional(ChosenInstant),
      /** They are in kg and cm, measured at the admission, and become a reading, which asks for `clinical:record`. */
      weight: readingValues.weight,
      height: readingValues.height,
      /** Those that are unusual for the patient, and that the user has confirmed. */
      confirmed: z._default(z.array(z.enum(admissionMeasures)).check(z.maxLength(2, 'too-many')), []),
      /** Where another system gives it (`types_an` of the hospital), and there alone. */
      an: z._default(optionalText(20), null),
    }),
    reply: stayReply,
    errors: [
      'not-found',
      'break-glass-needed',
      'record-merged',
      'already-admitted',
      'an-taken',
      ...placeErrors,
    ],
    success: 'patient-admitted',
  },
  update: {
    path: '/api/hospital_user/update_admission',
    summary: 'Change what was asked at the admission, but not the place or the times',
    access: 'admission:manage',
    patientData: true,
    opensRecord: 'patient_id',
    body: z.object({
      ...z.omit(z.object(StayActBody), { at: true }).shape,
      ...AdmissionFields,
      /** Null only where it was not asked for at the admission. */
      arrival_type: z._default(z.nullable(AdmissionFields.arrival_type), null),
    }),
    reply: stayReply,
    errors: ['not-found', 'break-glass-needed', 'changed-meanwhile'],
    success: 'stay-changed',
  },
  move: {
    path: '/api/hospital_user/move_patient',
    summary:
      'Give an admitted patient a bed, another bed or another ward; whoever is on leave stays so, and the bed is held',
    access: 'admission:manage',
    patientData: true,
    opensRecord: 'patient_id',
    body: z.object({
      ...StayActBody,
      ...bedTarget,
      reason: choiceField(moveReasons),
      note: z._default(optionalProse(500), null),
      /** Needed for a move to another ward. */
      hand_over: z._default(z.nullable(HandOver), null),
      receiver_id: z._default(z.nullable(Id), null),
    }),
    reply: stayReply,
    errors: [...actErrors, ...placeErrors],
    success: 'patient-moved',
  },
  swap: {
    path: '/api/hospital_user/swap_beds',
    summary: 'Let two admitted patients of one ward change beds',
    access: 'admission:manage',
    patientData: true,
    opensRecord: 'as-found',
    body: z.object({
      ...StayActBody,
      with_stay_id: ChosenId,
      with_version: Version,
      reason: choiceField(swapReasons),
      note: z._default(optionalProse(500), null),
    }),
    reply: stayReply,
    errors: [...actErrors, 'not-in-bed', 'swap-across-wards'],
    success: 'beds-swapped',
  },
  leave: {
    path: '/api/hospital_user/begin_leave',
    summary: 'Let an admitted patient leave for a time, with or without the bed held',
    access: 'admission:manage',
    patientData: true,
    opensRecord: 'patient_id',
    body: z.object({
      ...StayActBody,
      due_back_at: ChosenInstant,
      holds_bed: z._default(z.boolean(), true),
      note: requiredProse('field-required', 500),
      /** The relative who takes the patient. */
      relative: z._default(optionalText(200), null),
    }),
    reply: stayReply,
    errors: [...actErrors, 'already-on-leave'],
    success: 'leave-begun',
  },
  changeLeave: {
    path: '/api/hospital_user/change_leave',
    summary: 'Say anew when a patient on leave is due back; what was said before is kept as superseded',
    access: 'admission:manage',
    patientData: true,
    opensRecord: 'patient_id',
    body: z.object({
      ...z.omit(z.object(StayActBody), { at: true }).shape,
      due_back_at: ChosenInstant,
      note: requiredProse('field-required', 500),
    }),
    reply: stayReply,
    errors: [...actErrors, 'not-on-leave'],
    success: 'leave-changed',
  },
  comeBack: {
    path: '/api/hospital_user/end_leave',
    summary: 'Take a patient back from leave, into the held bed or, without one, to wait for a bed',
    access: 'admission:manage',
    patientData: true,
    opensRecord: 'patient_id',
    body: z.object({ ...StayActBody, note: z._default(optionalProse(500), null) }),
    reply: stayReply,
    errors: [...actErrors, 'not-on-leave', ...placeErrors],
    success: 'leave-ended',
  },
  discharge: {
    path: '/api/hospital_user/discharge_patient',
    summary: 'Discharge a patient: frees the bed for cleaning and ends alarms, settings and reservations',
    access: 'admission:manage',
    patientData: true,
    opensRecord: 'patient_id',
    body: z.object({
      ...StayActBody,
      ...DischargeFields,
      ...LeftDevices.shape,
    }),
    reply: stayReply,
    errors: [...actErrors, 'device-moved-since', 'record-merged'],
    success: 'patient-discharged',
  },
  changeDischarge: {
    path: '/api/hospital_user/change_discharge',
    summary: `Change what was asked at the discharge, but not the place or the times; how the patient left, after ${wardUndoHours} hours only with \`stay:reopen\``,
    access: 'admission:manage',
    patientData: true,
    opensRecord: 'patient_id',
    body: z.object({
      ...z.omit(z.object(StayActBody), { at: true }).shape,
      ...DischargeFields,
      /** Why it is changed. */
      note: requiredProse('reason-required', dischargeLengths.note),
    }),
    reply: stayReply,
    errors: ['not-found', 'break-glass-needed', 'changed-meanwhile', 'stay-open', 'discharge-too-old'],
    success: 'stay-changed',
  },
  undoDischarge: {
    path: '/api/hospital_user/undo_discharge',
    summary: `Undo a discharge of the last ${wardUndoHours} hours: back to the same bed if it is free, else to wait for one, or to the leave without one`,
    access: 'admission:manage',
    patientData: true,
    opensRecord: 'patient_id',
    body: undoBody,
    reply: undoneReply,
    errors: [...undoErrors, 'discharge-too-old'],
    success: 'discharge-undone',
  },
  reopen: {
    path: '/api/hospital_user/reopen_stay',
    summary: 'Undo a discharge, however long ago it was: for the records office',
    access: 'stay:reopen',
    patientData: true,
    opensRecord: 'patient_id',
    body: undoBody,
    reply: undoneReply,
    errors: undoErrors,
    success: 'discharge-undone',
  },
  void: {
    path: '/api/hospital_user/void_admission',
    summary:
      'Cancel an admission that was made in error; its AN is not used again. Ends what a discharge ends; after one, opens the visit again that ended with it, or gives it to the admission that takes its place',
    access: 'admission:manage',
    patientData: true,
    opensRecord: 'patient_id',
    body: z.object({
      ...z.omit(z.object(StayActBody), { at: true }).shape,
      reason: choiceField(correctionReasons),
      note: z._default(optionalProse(500), null),
      ...LeftDevices.shape,
    }),
    /** `untold_visit`: it led to this stay, and how it ended instead nobody has said. */
    reply: z.extend(undoneReply, { untold_visit: z.nullable(VisitLabel) }),
    errors: ['not-found', 'break-glass-needed', 'changed-meanwhile', 'device-moved-since'],
    success: 'admission-voided',
  },
  correct: {
    path: '/api/hospital_user/correct_stay',
    summary: 'Correct where an admitted patient was and when; what was noted before is kept as superseded',
    access: 'admission:manage',
    patientData: true,
    opensRecord: 'as-found',
    body: z.object({
      ...z.omit(z.object(StayActBody), { at: true }).shape,
      ...correctedStay,
      /**
       * Another stay that is corrected in the same transaction: of two patients who were noted in each other's bed,
       * neither stay can be corrected alone.
       */
      with: z._default(z.nullable(z.object({ stay_id: Id, version: Version, ...correctedStay })), null),
      reason: choiceField(correctionReasons),
      note: z._default(optionalProse(500), null),
    }),
    reply: stayReply,
    errors: ['not-found', 'break-glass-needed', 'changed-meanwhile', 'stay-overlaps', ...placeErrors],
    success: 'stay-corrected',
  },
} satisfies Endpoints
