import type { InHospital } from '../core/handler.ts'

/** What the way of a reading holds besides the reading. */
export type Bedside = InHospital
