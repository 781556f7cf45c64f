import type { HospitalContext } from '../http/handler.ts'

/** What every step of the intake needs besides the reading itself. */
export type Bedside = HospitalContext
