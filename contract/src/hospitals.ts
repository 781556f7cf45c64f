import * as z from 'zod/mini'
import { NumberPattern, numberedKinds, numberYears } from './patient-flow/numbers.ts'
import { createPhoneChecks, personFields } from './sign-in/registration.ts'
import { PasswordLink } from './users.ts'
import { type StaffTypeCode, staffTypes } from './wire/access.ts'
import { ById, type Endpoints, emptyReply, fileReply, Id } from './wire/endpoint.ts'
import {
  degreesField,
  emailField,
  emptyAsNull,
  Instant,
  optionalProse,
  optionalText,
  PhotoUpload,
  photoErrors,
  requiredText,
} from './wire/fields.ts'
import { hospitalCodePattern } from './wire/hospital-code.ts'
import { BedLabel, PlaceLabel, StaffLabel } from './wire/labels.ts'
import { thaiCallingCode } from './wire/phone.ts'

/** The code of the hospital itself, which it must state. */
const OwnHospitalCode = z
  .string('setting-required')
  .check(
    z.trim(),
    z.minLength(1, { error: 'setting-required', abort: true }),
    z.regex(hospitalCodePattern, 'hospital-code-invalid'),
  )

/** A phone number as people write it: with spaces, hyphens, and a word such as "ต่อ" before an extension. */
const OfficePhone = optionalText(50)

/** A LINE official account: its basic or premium ID, with or without the `@`. */
const LineAccount = emptyAsNull(
  z.string().check(z.trim(), z.regex(/^@?[a-z0-9][a-z0-9._-]{1,29}$/i, 'line-account-invalid')),
)

const tileUrl = /^https?:\/\/[a-z0-9.-]+(:\d{1,5})?\/([^\s"'<>\\{}]|\{[zxyr]\})*$/i

/** `{z}`, `{x}` and `{y}` stand for the tile. The host is fixed, so that the content security policy can name it. */
const isTileUrl = (url: string) =>
  tileUrl.test(url) && URL.canParse(url) && ['{z}', '{x}', '{y}'].every((part) => url.includes(part))

const MapTileUrl = emptyAsNull(
  z.string().check(z.trim(), z.maxLength(300, 'too-long'), z.refine(isTileUrl, 'map-tile-url-invalid')),
)

/**
 * What a hospital states about itself. `lang` is the longitude; `help_phone` is for users who cannot sign in;
 * `map_tile_url` is the server of the maps' tiles, without which maps have outlines only and nothing is fetched.
 */
export const hospitalFields = {
  code: OwnHospitalCode,
  name_en: requiredText('name-required', 200),
  name_th: requiredText('name-required', 200),
  address_en: optionalProse(300),
  address_th: optionalProse(300),
  phone: OfficePhone,
  email: emptyAsNull(emailField('contact-email-invalid')),
  lat: degreesField(90),
  lang: degreesField(180),
  line_account: LineAccount,
  help_phone: OfficePhone,
  map_tile_url: MapTileUrl,
  map_tile_credit: optionalText(200),
}
export type HospitalField = keyof typeof hospitalFields
export const HospitalDraft = z.object(hospitalFields)

/**
 * How the panel works at a hospital: whether users have wallets, and how visits and admissions are numbered. With
 * `types_an` another system gives the AN and it is typed at each admission; with `types_vn` the VN at each arrival.
 */
export const hospitalSettings = {
  uses_wallet: z.boolean(),
  an_pattern: NumberPattern,
  vn_pattern: NumberPattern,
  number_year: z.enum(numberYears, 'choice-invalid'),
  types_an: z.boolean(),
  types_vn: z.boolean(),
}
export const NumberSettings = z.omit(z.object(hospitalSettings), { uses_wallet: true })

export const Hospital = z.object({
  ...PlaceLabel.shape,
  code: z.string(),
  address_en: z.nullable(z.string()),
  address_th: z.nullable(z.string()),
  phone: z.nullable(z.string()),
  email: z.nullable(z.string()),
  line_account: z.nullable(z.string()),
  help_phone: z.nullable(z.string()),
  lat: z.nullable(z.number()),
  lang: z.nullable(z.number()),
  map_tile_url: z.nullable(z.string()),
  map_tile_credit: z.nullable(z.string()),
  logo_id: z.nullable(Id),
  uses_wallet: z.boolean(),
  an_pattern: z.string(),
  vn_pattern: z.string(),
  number_year: z.enum(numberYears),
  types_an: z.boolean(),
  types_vn: z.boolean(),
  version: z.int(),
})
export type Hospital = z.output<typeof Hospital>

/** A ward with all its beds, closed ones included. `closed_at`: since when the ward or bed takes no patients. */
export const WardRecord = z.object({
  ...PlaceLabel.shape,
  code: z.string(),
  closed_at: z.nullable(Instant),
  /** How many patients are on the ward, in a bed or not. */
  patients: z.int(),
  beds: z.array(z.object({ ...BedLabel.shape, closed_at: z.nullable(Instant), is_occupied: z.boolean() })),
  version: z.int(),
})
export type WardRecord = z.output<typeof WardRecord>

/** The order of `beds` is their order on the ward. A bed without an id is new; every existing bed must be listed. */
export const WardDraft = z.object({
  code: requiredText('setting-required', 20),
  name_en: requiredText('name-required'),
  name_th: requiredText('name-required'),
  is_closed: z._default(z.boolean(), false),
  beds: z
    .array(
      z.object({
        _id: z.optional(Id),
        label: requiredText('setting-required', 20),
        is_closed: z._default(z.boolean(), false),
      }),
    )
    .check(z.maxLength(500, 'too-many')),
})
export type WardDraft = z.output<typeof WardDraft>

export const hospitalChangeFields = [
  ...(Object.keys(hospitalFields) as HospitalField[]),
  'logo',
  'uses_wallet',
  'an_pattern',
  'vn_pattern',
  'number_year',
  'types_an',
  'types_vn',
  'is_closed',
  'label',
  'order',
  'added',
] as const

/**
 * One change of the hospital itself, of a ward, or of a bed in it, with the value before and after. `order` is given as
 * the codes of wards or the labels of beds.
 */
export const HospitalChange = z.object({
  _id: Id,
  at: Instant,
  by: StaffLabel,
  ward: z.nullable(PlaceLabel),
  bed: z.nullable(z.string()),
  version: z.int(),
  field: z.enum(hospitalChangeFields),
  from: z.nullable(z.unknown()),
  to: z.nullable(z.unknown()),
})
export type HospitalChange = z.output<typeof HospitalChange>

export const HospitalRecords = z.object({
  hospital: Hospital,
  wards: z.array(WardRecord),
  staff_types: z.array(
    z.object({
      code: z.enum(Object.keys(staffTypes) as [StaffTypeCode]),
      name_en: z.string(),
      name_th: z.string(),
      /** Users who may sign in. */
      users: z.int(),
    }),
  ),
  /**
   * Alarm messages that LINE did not accept and that wait for another try, with the reason of the newest try; null if
   * there are none.
   */
  line_waiting: z.nullable(z.object({ count: z.int(), why: z.enum(['quota', 'rate', 'other']) })),
  /** Alarm messages of the last day that LINE did not accept until their alarm was acknowledged, over or told anew. */
  line_outdated: z.int(),
  /** What would be given next, by either way of counting years. */
  next_numbers: z.array(
    z.object({
      kind: z.enum(numberedKinds),
      number_year: z.enum(numberYears),
      year: z.int(),
      count: z.int(),
    }),
  ),
  /** Newest first. */
  changes: z.array(HospitalChange),
})
export type HospitalRecords = z.output<typeof HospitalRecords>

/** `detail` of the failure `changed-meanwhile`: what others changed since the sent version. */
export const HospitalChangedMeanwhile = z.object({ hospital: Hospital, changes: z.array(HospitalChange) })
export const WardChangedMeanwhile = z.object({ ward: WardRecord, changes: z.array(HospitalChange) })

/** A hospital with the person who will be its first admin. */
export const NewHospital = z
  .object({
    code: hospitalFields.code,
    name_en: hospitalFields.name_en,
    name_th: hospitalFields.name_th,
    ...personFields,
    country_code: z._default(personFields.country_code, thaiCallingCode),
  })
  .check(...createPhoneChecks())

const Version = z.int().check(z.gte(1), z.lte(2_147_483_647))

export const hospitals = {
  own: {
    path: '/api/hospital_user/get_hospital',
    summary: 'The hospital of the caller',
    access: 'session',
    patientData: false,
    byItself: true,
    body: emptyReply,
    reply: z.object({ hospital: Hospital }),
  },
  get: {
    path: '/admin/get_hospital_data',
    summary: 'One hospital that the user may see',
    access: 'session',
    patientData: false,
    crossHospital: true,
    byItself: true,
    body: ById,
    reply: z.object({ hospital: Hospital }),
    errors: ['not-found'],
  },
  list: {
    path: '/admin/get_all_hospital_data',
    summary: 'The hospitals the user may see',
    access: 'session',
    patientData: false,
    crossHospital: true,
    byItself: true,
    body: emptyReply,
    reply: z.object({ hospital: z.array(Hospital) }),
  },
  records: {
    path: '/admin/get_hospital_records',
    summary:
      "A hospital with its wards and beds, its staff types, and who changed what; the caller's own by default",
    access: 'patient:read',
    patientData: false,
    crossHospital: true,
    byItself: true,
    body: z.partial(ById),
    reply: HospitalRecords,
    errors: ['not-found'],
  },
  logo: {
    path: '/admin/get_hospital_logo',
    summary: "A hospital's logo",
    access: 'session',
    patientData: false,
    crossHospital: true,
    byItself: true,
    body: z.object({ ...ById.shape, size: z._default(z.enum(['small', 'large']), 'large') }),
    reply: fileReply,
    file: true,
    errors: ['not-found'],
  },
  update: {
    path: '/admin/update_hospital_data',
    summary: 'Change the fields sent of the own hospital; the others stay',
    access: 'hospital:manage',
    patientData: false,
    form: true,
    body: z.object({
      ...z.partial(z.object({ ...hospitalFields, ...hospitalSettings })).shape,
      version: Version,
      logo: PhotoUpload,
    }),
    reply: z.object({ hospital: Hospital }),
    errors: ['changed-meanwhile', 'code-taken', ...photoErrors],
    success: 'hospital-updated',
  },
  saveWard: {
    path: '/admin/add_edit_ward',
    summary: 'Add a ward with its beds, or change the one with this id',
    access: 'hospital:manage',
    patientData: false,
    body: z.object({
      ...WardDraft.shape,
      ...z.partial(z.object({ _id: Id, version: Version })).shape,
    }),
    reply: z.object({ ward: WardRecord }),
    errors: ['not-found', 'changed-meanwhile', 'code-taken', 'still-occupied'],
    success: 'ward-saved',
  },
  orderWards: {
    path: '/admin/order_wards',
    summary: 'Put the wards that are open in this order',
    access: 'hospital:manage',
    patientData: false,
    body: z.object({ ward_ids: z.array(Id).check(z.maxLength(500, 'too-many')) }),
    reply: emptyReply,
    errors: ['changed-meanwhile'],
    success: 'wards-ordered',
  },
  add: {
    path: '/admin/add_hospital',
    summary: 'Add a hospital with its first admin, who chooses a password with the one-time link',
    access: 'system',
    patientData: false,
    crossHospital: true,
    body: NewHospital,
    reply: z.object({ hospital: Hospital, link: PasswordLink }),
    errors: ['code-taken', 'email-taken'],
    success: 'hospital-added',
  },
} satisfies Endpoints
