import * as z from 'zod/mini'
import { OwnLimits } from '../alarms.ts'
import { news2KeptMs } from '../clinical/scores/score-history.ts'
import { findReassessment, type TriageMinutes, triageLevels } from '../clinical/triage.ts'
import { LatestValue, type LatestVital } from '../monitoring.ts'
import { birthFields, genders } from '../patients.ts'
import type { StaffTypeCode } from '../wire/access.ts'
import { type Endpoints, Id } from '../wire/endpoint.ts'
import { Instant, optionalText } from '../wire/fields.ts'
import { MissionLabel, PatientLabel, PlaceLabel, StaffLabel } from '../wire/labels.ts'
import { declineReasons } from './admission-requests.ts'
import { fastTracks, TriageQueueRow, TriageSettings, triageQuestions } from './triage.ts'
import { compareWaiting, getWaitStart, UndoneEnd } from './visits.ts'
import { ZoneCode, ZoneSettings } from './zones.ts'

/** What a patient in the emergency room can wait for. */
export const pendingItems = [
  'LAB',
  'EKG',
  'XRAY',
  'US',
  'CT',
  'CONSULT',
  'PROCEDURE',
  'BED',
  'TRANSPORT',
] as const
export type PendingItem = (typeof pendingItems)[number]

/** How a visit is to end, by the codes of the 43 files: home, admitted, referred. */
export const decidedDispositions = [1, 2, 3] as const

/** The values on a card of the board. */
export const erVitals = [
  'blood_pressure',
  'pulse',
  'respiration_rate',
  'spo2',
  'temperature',
  'news2',
] as const satisfies readonly LatestVital[]

/** One of them: what the board needs of a newest value. A board has hundreds. */
export const ErValue = z.pick(LatestValue, {
  vital: true,
  value: true,
  second: true,
  note: true,
  measured_at: true,
})
export type ErValue = z.output<typeof ErValue>

/** Who looks after a patient of the emergency room. */
export const erRoles = ['doctor', 'nurse'] as const
export type ErRole = (typeof erRoles)[number]

/** The role in which a staff type looks after patients; undefined if it does not. */
export function findErRole(staffType: StaffTypeCode): ErRole | undefined {
  if (staffType === 'doctor') return 'doctor'
  const isNurse = staffType === 'nurse' || staffType === 'assistant_nurse' || staffType === 'paramedic'
  return isNurse ? 'nurse' : undefined
}

/**
 * Somebody in the emergency room. Of a record that is closed to the caller there is no more than what everybody may
 * see: who it is, where, how urgent, since when, and the newest values.
 */
export const ErRow = z.object({
  visit: z.object({
    _id: Id,
    visited_at: Instant,
    /** When a clinic sent the patient here; null if none did. */
    er_since: z.nullable(Instant),
    first_seen_at: z.nullable(Instant),
    zone: z.nullable(ZoneCode),
    bay: z.nullable(z.string()),
    /** What follows is null, or empty, if the record is closed. */
    vn: z.nullable(z.string()),
    complaint: z.nullable(z.string()),
    onset_at: z.nullable(Instant),
    /** What nobody has asked yet of whoever is RED. */
    unasked: z.array(z.enum(triageQuestions)),
    /** There is no NEWS2 of whoever is pregnant; false if the record is closed. */
    is_pregnant: z.boolean(),
    pending: z.array(z.enum(pendingItems)),
    decided: z.nullable(z.literal(decidedDispositions)),
    /** When it was decided to admit the patient, or when they were admitted; null unless they wait here for a bed. */
    boarding_since: z.nullable(Instant),
    /** Each with the time at which it was first confirmed in this visit. */
    fast_tracks: z.array(z.object({ track: z.enum(fastTracks), since: Instant })),
    doctor: z.nullable(StaffLabel),
    nurse: z.nullable(StaffLabel),
    /** The request for admission that is open, or that was declined and nobody has seen it. */
    request: z.nullable(
      z.object({
        _id: Id,
        state: z.enum(['open', 'declined']),
        ward: PlaceLabel,
        /** Since when it is as it is. */
        since: Instant,
        decline_reason: z.nullable(z.enum(declineReasons)),
      }),
    ),
  }),
  patient: z.extend(PatientLabel, { gender: z.enum(genders), ...birthFields }),
  /** The last triage; null for whoever waits for the first one. */
  last: TriageQueueRow.shape.last,
  latest: z.array(ErValue),
  own_limits: z.array(OwnLimits),
  is_admitted: z.boolean(),
  is_closed: z.boolean(),
})
export type ErRow = z.output<typeof ErRow>

/** Boards warn when this share of a target has passed. */
const soonShare = 0.75

/** How much of the time until something is due has passed; undefined if there is no such time. */
export function classifyWait(
  { since, due }: { since: number; due: number },
  now: number,
): 'soon' | 'overdue' | undefined {
  if (now >= due) return 'overdue'
  return now >= since + (due - since) * soonShare ? 'soon' : undefined
}

type Waiting = Pick<ErRow, 'last' | 'latest'> & {
  visit: Pick<ErRow['visit'], 'visited_at' | 'er_since' | 'first_seen_at'>
}

/** The time by which a doctor is to see the patient; undefined if one has, or if the level is not known. */
export function findDoctorDue({ visit, last }: Waiting, minutes: TriageMinutes): number | undefined {
  if (visit.first_seen_at !== null || !last) return undefined
  return Date.parse(getWaitStart(visit)) + minutes[last.level].doctor * 60_000
}

/** Whether a NEWS2 still counts. Its note says when its oldest part was measured. */
export const isScoreKept = ({ note, measured_at }: Pick<ErValue, 'note' | 'measured_at'>, now: number) =>
  Date.parse(note ?? measured_at) > now - news2KeptMs

/** When triage is due again, and why; undefined before the first. */
export function findNextTriage({ last, latest }: Waiting, minutes: TriageMinutes, now: number) {
  const newest = latest.find(({ vital }) => vital === 'news2')
  const score =
    typeof newest?.value === 'number' && isScoreKept(newest, now)
      ? { value: newest.value, measured_at: newest.measured_at }
      : null
  return last ? findReassessment(last, score, minutes) : undefined
}

/** Whether the doctor or the next triage is late. */
export function isOverdue(row: Waiting, minutes: TriageMinutes, now: number): boolean {
  const doctor = findDoctorDue(row, minutes)
  const next = findNextTriage(row, minutes, now)
  return (
    (doctor !== undefined && now >= doctor) ||
    (next !== undefined && next.reason !== 'continuous' && now >= Date.parse(next.due_at))
  )
}

/** Nobody knows how ill those are who wait for the first triage: they stand behind L2. */
const computeRank = ({ last }: Pick<ErRow, 'last'>) => (last ? triageLevels.indexOf(last.level) : 1.5)

/** Orders by level; in each the overdue come first, then by arrival. */
export function compareErRows(minutes: TriageMinutes, now: number) {
  return (one: ErRow, other: ErRow): number =>
    computeRank(one) - computeRank(other) ||
    Number(isOverdue(other, minutes, now)) - Number(isOverdue(one, minutes, now)) ||
    compareWaiting(one.visit, other.visit)
}

/** One act at the board. */
export const ErChange = z.union(
  [
    /** `bay`: where exactly; two patients cannot have one. */
    z.object({
      act: z.literal('place'),
      zone: ZoneCode,
      bay: z._default(optionalText(12), null),
      /** Also where the bay is kept for somebody whom an ambulance brings: the caller was told for whom. */
      despite_kept: z.optional(z.boolean()),
    }),
    /** The caller looks after the patient from now on, as a doctor or as a nurse. */
    z.object({ act: z.literal('take') }),
    z.object({ act: z.literal('release'), role: z.enum(erRoles) }),
    z.object({ act: z.literal('pending'), item: z.enum(pendingItems), is_pending: z.boolean() }),
    /** Null: it is no longer decided. */
    z.object({ act: z.literal('decide'), decided: z.nullable(z.literal(decidedDispositions)) }),
  ],
  'choice-invalid',
)
export type ErChange = z.output<typeof ErChange>

const VisitOf = z.object({ patient_id: Id, visit_id: Id })

/** `detail` of the failure `bay-taken`. */
export const BayTaken = z.object({ patient: PatientLabel })

/**
 * `detail` of the failure `bay-kept`: whom an ambulance brings there, as far as it is known, and who keeps it for them.
 */
export const BayKept = z.object({
  mission: MissionLabel,
  call_sign: z.nullable(z.string()),
  patient: z.nullable(PatientLabel),
  patient_name: z.nullable(z.string()),
  by: StaffLabel,
})
export type BayKept = z.output<typeof BayKept>

/** The most patients of a board that are read again by name. */
export const maxRereadPatients = 50

export const erBoard = {
  board: {
    path: '/api/hospital_user/get_er_board',
    summary: 'Everybody who is in the emergency room, with what is due, awaited and decided',
    access: 'patient:read',
    patientData: true,
    opensRecord: false,
    byItself: true,
    /** With `patient_ids` only these patients: a screen reads again those whom an event names. */
    body: z.object({ patient_ids: z.optional(z.array(Id).check(z.maxLength(maxRereadPatients))) }),
    reply: z.object({
      rows: z.array(ErRow),
      /** Whether more visits are open than these, which are the newest. */
      has_more: z.boolean(),
      /** The targets, and whether they are those of the panel. */
      minutes: TriageSettings.shape.minutes,
      is_standard: z.boolean(),
      zones: ZoneSettings,
      /** How many places each zone has. */
      places: TriageSettings.shape.places,
      /** The newest event included; `live` continues from there. */
      event: z.string(),
    }),
  },
  change: {
    path: '/api/hospital_user/change_er_visit',
    summary: 'Say at the board where a patient is, who looks after them, what is awaited, what is decided',
    access: 'queue:manage',
    patientData: true,
    opensRecord: 'patient_id',
    body: z.object({ ...VisitOf.shape, change: ErChange }),
    /** The act, by which it can be undone; null if nothing has changed. */
    reply: z.object({ act_id: z.nullable(Id) }),
    errors: ['not-found', 'break-glass-needed', 'visit-ended', 'bay-taken', 'bay-kept', 'not-carer'],
  },
  undo: {
    path: '/api/hospital_user/undo_visit_act',
    summary:
      'Undo an act of a visit unless what it changed was changed since, also for a day the end of one that ended without a stay',
    access: 'queue:manage',
    patientData: true,
    opensRecord: 'patient_id',
    body: z.object({ ...VisitOf.shape, act_id: Id }),
    /** `taken_bay`: the bay that the patient had, which somebody else has by now. */
    reply: z.extend(UndoneEnd, { taken_bay: z.nullable(z.string()) }),
    errors: [
      'not-found',
      'break-glass-needed',
      'record-merged',
      'changed-meanwhile',
      'visit-open',
      'visit-ended',
      'visit-end-too-old',
    ],
    success: 'act-undone',
  },
} satisfies Endpoints
