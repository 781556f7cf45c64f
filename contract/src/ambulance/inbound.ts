import * as z from 'zod/mini'
import { escalationLevels } from '../alarms.ts'
import { quantityNames } from '../clinical/vital-signs.ts'
import type { Answers, Form } from '../forms/form.ts'
import { listMeasuredRows, listReadingsOfRow } from '../forms/measured-rows.ts'
import { LatestValue } from '../monitoring.ts'
import { isolationKinds } from '../patient-flow/admission-codes.ts'
import { fastTracks, type TriageVital, toTriageReadings } from '../patient-flow/triage.ts'
import { arrivalModes, TypedVisitNumber, Visit } from '../patient-flow/visits.ts'
import { ZoneCode, ZoneSettings } from '../patient-flow/zones.ts'
import { type ReadingValues, readingValues, storedValues } from '../readings.ts'
import { type Endpoints, emptyReply, Id } from '../wire/endpoint.ts'
import { ChosenInstant, choiceField, Instant, optionalProse, optionalText } from '../wire/fields.ts'
import { PatientLabel, StaffLabel, VehicleLabel } from '../wire/labels.ts'
import { estimateTravelMs, type GeoPoint, positionKeptMs } from './distances.ts'
import { missionStates } from './mission-states.ts'
import type { VehiclePosition } from './missions.ts'

/** How urgent a crew finds a patient whom it brings, the most urgent first. */
export const preAlertColours = ['RED', 'YELLOW', 'GREEN', 'WHITE'] as const
export type PreAlertColour = (typeof preAlertColours)[number]

/** How a pre-alert is told: of an injury by ATMIST, of an illness by ISBAR. */
export const preAlertStories = {
  ATMIST: ['age', 'time', 'mechanism', 'injuries', 'signs', 'treatment'],
  ISBAR: ['identify', 'situation', 'background', 'assessment', 'recommendation'],
} as const
export type PreAlertScheme = keyof typeof preAlertStories
export const preAlertSchemes = Object.keys(preAlertStories) as [PreAlertScheme, ...PreAlertScheme[]]
export type PreAlertPart = (typeof preAlertStories)[PreAlertScheme][number]
const preAlertParts = [...preAlertStories.ATMIST, ...preAlertStories.ISBAR] as const

/** What was found and done: it is not shortened for what only explains it. */
export const toldWhole: ReadonlySet<PreAlertPart> = new Set(['signs', 'treatment', 'assessment'])

/** How long a part of a story may be. */
export const getMostStoryLetters = (part: PreAlertPart): number => (toldWhole.has(part) ? 2_000 : 600)

const story = Object.fromEntries(
  preAlertParts.map((part) => [part, z._default(optionalProse(getMostStoryLetters(part)), null)]),
) as Record<PreAlertPart, z.ZodMiniDefault<ReturnType<typeof optionalProse>>>
const Story = z.object(story)

/** The values that a crew tells with a pre-alert. They become readings of the patient at the arrival. */
export const preAlertVitals = [
  'systolic',
  'diastolic',
  'pulse',
  'respiration_rate',
  'spo2',
  'oxygen',
  'temperature',
  'consciousness',
  'blood_glucose',
  'beyond',
] as const satisfies readonly TriageVital[]

const pickTold = <Values extends typeof readingValues | typeof storedValues>(values: Values) =>
  z.object(
    Object.fromEntries(preAlertVitals.map((name) => [name, values[name]])) as Pick<
      Values,
      (typeof preAlertVitals)[number]
    >,
  )

const PreAlertValues = pickTold(readingValues)
export type PreAlertValues = z.output<typeof PreAlertValues>

/** The readings that the values of a pre-alert are. */
export const toPreAlertReadings = (values: ReadingValues) => toTriageReadings({ values, measured: [] })

/**
 * The newest of the measurements that a sheet holds and somebody finished, with its row; undefined if there is none.
 */
export function findNewestWritten(
  form: Form,
  answers: Answers,
  { now, isComplete }: { now: string; isComplete: boolean },
): { row_id: string; values: ReadingValues; measured_at: string } | undefined {
  return listMeasuredRows(form, answers, isComplete)
    .flatMap(({ id, field, row, isFinished }) => {
      const measured = isFinished ? listReadingsOfRow(field, row, now) : []
      const [first] = measured
      if (!first) return []
      const values: ReadingValues = Object.assign({}, ...measured.map((one) => one.values))
      return [{ row_id: id, values, measured_at: first.measured_at }]
    })
    .toSorted((one, other) => (one.measured_at < other.measured_at ? 1 : -1))[0]
}

/** Every value is kept as it was told: nobody can measure it again. */
export const confirmedAtArrival = quantityNames

/** Values of the ambulance with the time at which they were measured. */
export const ToldValues = z.object({ values: pickTold(storedValues), measured_at: Instant })
export type ToldValues = z.output<typeof ToldValues>

const Done = z.object({ at: Instant, by: StaffLabel })

/** Where an estimated time of arrival comes from: the crew said so, or it was computed from the vehicle's position. */
export const etaSources = ['CREW', 'POSITION'] as const
export const Eta = z.object({
  at: Instant,
  source: z.enum(etaSources),
  /** When it was said, or when the position was measured. */
  since: Instant,
})
export type Eta = z.output<typeof Eta>

/**
 * The newest pre-alert of a crew about the patient whom it brings. The story is null if the patient's record is closed
 * to the caller.
 */
export const PreAlert = z.object({
  _id: Id,
  at: Instant,
  by: StaffLabel,
  colour: z.enum(preAlertColours),
  scheme: z.enum(preAlertSchemes),
  story: z.nullable(Story),
  isolation: z.array(z.enum(isolationKinds)),
  fast_tracks: z.array(z.enum(fastTracks)),
})
export type PreAlert = z.output<typeof PreAlert>

/** Somebody whom an ambulance brings and whom its request or a sheet of its crew names: by the record that is used. */
const NamedPatient = z.object({
  patient: PatientLabel,
  /** The request names them: what it says of a person is of them. */
  is_requested: z.boolean(),
  /** Their newest readings since the call. */
  latest: z.array(LatestValue),
})

/** The patients whom an ambulance brings: one, or several. */
export const InboundRow = z.object({
  _id: Id,
  number: z.string(),
  state: z.enum(missionStates),
  called_at: Instant,
  /** The colour of the pre-alert; without a pre-alert, the colour of the call. */
  colour: z.nullable(z.enum(preAlertColours)),
  /** Whoever has a name by now; the request names one of them at most, who is the first. */
  patients: z.array(NamedPatient),
  patient_name: z.nullable(z.string()),
  sex: z.nullable(z.string()),
  /** The age on the day of the call; months and days as far as they are known. */
  age_years: z.nullable(z.number()),
  age_months: z.nullable(z.number()),
  age_days: z.nullable(z.number()),
  /** Whoever asked for the vehicle estimated the age. */
  is_age_estimated: z.boolean(),
  complaint: z.nullable(z.string()),
  /** As the pre-alert says; if it says nothing, what the request and the referral ask for. */
  isolation: z.array(z.enum(isolationKinds)),
  /** It is that of the request. */
  kind: z.string(),
  vehicle: z.nullable(z.omit(VehicleLabel, { plate: true })),
  pre_alert: z.nullable(PreAlert),
  eta: z.nullable(Eta),
  /** The newest values that were told. */
  told: z.nullable(ToldValues),
  /**
   * The newest values on each sheet of the crew that names nobody: they are no readings yet. An operation form says
   * which patient of the mission it is about.
   */
  written_sheets: z.array(z.extend(ToldValues, { by: StaffLabel, patient_number: z.nullable(z.int()) })),
  /** Nothing: a page of the earlier version that is still open reads one sheet here, and fails with a list of them. */
  written: z.null(),
  acknowledged: z.nullable(Done),
  /** How far the alarm about a pre-alert has been passed on; null unless one is open that nobody has acknowledged. */
  alarm_level: z.nullable(z.enum(escalationLevels)),
  prepared: z.nullable(z.extend(Done, { zone: ZoneCode, bay: z.nullable(z.string()) })),
  /** How many patients come or have come: as many as the crew's sheets or the arrivals say, and at least one. */
  expected: z.int(),
  /** How many are at the scene, to which several vehicles may go; null if the call speaks of one. */
  at_scene: z.nullable(z.int()),
  is_mass_casualty: z.boolean(),
  /** The patients who have arrived, in the order of their arrivals. */
  arrivals: z.array(z.extend(Done, { visit_id: Id, patient: PatientLabel })),
  /**
   * The last arrival, once all who are expected have arrived; with fewer than are at the scene, and of a mass casualty,
   * not before the crew is done.
   */
  arrived: z.nullable(z.extend(Done, { visit_id: Id, patient_id: Id })),
})
export type InboundRow = z.output<typeof InboundRow>

/** Whether the vehicle is back, and maybe the mission closed. */
const isBack = ({ state }: Pick<InboundRow, 'state'>): boolean =>
  state === 'BACK_AT_BASE' || state === 'CLOSED'

/** Whether the crew has handed somebody over, whose arrival may not be registered yet. */
export const isHandedOver = (row: Pick<InboundRow, 'state'>): boolean =>
  row.state === 'HANDED_OVER' || isBack(row)

/** Whether something was done after everybody who has arrived so far. */
const isAfterArrivals = ({ at }: { at: string }, { arrivals }: Pick<InboundRow, 'arrivals'>): boolean =>
  arrivals.every((arrival) => arrival.at < at)

/** Whether no place is kept any more, because the crew has handed over and somebody of theirs has arrived. */
const isGivenBack = (row: Pick<InboundRow, 'arrivals' | 'state'>): boolean =>
  row.arrivals.length > 0 && isHandedOver(row)

/** Whether a place is kept for whoever arrives next: nobody does once the crew has handed over whom it brought. */
export const isPlaceKept = (row: Pick<InboundRow, 'prepared' | 'arrivals' | 'state'>): boolean =>
  row.prepared !== null && isAfterArrivals(row.prepared, row) && !isGivenBack(row)

/** Whether a place can be kept: for the first one alone, and of a scene of several until the crew is done. */
export const mayPrepare = (row: Pick<InboundRow, 'arrivals' | 'arrived' | 'at_scene' | 'state'>): boolean =>
  row.arrived === null && !isGivenBack(row) && (row.arrivals.length === 0 || row.at_scene !== null)

/**
 * Whether a pre-alert is still to be acknowledged: as long as its alarm is open. Without one, nobody has to be told any
 * more once somebody has arrived or the vehicle is back; while others are to come, a later one is about whoever comes
 * next.
 */
export const waitsForAcknowledgement = ({
  pre_alert,
  acknowledged,
  alarm_level,
  arrivals,
  arrived,
  state,
}: Pick<
  InboundRow,
  'pre_alert' | 'acknowledged' | 'alarm_level' | 'arrivals' | 'arrived' | 'state'
>): boolean =>
  pre_alert !== null &&
  (alarm_level !== null ||
    (!acknowledged &&
      !isBack({ state }) &&
      (arrivals.length === 0 || (arrived === null && isAfterArrivals(pre_alert, { arrivals })))))

/** A patient without a colour comes after yellow: nobody knows how ill they are. */
const computeRank = ({ colour, arrived, state }: Pick<InboundRow, 'colour' | 'arrived' | 'state'>) => {
  if (arrived) return preAlertColours.length + 1
  if (isBack({ state })) return preAlertColours.length
  return colour ? preAlertColours.indexOf(colour) : 1.5
}

type Located = { position: VehiclePosition | null; hospital: GeoPoint | null }

/**
 * When somebody comes: by the newer of what the crew said and where the vehicle is. A position is an estimate, and one
 * that is old says nothing.
 */
export function findEta(told: Eta | null, { position, hospital }: Located, now: number): Eta | null {
  if (!position || !hospital || now - Date.parse(position.at) > positionKeptMs) return told
  if (told && told.since >= position.at) return told
  const at = new Date(Date.parse(position.at) + estimateTravelMs(position, hospital)).toISOString()
  return { at, source: 'POSITION', since: position.at }
}

const findDueTime = ({ eta }: Pick<InboundRow, 'eta'>) =>
  eta ? Date.parse(eta.at) : Number.POSITIVE_INFINITY

/**
 * Orders by urgency, then by when they come; vehicles that are back follow, and patients who have arrived come last.
 */
export function compareInbound(one: InboundRow, other: InboundRow): number {
  const [due, otherDue] = [findDueTime(one), findDueTime(other)]
  return (
    computeRank(one) - computeRank(other) ||
    (due === otherDue ? 0 : due - otherDue) ||
    Date.parse(one.called_at) - Date.parse(other.called_at) ||
    (one._id < other._id ? -1 : 1)
  )
}

type Asked = Pick<PreAlert, 'colour' | 'isolation'>

/**
 * Whether an acknowledgement of one pre-alert holds for another: one that is more urgent, or that asks for a room that
 * the other did not, asks for it anew.
 */
export const coversPreAlert = (told: Asked, acknowledged: Asked): boolean =>
  preAlertColours.indexOf(told.colour) >= preAlertColours.indexOf(acknowledged.colour) &&
  told.isolation.every((kind) => kind === 'STANDARD' || acknowledged.isolation.includes(kind))

/** `detail` of the failure `inbound-arrived`: who registered the last arrival of another patient, and when. */
export const InboundArrived = z.object({ by: StaffLabel, at: Instant })

const optionalChoices = <const Values extends readonly [string, ...string[]]>(values: Values) =>
  z._default(z.array(z.enum(values)).check(z.maxLength(values.length, 'too-many')), [])

const reply = z.object({ row: InboundRow })

export const inbound = {
  board: {
    path: '/api/hospital_user/get_inbound',
    summary: 'Whom ambulances bring: how urgent, when, what was told and measured, who has acknowledged it',
    access: 'patient:read',
    patientData: true,
    opensRecord: false,
    byItself: true,
    outdatedBy: ['inbound-outdated'],
    body: emptyReply,
    /** `event` is the number of the newest event when it was read. */
    reply: z.object({ rows: z.array(InboundRow), zones: ZoneSettings, event: z.string() }),
  },
  /** Red raises an alarm, which is passed on until somebody acknowledges it. */
  preAlert: {
    path: '/api/hospital_user/send_pre_alert',
    summary:
      "A member of the mission's team tells the emergency room whom they bring; a later one replaces it",
    access: 'mission:crew',
    patientData: true,
    opensRecord: false,
    body: z.object({
      _id: Id,
      /** Made by the device: a pre-alert that is sent again changes nothing. */
      pre_alert_id: Id,
      colour: choiceField(preAlertColours),
      scheme: z.enum(preAlertSchemes),
      story: z._default(z.partial(Story), {}),
      eta_minutes: z._default(
        z.nullable(z.int('number-invalid').check(z.gte(0, 'number-range'), z.lte(600, 'number-range'))),
        null,
      ),
      isolation: optionalChoices(isolationKinds),
      fast_tracks: optionalChoices(fastTracks),
      values: z._default(PreAlertValues, {}),
      /** Now by default. */
      measured_at: z.optional(ChosenInstant),
    }),
    reply: emptyReply,
    errors: ['not-found', 'mission-step'],
    success: 'pre-alert-sent',
  },
  acknowledge: {
    path: '/api/hospital_user/acknowledge_pre_alert',
    summary:
      'Say that the emergency room knows of a pre-alert; the crew sees who and when. The first one counts',
    access: 'queue:manage',
    patientData: true,
    opensRecord: false,
    body: z.object({ _id: Id, pre_alert_id: Id }),
    reply,
    errors: ['not-found'],
    success: 'pre-alert-acknowledged',
  },
  prepare: {
    path: '/api/hospital_user/prepare_for_inbound',
    summary: 'Keep a zone and a bay for somebody whom an ambulance brings',
    access: 'queue:manage',
    patientData: true,
    opensRecord: false,
    body: z.object({ _id: Id, zone: ZoneCode, bay: z._default(optionalText(12), null) }),
    reply,
    errors: ['not-found', 'bay-taken', 'bay-kept', 'inbound-arrived'],
    success: 'place-prepared',
  },
  /**
   * Once a patient of a mission: a second nurse gets the visit of the first. Of several patients, what was told or
   * written without a name is taken over for none.
   */
  arrive: {
    path: '/api/hospital_user/receive_inbound',
    summary:
      'The ambulance is here: begin the visit of a patient with what was told, or link the one that was begun',
    access: 'queue:manage',
    patientData: true,
    opensRecord: 'patient_id',
    body: z.object({
      _id: Id,
      patient_id: Id,
      mode: z._default(z.enum(arrivalModes), 'STRETCHER'),
      vn: TypedVisitNumber,
      /** One more than were expected: without it, nobody arrives once all of them have. */
      is_unexpected: z._default(z.boolean(), false),
      /** Whether the first who arrives gets the place that was kept for the mission. It is kept until then. */
      takes_place: z._default(z.boolean(), true),
    }),
    reply: z.object({ visit: Visit, is_new: z.boolean() }),
    errors: ['not-found', 'break-glass-needed', 'record-merged', 'inbound-arrived', 'visit-open', 'vn-taken'],
    success: 'visit-registered',
  },
} satisfies Endpoints
