import * as z from 'zod/mini'
import { birthDatePrecisions } from './clinical/age.ts'
import { limitBounds, limitedVitals } from './clinical/limits.ts'
import { triageLevels } from './clinical/triage.ts'
import { type QuantityName, quantities } from './clinical/vital-signs.ts'
import { readingSources } from './readings.ts'
import {
  ById,
  definePage,
  type Endpoints,
  emptyReply,
  fileReply,
  Id,
  ListRequest,
  listFilters,
  PageRequest,
} from './wire/endpoint.ts'
import {
  CalendarDate,
  choiceField,
  emptyAsNull,
  Instant,
  NationalId,
  optionalProse,
  optionalText,
  Phone,
  PhotoUpload,
  photoErrors,
  requiredProse,
  requiredText,
} from './wire/fields.ts'
import { FileLanguage } from './wire/file-language.ts'
import { PlaceLabel, StaffLabel } from './wire/labels.ts'

export const genders = ['male', 'female', 'other', 'unknown'] as const
export type Gender = (typeof genders)[number]
export const notifyStatuses = ['default', 'disabled'] as const
/** A vital sign whose alarms are switched off, and until when; `bounds` where only those beyond these limits are. */
export const AlarmOff = z.object({
  vital: z.enum(limitedVitals),
  bounds: z.nullable(z.array(z.enum(limitBounds))),
  until: z.nullable(Instant),
})
export type AlarmOff = z.output<typeof AlarmOff>
export const deviceStatuses = ['connected', 'disconnected'] as const
/** `unknown`: a person whom nobody could identify yet, under an assumed name. */
export const identityKinds = ['national_id', 'passport', 'migrant', 'unknown', 'none'] as const
/** The kind of identity under which a person has each of these. */
export const identityByField = {
  national_id: 'national_id',
  passport_no: 'passport',
  migrant_kind: 'migrant',
  migrant_no: 'migrant',
  appearance: 'unknown',
} as const satisfies Record<string, (typeof identityKinds)[number]>
export type IdentityField = keyof typeof identityByField
export const identityFields = Object.keys(identityByField) as IdentityField[]
/** Allergy severity, in increasing order. */
export const allergySeverities = ['mild', 'moderate', 'severe', 'life_threatening'] as const
export const allergyKinds = ['drug', 'food', 'environment', 'other'] as const
/** How certain the link between substance and reaction is (WHO-UMC categories). */
export const allergyCertainties = ['certain', 'probable', 'possible', 'unlikely', 'unclassified'] as const
export const riskBehaviors = [
  'smoking',
  'alcohol',
  'drug_use',
  'no_exercise',
  'unsafe_sex',
  'salty_diet',
  'sweet_diet',
  'no_helmet',
] as const
export const relationships = [
  'father',
  'mother',
  'spouse',
  'child',
  'sibling',
  'relative',
  'friend',
  'caregiver',
  'employer',
  'other',
] as const

/** A row of a clinical list. A new row has no `_id`; a row that is no longer sent is stored as ended. */
export const UnderlyingDisease = z.object({
  _id: z.optional(Id),
  underlying_disease: requiredText('field-required', 20),
  since: z._default(emptyAsNull(CalendarDate), null),
  note: z._default(optionalProse(500), null),
})
export const Allergy = z.object({
  _id: z.optional(Id),
  kind: choiceField(allergyKinds),
  substance: requiredText('field-required', 200),
  severity: choiceField(allergySeverities),
  reaction: z._default(optionalProse(500), null),
  certainty: z._default(z.enum(allergyCertainties), 'unclassified'),
  since: z._default(emptyAsNull(CalendarDate), null),
})
export const Medication = z.object({
  _id: z.optional(Id),
  name: requiredText('field-required', 200),
  dose: z._default(optionalText(100), null),
  route: z._default(optionalText(50), null),
  frequency: z._default(optionalText(100), null),
  since: z._default(emptyAsNull(CalendarDate), null),
})
/** An entry of the underlying diseases under its other name, with the same `_id`. */
export const ChronicDisease = z.object({
  _id: z.optional(Id),
  disease: requiredText('field-required', 20),
  since: z._default(emptyAsNull(CalendarDate), null),
  note: z._default(optionalProse(500), null),
})
export type UnderlyingDisease = z.output<typeof UnderlyingDisease>
export type Allergy = z.output<typeof Allergy>
export type Medication = z.output<typeof Medication>
export type ChronicDisease = z.output<typeof ChronicDisease>

const measureField = (min: number, max: number) =>
  z.optional(
    emptyAsNull(z.number('number-invalid').check(z.gte(min, 'number-range'), z.lte(max, 'number-range'))),
  )

/** The fields of the section "Patient information". */
export const informationFields = {
  hn: requiredText('hn-required', 20).check(z.regex(/^[\p{L}\p{N}/\-.]+$/u, 'hn-invalid')),
  title: requiredText('title-required', 50),
  name: requiredText('name-required'),
  surname: requiredText('surname-required'),
  name_en: z.optional(optionalText()),
  surname_en: z.optional(optionalText()),
  gender: choiceField(genders, 'gender-required'),
  date_of_birth: z.optional(emptyAsNull(CalendarDate)),
  /** `day` if a date is sent without it. */
  birth_date_precision: z.optional(emptyAsNull(z.enum(birthDatePrecisions))),
  identity_kind: z._default(z.enum(identityKinds), 'national_id'),
  national_id: z.optional(emptyAsNull(NationalId)),
  passport_no: z.optional(
    emptyAsNull(z.string().check(z.trim(), z.regex(/^[A-Z0-9]{5,15}$/i, 'passport-invalid'))),
  ),
  /** The kind of a migrant worker's card, then its number. */
  migrant_kind: z.optional(optionalText(80)),
  migrant_no: z.optional(
    emptyAsNull(z.string().check(z.trim(), z.regex(/^[A-Z0-9/-]{4,20}$/i, 'migrant-number-invalid'))),
  ),
  /** Signs by which somebody may recognise an unknown person. */
  appearance: z.optional(optionalText(300)),
}

/** The fields of the section "Personal profile". */
export const profileFields = {
  mobile: z.optional(emptyAsNull(Phone)),
  contact_name: z.optional(optionalText(200)),
  contact_number: z.optional(emptyAsNull(Phone)),
  relationship: z.optional(emptyAsNull(z.enum(relationships))),
  nationality: z.optional(optionalText(10)),
  skin_color: z.optional(optionalText(10)),
}

/** The fields of the section "Address & location". `lang` is the longitude: the wire's name for it. */
export const addressFields = {
  house_no: z.optional(optionalText(50)),
  village: z.optional(optionalText()),
  soi: z.optional(optionalText()),
  road: z.optional(optionalText()),
  province: z.optional(optionalText(10)),
  district: z.optional(optionalText(10)),
  sub_district: z.optional(optionalText(10)),
  zipcode: z.optional(emptyAsNull(z.string().check(z.regex(/^\d{5}$/, 'zipcode-invalid')))),
  lat: measureField(-90, 90),
  lang: measureField(-180, 180),
}

/**
 * The fields of the section "Clinical data". Height and waist in cm, weight in kg: another value is a new manual
 * reading; a measured value is corrected in the body data and cannot be removed here. `medication` is taken regularly
 * at home, `ward_medication` is given in the hospital.
 *
 * `underlying_disease` and `chronic_disease` are two names of one list. Either may be sent; the other may be left out.
 * If both are sent, additions and changes in either are stored, entries missing from either end, and an entry that
 * contains no more than another of the same disease is merged with it. A code is one of the underlying diseases; one
 * with `same_as` is stored as that.
 */
export const clinicalFields = {
  blood_group: z.optional(optionalText(10)),
  height: measureField(20, 260),
  weight: measureField(quantities.weight.min, quantities.weight.max),
  waist_circumference: measureField(10, 300),
  underlying_disease: z.optional(z.array(UnderlyingDisease).check(z.maxLength(50, 'too-many'))),
  allergies: z.optional(z.array(Allergy).check(z.maxLength(100, 'too-many'))),
  no_known_allergy: z.optional(z.boolean()),
  medication: z.optional(z.array(Medication).check(z.maxLength(100, 'too-many'))),
  /** Drugs given in the hospital, a single dose or for the stay; `medication` is what is taken at home. */
  ward_medication: z.optional(z.array(Medication).check(z.maxLength(100, 'too-many'))),
  chronic_disease: z.optional(z.array(ChronicDisease).check(z.maxLength(50, 'too-many'))),
  risk_behavior: z.optional(
    z.array(z.enum(riskBehaviors)).check(z.maxLength(riskBehaviors.length, 'too-many')),
  ),
}

/** The fields of the record that are measured: the newest reading of each, from any source. */
export const bodyFields = ['height', 'weight', 'waist_circumference'] as const
export type BodyField = (typeof bodyFields)[number]

/** The name of each among the readings. */
export const bodyQuantity = {
  height: 'height',
  weight: 'weight',
  waist_circumference: 'waist',
} as const satisfies Record<BodyField, QuantityName>

/**
 * The unusual heights, weights and waists (`detectBodyDoubts`) that the user has confirmed. If the list is sent, even
 * empty, an unusual value that it does not name is refused as `implausible`; without the list no confirmation is
 * needed. The panel's own screens always send it.
 */
const ConfirmedFields = z.optional(
  z.array(z.enum(bodyFields)).check(z.maxLength(bodyFields.length, 'too-many')),
)

export const patientSections = {
  information: Object.keys(informationFields),
  profile: Object.keys(profileFields),
  address: Object.keys(addressFields),
  clinical: Object.keys(clinicalFields),
} as const
export type PatientSection = keyof typeof patientSections

export const Registration = z.object({
  ...informationFields,
  ...profileFields,
  ...addressFields,
  ...clinicalFields,
  photo: PhotoUpload,
  confirmed: ConfirmedFields,
  /** True if the user compared the person with the candidates and they are somebody else. */
  is_someone_else: z._default(z.boolean(), false),
})

/** Only the fields sent are changed. `version` is the version of the record on which the change is based. */
export const PatientUpdate = z.object({
  ...z.partial(z.object({ ...informationFields, ...profileFields, ...addressFields, ...clinicalFields }))
    .shape,
  identity_kind: z.optional(z.enum(identityKinds)),
  _id: Id,
  version: z.int().check(z.gte(1), z.lte(2_147_483_647)),
  photo: PhotoUpload,
  confirmed: ConfirmedFields,
})

/** When a patient was born, and how much of that is known. */
export const birthFields = {
  date_of_birth: z.nullable(CalendarDate),
  birth_date_precision: z.nullable(z.enum(birthDatePrecisions)),
}

/** A patient as a row of a list. Age is not on the wire: it is computed from the date of birth. */
export const PatientRow = z.object({
  _id: Id,
  hn: z.string(),
  an: z.nullable(z.string()),
  /** The last four digits of the mobile phone: enough to compare with a number, too few to call. */
  mobile_ending: z.nullable(z.string()),
  title: z.string(),
  name: z.string(),
  surname: z.string(),
  name_en: z.nullable(z.string()),
  surname_en: z.nullable(z.string()),
  gender: z.enum(genders),
  ...birthFields,
  ward: z.nullable(PlaceLabel),
  bed: z.nullable(z.string()),
  triage_level: z.nullable(z.enum(triageLevels)),
  notify_status: z.enum(notifyStatuses),
  device_status: z.nullable(z.enum(deviceStatuses)),
  admit_date: z.nullable(Instant),
  /** The HN of the record in use, if this one was merged into it. */
  merged_into_hn: z.optional(z.string()),
})
export type PatientRow = z.output<typeof PatientRow>

/** The other of two records of one person, and the act that merged them. */
export const MergedRecord = z.object({
  ...z.pick(PatientRow, { _id: true, hn: true, title: true, name: true, surname: true }).shape,
  at: Instant,
  by: StaffLabel,
  reason: z.string(),
  /**
   * What becomes, when they are separated, of the national ID that the used record took over from the merged one: it
   * goes back, or stays because it was corrected since or another record with it is merged there, too. Null if it took
   * none over.
   */
  taken_national_id: z.nullable(z.enum(['goes-back', 'stays'])),
})
export type MergedRecord = z.output<typeof MergedRecord>

/** When a body value was measured, and from which source. */
const MeasurementSource = z.object({ measured_at: Instant, source: z.enum(readingSources) })

/** The whole record. Codes are those of the reference lists; `photo_id` is null when there is no photo. */
export const Patient = z.object({
  ...PatientRow.shape,
  vn: z.nullable(z.string()),
  /** Belongs to the newest stay, also when it has ended; `an` and `admit_date` belong to a stay that lasts. */
  stay_an: z.nullable(z.string()),
  stay_admit_date: z.nullable(Instant),
  discharge_date: z.nullable(Instant),
  disease: z.nullable(z.string()),
  /** The open visit says so. */
  is_pregnant: z.boolean(),
  identity_kind: z.enum(identityKinds),
  national_id: z.nullable(z.string()),
  passport_no: z.nullable(z.string()),
  migrant_kind: z.nullable(z.string()),
  migrant_no: z.nullable(z.string()),
  appearance: z.nullable(z.string()),
  photo_id: z.nullable(Id),
  mobile: z.nullable(z.string()),
  contact_name: z.nullable(z.string()),
  contact_number: z.nullable(z.string()),
  relationship: z.nullable(z.enum(relationships)),
  nationality: z.nullable(z.string()),
  skin_color: z.nullable(z.string()),
  house_no: z.nullable(z.string()),
  village: z.nullable(z.string()),
  soi: z.nullable(z.string()),
  road: z.nullable(z.string()),
  province: z.nullable(z.string()),
  district: z.nullable(z.string()),
  sub_district: z.nullable(z.string()),
  zipcode: z.nullable(z.string()),
  lat: z.nullable(z.number()),
  lang: z.nullable(z.number()),
  blood_group: z.nullable(z.string()),
  height: z.nullable(z.number()),
  weight: z.nullable(z.number()),
  waist_circumference: z.nullable(z.number()),
  /** It has each of the three; their history is in the body data. */
  measured: z.object({
    height: z.nullable(MeasurementSource),
    weight: z.nullable(MeasurementSource),
    waist_circumference: z.nullable(MeasurementSource),
  }),
  no_known_allergy: z.boolean(),
  underlying_disease: z.array(z.required(UnderlyingDisease, { _id: true })),
  allergies: z.array(z.required(Allergy, { _id: true })),
  medication: z.array(z.required(Medication, { _id: true })),
  ward_medication: z.array(z.required(Medication, { _id: true })),
  chronic_disease: z.array(z.required(ChronicDisease, { _id: true })),
  risk_behavior: z.array(z.enum(riskBehaviors)),
  version: z.int(),
  created_at: Instant,
  updated_at: Instant,
  /** The record of the same person that is used instead of this one, in which nothing new is written. */
  merged_into: z.optional(MergedRecord),
  /** Records that were merged into this one. */
  merged_records: z.optional(z.array(MergedRecord)),
})
export type Patient = z.output<typeof Patient>

export const patientSearchFields = ['any', 'hn', 'vn', 'an', 'name', 'national_id', 'phone'] as const
export const patientSortFields = [
  'registered',
  'hn',
  'an',
  'name',
  'age',
  'sex',
  'ward',
  'triage_level',
  'notify_status',
  'device_status',
  'admit_date',
] as const

/** A ward by its id, or `mine`: the wards of the caller's groups. */
export const WardChoice = z.union([z.literal('mine'), Id], 'id-invalid')
export type WardChoice = z.output<typeof WardChoice>

export const PatientFilters = z.object({
  in_hospital: z.optional(z.boolean()),
  ward: z.optional(z.array(WardChoice).check(z.maxLength(500, 'too-many'))),
  triage_level: z.optional(z.array(z.enum(triageLevels)).check(z.maxLength(triageLevels.length, 'too-many'))),
  gender: z.optional(z.array(z.enum(genders)).check(z.maxLength(genders.length, 'too-many'))),
  notify_status: z.optional(z.enum(notifyStatuses)),
  device_status: z.optional(z.enum([...deviceStatuses, 'none'])),
})
export type PatientFilters = z.output<typeof PatientFilters>

export const PatientListRequest = z.object({
  ...ListRequest.shape,
  search_field: z._default(z.enum(patientSearchFields), 'any'),
  sort_field: z.optional(z.enum(patientSortFields)),
  sort_order: z._default(z.enum(['asc', 'desc']), 'asc'),
  filterLists: listFilters(PatientFilters),
})
export type PatientListRequest = z.output<typeof PatientListRequest>

/**
 * A search as the audit stores it: the kind of text, the field, its length, and how many patients it found; without the
 * text, which is somebody's name or number.
 */
export const PatientSearch = z.object({
  field: z.enum(patientSearchFields),
  typed: z.enum(['national_id', 'phone', 'number', 'text']),
  /** Whether the number is complete. */
  is_whole: z.boolean(),
  characters: z.int(),
  matches: z.int(),
  matches_at_least: z.boolean(),
})
export type PatientSearch = z.output<typeof PatientSearch>

/** One field before and after a change. Values have the form of the wire; a birth date, that of `writeBirthDate`. */
export const PatientChange = z.object({
  _id: Id,
  at: Instant,
  by: StaffLabel,
  section: z.enum(['information', 'profile', 'address', 'clinical', 'photo']),
  field: z.string(),
  from: z.nullable(z.unknown()),
  to: z.nullable(z.unknown()),
})
export type PatientChange = z.output<typeof PatientChange>

/** `detail` of the failure `changed-meanwhile`. */
export const PatientChangedMeanwhile = z.object({ patient: Patient, changes: z.array(PatientChange) })
/** `detail` of the failure `may-exist-already`. `because` names what is equal. */
export const MayExistAlready = z.object({
  candidates: z.array(
    z.object({
      ...PatientRow.shape,
      because: z.array(z.enum(['passport_no', 'migrant_no', 'name', 'phone'])),
    }),
  ),
})

/** What the history of a clinical list adds to an entry: who began it, and who ended it. */
const entryFields = {
  _id: Id,
  recorded_at: Instant,
  recorded_by: z.nullable(z.string()),
  ended_at: z.nullable(Instant),
  ended_by: z.nullable(z.string()),
}

const ByPatient = z.object({ patient_id: Id })

/** How long a record that was opened by exception stays open. */
export const breakGlassHours = 4
/** A reason must have at least this many letters. */
export const minReasonLength = 10

const BreakGlassReason = requiredProse('reason-required', 500).check(
  z.overwrite((text) => text.replace(/[\s\u200B-\u200D\u2060\uFEFF]+/g, ' ').trim()),
  z.minLength(minReasonLength, 'reason-too-short'),
)

/** `detail` of the failure `break-glass-needed`: names the patient, without anything of the record. */
export const OutsideWards = z.object({
  patient_id: Id,
  hn: z.string(),
  ward: PlaceLabel,
})
export type OutsideWards = z.output<typeof OutsideWards>

/**
 * `detail` of the failure `national-id-taken`: who has the number, or where they are if their record is closed to the
 * caller. `may_correct`: whether the caller may correct a wrong number in a record.
 */
export const NationalIdTaken = z.object({
  holder: z.nullable(PatientRow),
  outside_wards: z.nullable(OutsideWards),
  may_correct: z.boolean(),
})
export type NationalIdTaken = z.output<typeof NationalIdTaken>

/** What of a patient has not ended yet. A record that has any of it is not merged into another. */
export const recordUses = ['stay', 'visit', 'request', 'reservation', 'device', 'alarm', 'mission'] as const
export type RecordUse = (typeof recordUses)[number]

/** `detail` of the failure `record-in-use`. */
export const RecordInUse = z.object({ uses: z.array(z.enum(recordUses)) })
/** `detail` of the failure `record-merged`: the record that is used instead. */
export const RecordMerged = z.object({ patient_id: Id, hn: z.string() })

const MergeReason = requiredProse('reason-required', 500)

export const patients = {
  list: {
    path: '/api/hospital_user/get_patients_list',
    summary: 'List the patients of the hospital: search, filters, sort order and pages',
    access: 'patient:read',
    patientData: true,
    opensRecord: false,
    byItself: true,
    body: PatientListRequest,
    reply: definePage(PatientRow),
  },
  listForLocation: {
    path: '/api/hospital_user/get_patients_list_for_location',
    summary: 'Patients whose home has a position, for the map',
    access: 'patient:read',
    patientData: true,
    opensRecord: false,
    byItself: true,
    body: z.object({ ...ListRequest.shape, filterLists: listFilters(PatientFilters) }),
    reply: definePage(
      z.object({ ...PatientRow.shape, lat: z.number(), lang: z.number(), province: z.nullable(z.string()) }),
    ),
  },
  exportList: {
    path: '/api/hospital_user/export_patients_list',
    summary: 'Export the whole list of patients as data.csv (UTF-8 with a byte-order mark)',
    access: 'patient:export',
    patientData: true,
    opensRecord: false,
    body: z.object({
      ...z.omit(PatientListRequest, { page: true, number_of_rec: true }).shape,
      language: FileLanguage,
    }),
    reply: fileReply,
    file: true,
  },
  get: {
    path: '/api/hospital_user/get_patient',
    summary: "One patient's whole record",
    access: 'patient:read',
    patientData: true,
    opensRecord: '_id',
    outdatedBy: ['patients-outdated'],
    body: ById,
    reply: z.object({
      patient: Patient,
      alarms_off: z.array(AlarmOff),
      /** The end of the time for which the record is open to the caller by exception. */
      opened_until: z.nullable(Instant),
    }),
    errors: ['not-found', 'break-glass-needed'],
  },
  doubledNationalIds: {
    path: '/admin/get_doubled_national_ids',
    summary:
      'Patients who share a national ID, entered before IDs had to be unique; one record of each pair has a wrong ID',
    access: 'hospital:manage',
    patientData: true,
    opensRecord: false,
    byItself: true,
    body: emptyReply,
    reply: z.object({ doubled: z.array(z.object({ ends_in: z.string(), patients: z.array(PatientRow) })) }),
  },
  breakGlass: {
    path: '/api/hospital_user/break_glass',
    summary:
      "Open a record outside the wards of one's groups for some hours; users who manage users are told the reason",
    access: 'patient:read',
    patientData: true,
    opensRecord: false,
    body: z.object({ patient_id: Id, reason: BreakGlassReason }),
    /** Null if the record is open to the caller anyway. */
    reply: z.object({ opened_until: z.nullable(Instant) }),
    errors: ['not-found'],
    success: 'record-opened',
  },
  getPhoto: {
    path: '/api/hospital_user/get_patient_photo',
    summary: "One patient's photo: the large one is part of the record, the small one is shown with the name",
    access: 'patient:read',
    patientData: true,
    opensRecord: 'as-found',
    byItself: true,
    body: z.object({ ...ById.shape, size: z._default(z.enum(['small', 'large']), 'large') }),
    reply: fileReply,
    file: true,
    errors: ['not-found', 'break-glass-needed'],
  },
  register: {
    path: '/api/hospital_user/add_patient',
    summary: 'Register a patient',
    access: 'patient:register',
    patientData: true,
    opensRecord: 'as-found',
    form: true,
    body: Registration,
    reply: z.object({ patient: Patient }),
    errors: ['hn-taken', 'national-id-taken', 'may-exist-already', ...photoErrors],
    success: 'patient-registered',
  },
  update: {
    path: '/api/hospital_user/updated_patient',
    summary: 'Change the fields sent of a record; the others stay',
    access: 'patient:update',
    patientData: true,
    opensRecord: '_id',
    form: true,
    body: PatientUpdate,
    reply: z.object({ patient: Patient }),
    errors: [
      'not-found',
      'break-glass-needed',
      'record-merged',
      'changed-meanwhile',
      'hn-taken',
      'national-id-taken',
      ...photoErrors,
    ],
    success: 'patient-updated',
  },
  merge: {
    path: '/api/hospital_user/merge_patient',
    summary:
      "Merge a second record of a person into the first: it stays readable, and nothing new is written in it; its allergies are added to the first record's, which takes over its national ID if it has none",
    access: 'patient:merge',
    patientData: true,
    opensRecord: 'as-found',
    body: z.object({ patient_id: Id, into_id: Id, reason: MergeReason }),
    /** The record that is used from now on. */
    reply: z.object({ patient: Patient }),
    errors: ['not-found', 'break-glass-needed', 'record-merged', 'record-in-use'],
    success: 'records-merged',
  },
  separate: {
    path: '/api/hospital_user/separate_patient',
    summary:
      'Take back that a record was merged; a national ID that the other record took over goes back, unless it was corrected or another merged record has it, and the allergies that were added stay there',
    access: 'patient:merge',
    patientData: true,
    opensRecord: 'as-found',
    body: z.object({ patient_id: Id, reason: MergeReason }),
    reply: z.object({ patient: Patient }),
    errors: ['not-found', 'break-glass-needed', 'not-merged', 'national-id-taken'],
    success: 'records-separated',
  },
  changes: {
    path: '/api/hospital_user/get_patient_changes',
    summary: 'Who changed what in a record, newest first',
    access: 'patient:read',
    patientData: true,
    opensRecord: 'patient_id',
    byItself: true,
    body: z.object({
      ...ByPatient.shape,
      ...PageRequest.shape,
      section: z.optional(z.enum(['information', 'profile', 'address', 'clinical', 'photo'])),
    }),
    reply: definePage(PatientChange),
    errors: ['not-found', 'break-glass-needed'],
  },
  underlyingDiseaseHistory: {
    path: '/api/user/get_underlying_disease_history_data',
    summary: 'Underlying diseases with their history',
    access: 'patient:read',
    patientData: true,
    opensRecord: 'patient_id',
    byItself: true,
    body: ByPatient,
    reply: z.object({ history: z.array(z.extend(UnderlyingDisease, entryFields)) }),
    errors: ['not-found', 'break-glass-needed'],
  },
  medicationHistory: {
    path: '/api/user/get_medication_history_data',
    summary: 'Medication with its history: taken at home, and given in the hospital',
    access: 'patient:read',
    patientData: true,
    opensRecord: 'patient_id',
    byItself: true,
    body: ByPatient,
    reply: z.object({
      history: z.array(z.extend(Medication, entryFields)),
      ward_history: z.array(z.extend(Medication, entryFields)),
    }),
    errors: ['not-found', 'break-glass-needed'],
  },
  allergyHistory: {
    path: '/api/user/get_allergy_history_data',
    summary: 'Allergies with their history',
    access: 'patient:read',
    patientData: true,
    opensRecord: 'patient_id',
    byItself: true,
    body: ByPatient,
    reply: z.object({ history: z.array(z.extend(Allergy, entryFields)) }),
    errors: ['not-found', 'break-glass-needed'],
  },
} satisfies Endpoints
