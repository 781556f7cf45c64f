import * as z from 'zod/mini'
import { type Endpoints, emptyReply } from './wire/endpoint.ts'
import { Coded } from './wire/fields.ts'
import { BedLabel, PlaceLabel } from './wire/labels.ts'

export const District = z.object({ ...Coded.shape, province: z.string() })
export const SubDistrict = z.object({ ...Coded.shape, district: z.string(), zipcode: z.string() })
export type District = z.output<typeof District>
export type SubDistrict = z.output<typeof SubDistrict>

export const Ward = z.object({ ...PlaceLabel.shape, code: z.string(), beds: z.array(BedLabel) })
export type Ward = z.output<typeof Ward>

/** `same_as` is the ICD-10 code of a wider word of our own; an entry with that word is stored under the code. */
const CodedDisease = z.object({ ...Coded.shape, same_as: z.nullable(z.string()) })

/** Lists to choose from. A record stores the code; the names are in both languages. */
export const reference = {
  provinces: {
    path: '/admin/get_all_active_province_data',
    summary: 'Provinces of Thailand',
    access: 'session',
    patientData: false,
    byItself: true,
    body: emptyReply,
    reply: z.object({ province: z.array(Coded) }),
  },
  districts: {
    path: '/admin/get_all_active_district_data',
    summary: 'Districts, of one province or of all',
    access: 'session',
    patientData: false,
    byItself: true,
    body: z.object({ province: z.optional(z.string()) }),
    reply: z.object({ district: z.array(District) }),
  },
  subDistricts: {
    path: '/admin/get_all_active_sub_district_data',
    summary: 'Sub-districts of one district, or all that share a zipcode',
    access: 'session',
    patientData: false,
    byItself: true,
    body: z.object({ district: z.optional(z.string()), zipcode: z.optional(z.string()) }),
    reply: z.object({ sub_district: z.array(SubDistrict) }),
  },
  nations: {
    path: '/admin/admin_nation_list',
    summary: 'Nationalities',
    access: 'session',
    patientData: false,
    byItself: true,
    body: emptyReply,
    reply: z.object({ nation: z.array(Coded) }),
  },
  skinColors: {
    path: '/admin/admin_human_skin_color_list',
    summary: 'Skin colours',
    access: 'session',
    patientData: false,
    byItself: true,
    body: emptyReply,
    reply: z.object({ skin_color: z.array(Coded) }),
  },
  bloodGroups: {
    path: '/admin/admin_blood_group_list',
    summary: 'Blood groups, ABO with Rh',
    access: 'session',
    patientData: false,
    byItself: true,
    body: emptyReply,
    reply: z.object({ blood_group: z.array(Coded) }),
  },
  underlyingDiseases: {
    path: '/admin/get_underlying_disease',
    summary: 'Underlying diseases: every ICD-10 code, and wider words without one',
    access: 'session',
    patientData: false,
    byItself: true,
    body: emptyReply,
    reply: z.object({ underlying_disease: z.array(CodedDisease) }),
  },
  diseases: {
    path: '/admin/get_all_decease',
    summary: 'Diseases, by ICD-10 code',
    access: 'session',
    patientData: false,
    byItself: true,
    body: emptyReply,
    reply: z.object({ disease: z.array(Coded) }),
  },
  countries: {
    path: '/api/hospital_user/get_country_list',
    summary: 'Countries with their calling codes, Thailand first',
    access: 'public',
    patientData: false,
    body: emptyReply,
    reply: z.object({ country: z.array(z.object({ ...Coded.shape, calling_code: z.nullable(z.string()) })) }),
  },
  wards: {
    path: '/admin/get_ward',
    summary: 'Wards of the hospital with their beds',
    access: 'session',
    patientData: false,
    byItself: true,
    body: emptyReply,
    reply: z.object({ ward: z.array(Ward) }),
  },
} satisfies Endpoints
