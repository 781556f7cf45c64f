import * as z from 'zod/mini'
import { OwnLimits } from './alarms.ts'
import { listQuantitiesByPart } from './clinical/vital-signs.ts'
import { Extremes, LatestValue, TileDevice, trendMinutes } from './monitoring.ts'
import { TimelineEntry, timelineGroups, timelinePage } from './timeline.ts'
import { type Endpoints, Id } from './wire/endpoint.ts'
import { Instant } from './wire/fields.ts'

/** What is drawn of a patient's last day. */
export const dayVitals = ['systolic', 'diastolic', ...listQuantitiesByPart('tile'), 'news2'] as const
export type DayVital = (typeof dayVitals)[number]

/** The steps of a day, each of `trendMinutes`. */
export const daySteps = (24 * 60) / trendMinutes

/** The extremes of each step of the last day, oldest first; null if nothing was measured in it. */
export const DayTrend = z.object({ vital: z.enum(dayVitals), steps: z.array(z.nullable(Extremes)) })
export type DayTrend = z.output<typeof DayTrend>

/** The newest value is compared with a single reading at least this much older. */
export const comparedMinutes = 60

/** A reading before the newest value. */
export const EarlierValue = z.pick(LatestValue, { vital: true, value: true, second: true, measured_at: true })
export type EarlierValue = z.output<typeof EarlierValue>

export const summary = {
  get: {
    path: '/api/hospital_user/get_patient_summary',
    summary:
      "How one patient is: the newest values with what was before, the last day's extremes, the devices",
    access: 'patient:read',
    patientData: true,
    opensRecord: 'patient_id',
    byItself: true,
    outdatedBy: ['patients-outdated'],
    body: z.object({ patient_id: Id }),
    reply: z.object({
      patient_id: Id,
      latest: z.array(LatestValue),
      own_limits: z.array(OwnLimits),
      /**
       * For each newest value, the last reading at least `comparedMinutes` before it, or else the first of the day;
       * none if nothing was measured before.
       */
      earlier: z.array(EarlierValue),
      trends: z.array(DayTrend),
      /** When the first step of the trends begins. */
      begins_at: Instant,
      devices: z.array(TileDevice),
      /** The newest event included in the answer; `live` continues from there. */
      event: z.string(),
    }),
    errors: ['not-found', 'break-glass-needed'],
  },
  timeline: {
    path: '/api/hospital_user/get_patient_timeline',
    summary: `What happened with one patient and what was done: ${timelinePage} entries, the newest first`,
    access: 'patient:read',
    patientData: true,
    opensRecord: 'patient_id',
    byItself: true,
    body: z.object({
      patient_id: Id,
      group: z.optional(z.enum(timelineGroups)),
      /** The page has only what was before the entry of this time and id. */
      before: z.optional(z.object({ at: Instant, _id: Id })),
    }),
    reply: z.object({ entries: z.array(TimelineEntry), has_older: z.boolean() }),
    errors: ['not-found', 'break-glass-needed'],
  },
} satisfies Endpoints
