import * as z from 'zod/mini'
import { Alarm, NotifyChange } from './alarms.ts'
import { readingKindNames } from './clinical/vital-signs.ts'
import { Triage } from './patient-flow/triage.ts'
import { PatientChange } from './patients.ts'
import { storedValues } from './readings.ts'
import { SpO2ScaleSetting } from './spo2-scale.ts'
import type { Permission } from './wire/access.ts'
import { Id } from './wire/endpoint.ts'
import { Instant } from './wire/fields.ts'
import { DeviceLabel, PlaceLabel, StaffLabel } from './wire/labels.ts'

/** What happened with a patient, of one kind. `at` is when; `by` who did it, null for what nobody did. */
const entry = <const Kind extends string, const Shape>(kind: Kind, shape: Shape) =>
  z.object({ kind: z.literal(kind), _id: Id, at: Instant, by: z.nullable(StaffLabel), ...shape })

/** `bed` is null for whoever waits for one. */
const stay = { an: z.string(), ward: PlaceLabel, bed: z.nullable(z.string()) }
const device = { device: z.omit(DeviceLabel, { mac: true }) }

/** The readings that were charted together. */
const ChartedReading = z.object({
  _id: Id,
  kind: z.enum(readingKindNames),
  note: z.nullable(z.string()),
  /** Whether it replaced a reading. */
  is_correction: z.boolean(),
  ...storedValues,
})
export type ChartedReading = z.output<typeof ChartedReading>

/** An alarm as it stands now. */
const TimelineAlarm = z.pick(Alarm, {
  rule: true,
  severity: true,
  state: true,
  value: true,
  second: true,
  limit: true,
  score: true,
  worst_value: true,
  worst_second: true,
  ended_at: true,
  acknowledged_at: true,
  acknowledged_by: true,
  cleared_at: true,
  cleared_by: true,
  clearing: true,
  outcome: true,
  note: true,
})

/**
 * An entry of a patient's timeline. A new kind is a line here and in `timelineKinds`, its query in
 * `server/src/features/summary/queries/timeline-sources.ts`, and its view in
 * `web/src/pages/patients/timeline-views.tsx`.
 */
export const TimelineEntry = z.discriminatedUnion('kind', [
  entry('charted', { readings: z.array(ChartedReading) }),
  entry('alarm', { alarm: TimelineAlarm }),
  entry('alarm-setting', {
    setting: z.pick(NotifyChange, { vital: true, mode: true, limits: true, reason: true, until: true }),
  }),
  entry('spo2-scale', { setting: z.pick(SpO2ScaleSetting, { scale: true, reason: true }) }),
  entry('device-given', device),
  entry('device-taken', device),
  entry('admitted', stay),
  entry('moved', stay),
  entry('left', stay),
  entry('returned', stay),
  entry('discharged', stay),
  entry('noted', { text: z.string() }),
  entry('visited', { vn: z.string(), visit: z.enum(['OPD', 'ER']) }),
  entry('triaged', {
    triage: z.pick(Triage, {
      from: true,
      level: true,
      suggested: true,
      rule: true,
      override: true,
      override_words: true,
      news2: true,
      corrects: true,
      completes: true,
      late_reason: true,
    }),
  }),
  entry('changed', {
    changes: z.array(z.pick(PatientChange, { _id: true, section: true, field: true, from: true, to: true })),
  }),
])
export type TimelineEntry = z.output<typeof TimelineEntry>
export type TimelineKind = TimelineEntry['kind']
export type TimelineEntryOf<Kind extends TimelineKind> = Extract<TimelineEntry, { kind: Kind }>

/** The filters of a timeline. */
export const timelineGroups = ['readings', 'alarms', 'moves', 'notes', 'devices', 'changes'] as const
export type TimelineGroup = (typeof timelineGroups)[number]

/** The filter under which each kind stands, and who may see it. */
export const timelineKinds: Readonly<Record<TimelineKind, { group: TimelineGroup; access: Permission }>> = {
  charted: { group: 'readings', access: 'patient:read' },
  alarm: { group: 'alarms', access: 'alarm:read' },
  'alarm-setting': { group: 'alarms', access: 'alarm:read' },
  'spo2-scale': { group: 'changes', access: 'patient:read' },
  'device-given': { group: 'devices', access: 'device:read' },
  'device-taken': { group: 'devices', access: 'device:read' },
  admitted: { group: 'moves', access: 'patient:read' },
  moved: { group: 'moves', access: 'patient:read' },
  left: { group: 'moves', access: 'patient:read' },
  returned: { group: 'moves', access: 'patient:read' },
  discharged: { group: 'moves', access: 'patient:read' },
  noted: { group: 'notes', access: 'patient:read' },
  visited: { group: 'moves', access: 'patient:read' },
  triaged: { group: 'moves', access: 'patient:read' },
  changed: { group: 'changes', access: 'patient:read' },
}

/** How many entries one call answers. */
export const timelinePage = 30
