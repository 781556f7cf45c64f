import * as z from 'zod/mini'
import { type Endpoints, fileReply } from '../wire/endpoint.ts'
import { CalendarDate, ChosenDate, Instant } from '../wire/fields.ts'
import { FileLanguage } from '../wire/file-language.ts'
import { PlaceLabel } from '../wire/labels.ts'

/** How a stay ended, in the kinds that a census tells apart; `other` also of stays whose kind nobody noted. */
export const departureKinds = ['approved', 'against', 'transferred', 'died', 'other'] as const

/**
 * A ward on a day that begins and ends at midnight in Bangkok; today ends now. `at_start` and `at_end` are the patients
 * of the ward just before: an admission at midnight is of the new day. At the start, plus who came, less who went, is
 * at the end. `in_beds` and `on_leave` are of those at the end; `beds`: the beds of now that were not closed then.
 */
const censusCounts = {
  at_start: z.int(),
  admitted: z.int(),
  transferred_in: z.int(),
  transferred_out: z.int(),
  departed: z.record(z.enum(departureKinds), z.int()),
  at_end: z.int(),
  in_beds: z.int(),
  on_leave: z.int(),
  beds: z.int(),
}
export const CensusDay = z.object({ day: CalendarDate, ...censusCounts })
export type CensusDay = z.output<typeof CensusDay>

/** Values that were measured, none of them computed: half of all were at most the median. */
const percentiles = {
  p25: z.number(),
  median: z.number(),
  p75: z.number(),
  p90: z.number(),
}

/** `key` is the id of a ward, the code of a department or a code of ICD-10. Null: nobody noted it. */
export const LengthOfStay = z.object({
  key: z.nullable(z.string()),
  /** Stays that ended. */
  stays: z.int(),
  /** Nights. */
  ...percentiles,
})
export type LengthOfStay = z.output<typeof LengthOfStay>

/** Diseases of fewer stays are not told: one would be somebody. */
export const leastStaysOfDisease = 5

/** The emergency room by triage level, null being nobody triaged; or as a whole. */
export const EmergencyFigures = z.object({
  arrived: z.int(),
  /** The visits among them that ended in a bed of a ward, or otherwise. */
  ended: z.int(),
  /** The ended visits in which the patient absconded before a doctor saw them. */
  left_unseen: z.int(),
  /** Minutes from the arrival to the first bed of a ward, or the end of the visit; null if none ended. */
  minutes: z.nullable(z.object(percentiles)),
})
export type EmergencyFigures = z.output<typeof EmergencyFigures>

export const CensusReport = z.object({
  /** The end of the last day: now, if that is today. */
  until: Instant,
  wards: z.array(z.object({ ward: PlaceLabel, days: z.array(CensusDay) })),
  /** The whole hospital: transfers between its wards come and go at once. */
  hospital: z.array(CensusDay),
  length_of_stay: z.object({
    wards: z.array(LengthOfStay),
    departments: z.array(LengthOfStay),
    diseases: z.array(LengthOfStay),
  }),
  emergency: z.object({
    all: EmergencyFigures,
    levels: z.array(z.object({ level: z.nullable(z.int()), ...EmergencyFigures.shape })),
  }),
})
export type CensusReport = z.output<typeof CensusReport>

/** Both days are part of it. */
const span = { from: ChosenDate, to: ChosenDate }

/**
 * Reports of patient flow. They count and name nobody, so whoever sees Admit Records (`patient:read`) sees them, of all
 * wards; they are computed from the stays as they are known now, so a correction changes the days that it corrects.
 */
export const census = {
  report: {
    path: '/admin/get_census',
    summary: 'Midnight census, occupancy, lengths of stay and the emergency room, from one day to another',
    access: 'patient:read',
    patientData: false,
    byItself: true,
    body: z.object(span),
    reply: CensusReport,
  },
  exportDays: {
    path: '/admin/export_census',
    summary: 'The midnight census of each ward and day as data.csv (UTF-8 with a byte-order mark)',
    access: 'patient:read',
    patientData: false,
    body: z.object({ ...span, language: FileLanguage }),
    reply: fileReply,
    file: true,
  },
  exportFlow: {
    path: '/admin/export_patient_flow',
    summary: 'Lengths of stay, times in the emergency room and who left it unseen, as data.csv',
    access: 'patient:read',
    patientData: false,
    body: z.object({ ...span, language: FileLanguage }),
    reply: fileReply,
    file: true,
  },
} satisfies Endpoints
