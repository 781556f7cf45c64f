import * as z from 'zod/mini'
import { ById, type Endpoints, nothing } from './endpoint.ts'

/** Where every hospital of the panel is: a birthday is one there. */
export const hospitalTimeZone = 'Asia/Bangkok'

/** `code` is the five- or nine-digit facility code (HCODE). `lang` is the longitude. */
export const Hospital = z.object({
  _id: z.uuid(),
  code: z.string(),
  name_en: z.string(),
  name_th: z.string(),
  address_en: z.nullable(z.string()),
  address_th: z.nullable(z.string()),
  phone: z.nullable(z.string()),
  email: z.nullable(z.string()),
  line_account: z.nullable(z.string()),
  lat: z.nullable(z.number()),
  lang: z.nullable(z.number()),
})
export type Hospital = z.output<typeof Hospital>

export const hospitals = {
  own: {
    path: '/api/hospital_user/get_hospital',
    summary: 'The hospital of the one who asks',
    access: 'session',
    body: nothing,
    reply: z.object({ hospital: Hospital }),
  },
  get: {
    path: '/admin/get_hospital_data',
    summary: 'One hospital among those the user may see',
    access: 'session',
    body: ById,
    reply: z.object({ hospital: Hospital }),
    errors: ['not-found'],
  },
  list: {
    path: '/admin/get_all_hospital_data',
    summary: 'The hospitals the user may see',
    access: 'session',
    body: nothing,
    reply: z.object({ hospital: z.array(Hospital) }),
  },
} satisfies Endpoints
