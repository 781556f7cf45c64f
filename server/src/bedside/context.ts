import type { InHospital } from '../core/handler.ts'

/** What every step of the intake needs besides the reading itself. */
export type Bedside = InHospital
