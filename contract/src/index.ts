import { audit } from './audit.ts'
import type { Endpoint } from './endpoint.ts'
import { hospitals } from './hospitals.ts'
import { patients } from './patients.ts'
import { reference } from './reference.ts'
import { signIn } from './sign-in.ts'

export * from './access.ts'
export * from './audit.ts'
export * from './client.ts'
export * from './clinical/age.ts'
export * from './clinical/bmi.ts'
export * from './codes.ts'
export * from './endpoint.ts'
export * from './fields.ts'
export * from './hospitals.ts'
export * from './openapi.ts'
export * from './patient-record.ts'
export * from './patients.ts'
export * from './reference.ts'
export * from './sign-in.ts'
export * from './thai.ts'

/** The whole API, a group a feature. */
export const contract = { signIn, hospitals, patients, reference, audit } satisfies Record<
  string,
  Record<string, Endpoint>
>
