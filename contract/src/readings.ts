import * as z from 'zod/mini'
import { birthDatePrecisions } from './clinical/age.ts'
import { isPressureReversed } from './clinical/blood-pressure.ts'
import {
  computeGlasgowComa,
  formatGlasgowComa,
  type GlasgowComa,
} from './clinical/emergency/glasgow-coma-scale.ts'
import { flowsheetColumnMinutes, flowsheetRows, maxFlowsheetColumns } from './clinical/flowsheet.ts'
import { news2Parameters } from './clinical/scores/news2.ts'
import { glucoseUnits } from './clinical/units.ts'
import {
  consciousnessLevels,
  manualKinds,
  type Quantity,
  type QuantityName,
  quantities,
  quantityNames,
  type ReadingKind,
  readingKindNames,
  readingKinds,
  toDeviceBounds,
  vitalSignKinds,
} from './clinical/vital-signs.ts'
import { definePage, type Endpoints, fileReply, Id, PageRequest } from './wire/endpoint.ts'
import { ChosenInstant, choiceField, Instant, optionalProse } from './wire/fields.ts'
import { FileLanguage } from './wire/file-language.ts'
import { DeviceLabel, PatientLabel, StaffLabel } from './wire/labels.ts'

/** When a glucose was taken, relative to food. */
export const glucoseMarkers = ['fasting', 'before_meal', 'after_meal', 'no_marker'] as const
export type GlucoseMarker = (typeof glucoseMarkers)[number]
/** What a meter says instead of a number: "HI" or "LO", above or below what it can measure. */
export const beyondMeter = ['above', 'below'] as const
export type BeyondMeter = (typeof beyondMeter)[number]
/** What a meter shows then. */
export const beyondTexts = { above: 'HI', below: 'LO' } as const satisfies Record<BeyondMeter, string>

/** `gateway`: a cuff, meter … heard by a gateway. `box`: the vital-sign box. `system`: another system, by HTTP. */
export const readingSources = ['gateway', 'watch', 'box', 'system', 'manual', 'ambulance'] as const
export type ReadingSource = (typeof readingSources)[number]

/**
 * Whether somebody charted it: in the hospital, or on the way to it. It can be corrected; what a device measured
 * cannot.
 */
export const isCharted = (source: ReadingSource): boolean => source === 'manual' || source === 'ambulance'

/** The health device type codes of the wire. */
export const deviceTypeCodes = {
  BODY_TEMPERATURE: 0,
  SPO2: 1,
  BLOOD_PRESSURE: 2,
  DUSUN_BODY_TEMPERATURE: 3,
  DUSUN_SPO2: 4,
  DUSUN_BPS: 5,
  MGSS_REF_GLUC: 6,
  MGSS_REF_CHOL: 7,
  MGSS_REF_UA: 8,
  DUSUN_WEIGHT_SCALE: 9,
  BLE_connected: 10,
  BLE_disconnected: 11,
  ACCUCHEK_INSTANT: 12,
  CONTOUR_ELITE: 13,
  BODYSCALE_JUMPER: 14,
} as const
export type DeviceTypeCode = (typeof deviceTypeCodes)[keyof typeof deviceTypeCodes]

/**
 * How far the time of a reading can be trusted. `told`: as the device sent it. `corrected`: the clock had a known
 * error, by which the time was corrected. `uncertain`: nobody can tell whether the reading is late or the clock is
 * wrong. Unless the message named the patient, an uncertain reading waits for a person to decide.
 */
export const readingTimings = ['told', 'corrected', 'uncertain'] as const
export type ReadingTiming = (typeof readingTimings)[number]

/** Rounded to the decimals of the quantity, so that the evaluated value is the one stored and shown. */
export function roundToDecimals({ decimals }: Pick<Quantity, 'decimals'>, value: number): number {
  const scale = 10 ** decimals
  // Without the sum a tiny negative number would become −0, which some comparisons treat as another value.
  return Math.round(value * scale) / scale + 0
}

const describeQuantity = ({ unit, code }: Quantity) =>
  z.describe(code ? `${unit}; LOINC ${code.loinc}, UCUM ${code.ucum}` : unit)

const quantityField = (quantity: Quantity) =>
  z.optional(
    z.nullable(
      z.number('number-invalid').check(
        z.gte(quantity.min, 'number-range'),
        z.lte(quantity.max, 'number-range'),
        z.overwrite((value) => roundToDecimals(quantity, value)),
        describeQuantity(quantity),
      ),
    ),
  )

const storedField = (quantity: Quantity) =>
  z.optional(z.nullable(z.number().check(describeQuantity(quantity))))

type QuantityFields = Record<QuantityName, ReturnType<typeof quantityField>>

const quantityFields = (describe: (quantity: Quantity) => Quantity) =>
  Object.fromEntries(
    quantityNames.map((name) => [name, quantityField(describe(quantities[name]))]),
  ) as QuantityFields

/** Every value that a reading may have. `readingKinds` defines which of them belong together. */
export const readingValues = {
  ...quantityFields((quantity) => quantity),
  marker: z.optional(z.nullable(z.enum(glucoseMarkers))),
  /** What a glucose without a number has instead. */
  beyond: z.optional(z.nullable(z.enum(beyondMeter))),
  consciousness: z.optional(z.nullable(z.enum(consciousnessLevels))),
  oxygen: z.optional(z.nullable(z.boolean())),
}
/** The values that a device or another system may send. */
export const sentValues = { ...readingValues, ...quantityFields(toDeviceBounds) }
/** The values of a reading that is stored: some were taken when the bounds were wider. */
export const storedValues = {
  ...readingValues,
  ...(Object.fromEntries(quantityNames.map((name) => [name, storedField(quantities[name])])) as Record<
    QuantityName,
    ReturnType<typeof storedField>
  >),
}
export const ReadingValues = z.object(readingValues)
export type ReadingValues = z.output<typeof ReadingValues>
export type ReadingValueName = keyof typeof readingValues
export const readingValueNames = Object.keys(readingValues) as ReadingValueName[]
const isValueName = (name: string): name is ReadingValueName => Object.hasOwn(readingValues, name)

const hasValue = (value: unknown): boolean => value !== null && value !== undefined

/**
 * Problems in the values of a reading of this kind: a missing one, one that does not belong, or a systolic below the
 * diastolic pressure. With `mayBeHalf` one half of a pressure is enough: the device found no other.
 */
export function validateReading(
  kind: ReadingKind,
  values: ReadingValues,
  { mayBeHalf = false } = {},
): { field: string; message: string }[] {
  const { needs, may, needsOne } = readingKinds[kind]
  const given: ReadingValueName[] = []
  for (const name in values) if (isValueName(name) && hasValue(values[name])) given.push(name)
  const isBeyond = kind === 'glucose' && given.includes('beyond')
  const missing = isBeyond ? [] : needs.filter((name) => !given.some((one) => one === name))
  const isHalf = mayBeHalf && kind === 'blood_pressure' && missing.length === 1
  const problems = isHalf ? [] : missing.map((field) => ({ field, message: 'field-required' }))
  if (needsOne && given.length === 0)
    problems.push(...may.slice(0, 1).map((field) => ({ field, message: 'field-required' })))
  for (const name of given) {
    if (!needs.includes(name) && !may.includes(name))
      problems.push({ field: name, message: 'not-of-this-kind' })
  }
  if (isBeyond && given.includes('blood_glucose'))
    problems.push({ field: 'beyond', message: 'not-of-this-kind' })
  const { systolic, diastolic } = values
  if (
    typeof systolic === 'number' &&
    typeof diastolic === 'number' &&
    isPressureReversed(systolic, diastolic)
  )
    problems.push({ field: 'diastolic', message: 'diastolic-above-systolic' })
  const total = computeGlasgowComa(readGlasgowComa(values))
  if (total !== null && typeof values.gcs === 'number' && values.gcs !== total)
    problems.push({ field: 'gcs', message: 'gcs-sum' })
  return problems
}

const readGlasgowComa = ({ gcs_eye, gcs_verbal, gcs_motor }: ReadingValues): GlasgowComa => ({
  eye: gcs_eye ?? null,
  verbal: gcs_verbal ?? null,
  motor: gcs_motor ?? null,
})

/** The parts of a coma scale that a reading has, as they are written: `E3V-M5`. Undefined if it has none. */
export function formatComaParts(values: ReadingValues): string | undefined {
  const coma = readGlasgowComa(values)
  return Object.values(coma).some((part) => part !== null) ? formatGlasgowComa(coma) : undefined
}

/** The values with the total of a coma scale whose parts are all known: it is their sum. */
export function addGlasgowTotal<Values extends ReadingValues>(values: Values): Values {
  const total = computeGlasgowComa(readGlasgowComa(values))
  return total === null ? values : { ...values, gcs: total }
}

/**
 * One measurement as it is stored. `gateway_scan_time` is when a gateway heard the device, by the gateway's clock.
 * `act_id` is the same for all readings that were charted together, for one time. `replaced_at` is set on a corrected
 * reading; the reading that replaced it has its id in `corrects`.
 */
export const Reading = z.object({
  _id: Id,
  patient_id: z.nullable(Id),
  kind: z.enum(readingKindNames),
  measured_at: Instant,
  received_at: Instant,
  gateway_scan_time: z.nullable(Instant),
  timing: z.enum(readingTimings),
  source: z.enum(readingSources),
  device: z.nullable(z.omit(DeviceLabel, { kind: true })),
  device_type: z.nullable(z.int()),
  entered_by: z.nullable(StaffLabel),
  /** Who gave the reading to this patient while it waited in the inbox. */
  assigned: z.nullable(z.object({ by: StaffLabel, at: Instant })),
  corrects: z.nullable(Id),
  replaced_at: z.nullable(Instant),
  act_id: z.nullable(Id),
  note: z.nullable(z.string()),
  ...storedValues,
})
export type Reading = z.output<typeof Reading>
/** A row of a table. A row that stands for a whole act of charting has all its readings, itself included. */
export const ReadingRow = z.extend(Reading, { act: z.optional(z.array(Reading)) })
export type ReadingRow = z.output<typeof ReadingRow>

/** The readings of a row: those that were charted together, or only the row itself. */
export const listActReadings = (row: ReadingRow): readonly Reading[] => row.act ?? [row]

/** The values that a row shows: those that were charted together, each as last corrected. */
export function collectActValues(row: ReadingRow): ReadingValues {
  const values: Record<string, unknown> = {}
  for (const reading of [row, ...listActReadings(row)]) {
    if (reading.replaced_at !== null && row.replaced_at === null) continue
    for (const name of readingValueNames) if (hasValue(reading[name])) values[name] ??= reading[name]
  }
  return values
}

/**
 * What devices measured in one part of a chart's span: the smallest and the largest value of each field. Each was
 * measured, or for a mean pressure that no device sent, computed from a measured pressure. There is no mean of
 * readings, which nobody measured. `at` begins the part; the first and the last of the `count` readings have their
 * times.
 */
export const ChartPoint = z.object({
  at: Instant,
  first_at: Instant,
  last_at: Instant,
  count: z.int(),
  values: z.record(z.string(), z.object({ min: z.number(), max: z.number() })),
})
export type ChartPoint = z.output<typeof ChartPoint>
export const maxChartPoints = 500
/** The most manual readings that a chart gets one by one; earlier ones are included in the points. */
export const maxChartManual = 2000

/** `resolution` is the number of points that a chart has room for; without it the reply has the rows. */
export const HistoryQuery = z.object({
  patient_id: Id,
  ...PageRequest.shape,
  from: z.optional(ChosenInstant),
  to: z.optional(ChosenInstant),
  resolution: z.optional(z.int().check(z.gte(1), z.lte(maxChartPoints))),
})
export type HistoryQuery = z.output<typeof HistoryQuery>

/**
 * Rows are newest first. With a resolution the reply has, instead of `rows`, the `points` of devices, oldest first;
 * `manual`, each reading charted by hand, oldest first; and `newest`, the newest reading of each quantity in the span.
 */
const HistoryReply = z.extend(definePage(ReadingRow), {
  points: z.array(ChartPoint),
  manual: z.array(Reading),
  newest: z.array(Reading),
})

const historyEndpoint = <Path extends `/${string}`>(path: Path, summary: string) =>
  ({
    path,
    summary,
    access: 'patient:read',
    patientData: true,
    opensRecord: 'patient_id',
    body: HistoryQuery,
    reply: HistoryReply,
    errors: ['not-found', 'break-glass-needed'],
  }) as const

/**
 * What devices measured of a row in one column, which may be hundreds of readings: the newest of them, and of all
 * `count` the lowest and the highest value of each number, and each word or letter that one of them had: HI, V. There
 * is no mean, which nobody measured.
 */
const ThinnedCell = z.object({
  column: z.int(),
  row: z.enum(flowsheetRows),
  newest: Id,
  count: z.int(),
  extremes: z.record(z.string(), z.object({ min: z.number(), max: z.number() })),
  words: z.record(z.string(), z.array(z.string())),
})
export type ThinnedCell = z.output<typeof ThinnedCell>

/**
 * The score by what had been measured by `at`, of which nothing was older than `news2KeptMs`, and by the SpO₂ scale
 * that applied then. A value that was corrected since counts as corrected.
 */
const FlowsheetScore = z.object({
  at: Instant,
  total: z.int(),
  scale: z.literal([1, 2]),
  parts: z.array(
    z.object({
      parameter: z.enum(news2Parameters),
      points: z.int(),
      value: z.nullable(z.number()),
      letter: z.nullable(z.enum(consciousnessLevels)),
      measured_at: Instant,
    }),
  ),
})
export type FlowsheetScore = z.output<typeof FlowsheetScore>

/** The most readings that are charted together. */
export const maxCharted = 20

/** A reading entered by hand. */
export const ManualReading = z.object({
  patient_id: Id,
  kind: choiceField(manualKinds),
  measured_at: ChosenInstant,
  note: z._default(optionalProse(500), null),
  /**
   * Values that are unusual for the patient (`detectDoubt`) and that the user has confirmed; without it they are
   * refused.
   */
  confirmed: z._default(
    z.array(z.enum(quantityNames)).check(z.maxLength(quantityNames.length, 'too-many')),
    [],
  ),
  ...readingValues,
})
export type ManualReading = z.output<typeof ManualReading>

export const readings = {
  bodyTemperature: historyEndpoint(
    '/api/user/get_body_temperature_history_data',
    'Body temperature from all sources',
  ),
  bodyTemperatureGateway: historyEndpoint(
    '/api/user/get_body_temperature_gateway_history_data',
    'Body temperature from thermometers',
  ),
  bodyTemperatureWatch: historyEndpoint(
    '/api/user/get_body_temperature_watch_history_data',
    'Body temperature from watches',
  ),
  spo2: historyEndpoint('/api/user/get_spo2_history_data', 'Oxygen saturation from all sources'),
  spo2Gateway: historyEndpoint('/api/user/get_spo2_gateway_history_data', 'Oxygen saturation from oximeters'),
  spo2Watch: historyEndpoint('/api/user/get_spo2_watch_history_data', 'Oxygen saturation from watches'),
  bloodPressureGateway: historyEndpoint('/api/user/get_bp_gateway_history_data', 'Blood pressure from cuffs'),
  bloodPressureWatch: historyEndpoint('/api/user/get_bp_watch_history_data', 'Blood pressure from watches'),
  bloodSugar: historyEndpoint('/api/user/get_blood_sugar_history_data', 'Blood glucose with its marker'),
  creatinine: historyEndpoint(
    '/api/user/get_creatinine_history_data',
    'Creatinine; by default of the last 60 days',
  ),
  lipid: historyEndpoint(
    '/api/user/get_lipid_history_data',
    'Lipids, uric acid and BUN; by default of the last 60 days',
  ),
  steps: historyEndpoint('/api/user/get_step_history_data', 'Steps'),
  sleep: historyEndpoint('/api/user/get_sleep_history_data', 'Sleep: minutes awake, light and deep'),
  bodyData: historyEndpoint('/api/user/get_body_data_history_data', 'Weight, height, waist and impedance'),
  allGateway: historyEndpoint('/api/user/get_all_gateway_history_data', 'All readings that a gateway sent'),
  history: {
    path: '/api/user/get_vital_sign_history_data',
    summary:
      'Readings of the requested kinds from all sources; with `field`, only those that have this value',
    access: 'patient:read',
    patientData: true,
    opensRecord: 'patient_id',
    byItself: true,
    body: z.extend(HistoryQuery, {
      kinds: z._default(
        z
          .array(z.enum(readingKindNames))
          .check(z.minLength(1, 'field-required'), z.maxLength(readingKindNames.length, 'too-many')),
        [...vitalSignKinds],
      ),
      field: z.optional(z.enum(readingValueNames as [ReadingValueName, ...ReadingValueName[]])),
      /** Whether corrected readings are shown beside their replacements. */
      with_replaced: z._default(z.boolean(), false),
      /** Whether readings that were charted together are one row, which has them all. */
      by_act: z._default(z.boolean(), false),
    }),
    reply: HistoryReply,
    errors: ['not-found', 'break-glass-needed'],
  },
  flowsheet: {
    path: '/api/user/get_flowsheet_data',
    summary:
      'All vital signs by time: each reading charted by hand, what devices measured in each column, and the early-warning scores',
    access: 'patient:read',
    patientData: true,
    opensRecord: 'patient_id',
    byItself: true,
    body: z.object({
      patient_id: Id,
      /** Where the first column begins. */
      from: ChosenInstant,
      column_minutes: z.literal(flowsheetColumnMinutes),
      columns: z.int().check(z.gte(1), z.lte(maxFlowsheetColumns)),
    }),
    reply: z.object({
      /** Oldest first, the corrected ones included. */
      charted: z.array(Reading),
      thinned: z.array(ThinnedCell),
      /** The readings that `thinned` names. */
      newest: z.array(Reading),
      /**
       * Oldest first: one whenever a part of it was charted, and one of the last part that a device measured in a
       * column.
       */
      scores: z.array(FlowsheetScore),
    }),
    errors: ['not-found', 'break-glass-needed'],
  },
  exportHistory: {
    path: '/api/user/export_vital_sign_data',
    summary:
      "One patient's readings as data.csv (UTF-8 with a byte-order mark), one row per charting and per corrected reading",
    access: 'patient:export',
    patientData: true,
    opensRecord: 'patient_id',
    body: z.object({
      patient_id: Id,
      kinds: z
        .array(z.enum(readingKindNames))
        .check(z.minLength(1, 'field-required'), z.maxLength(readingKindNames.length, 'too-many')),
      from: z.optional(ChosenInstant),
      to: z.optional(ChosenInstant),
      language: FileLanguage,
    }),
    reply: fileReply,
    file: true,
    errors: ['not-found', 'break-glass-needed'],
  },
  record: {
    path: '/api/user/add_vital_sign_data',
    summary: 'Record readings taken by hand',
    access: 'clinical:record',
    patientData: true,
    opensRecord: 'patient_id',
    body: z.object({
      patient_id: Id,
      readings: z
        .array(z.omit(ManualReading, { patient_id: true }))
        .check(z.minLength(1, 'field-required'), z.maxLength(maxCharted, 'too-many')),
    }),
    reply: z.object({ readings: z.array(Reading) }),
    errors: ['not-found', 'break-glass-needed', 'record-merged'],
    success: 'reading-recorded',
  },
  correct: {
    path: '/api/user/correct_vital_sign_data',
    summary: 'Correct a manual reading; the old one is stored as replaced',
    access: 'clinical:record',
    patientData: true,
    opensRecord: 'patient_id',
    body: z.object({
      patient_id: Id,
      corrects: Id,
      /** When the reading to be corrected was measured: with its id it identifies the reading. */
      corrects_measured_at: Instant,
      reading: z.omit(ManualReading, { patient_id: true }),
    }),
    reply: z.object({ reading: Reading }),
    errors: ['not-found', 'break-glass-needed', 'changed-meanwhile'],
    success: 'reading-corrected',
  },
  inbox: {
    path: '/admin/get_unassigned_readings',
    summary: 'Readings that wait for a person to assign them, newest first',
    access: 'clinical:record',
    patientData: true,
    opensRecord: false,
    byItself: true,
    outdatedBy: ['waiting', 'patients-outdated'],
    body: z.object({ ...PageRequest.shape, device_id: z.optional(Id) }),
    reply: z.extend(
      definePage(
        z.extend(Reading, {
          waits_for: z.enum(['wearer', 'time', 'person', 'device', 'unit']),
          /** A glucose as a meter sent it, while its unit is unknown: see `listPossibleGlucoses`. */
          told_glucose: z.nullable(z.number()),
          mac: z.nullable(z.string()),
          /**
           * Who wore the device at the measured time, last before it and first after it, the earliest first. `to` is
           * null while they still wear it.
           */
          wearings: z.array(
            z.object({
              patient: z.extend(PatientLabel, {
                date_of_birth: z.nullable(z.string()),
                birth_date_precision: z.nullable(z.enum(birthDatePrecisions)),
              }),
              from: Instant,
              to: z.nullable(Instant),
            }),
          ),
          told_hn: z.nullable(z.string()),
          /** Only its last four digits if a record with it is closed to the caller. */
          told_national_id: z.nullable(z.string()),
          /**
           * How many patients have the HN or national ID that the message named: none, several, or one registered
           * since.
           */
          holders: z.int(),
        }),
      ),
      {},
    ),
  },
  assign: {
    path: '/admin/assign_readings',
    summary: 'Assign waiting readings to a patient',
    access: 'clinical:record',
    patientData: true,
    opensRecord: 'patient_id',
    body: z.object({
      patient_id: Id,
      readings: z
        .array(z.object({ _id: Id, measured_at: Instant }))
        .check(z.minLength(1, 'field-required'), z.maxLength(500, 'too-many')),
    }),
    reply: z.object({ assigned: z.int() }),
    errors: ['not-found', 'break-glass-needed', 'record-merged'],
    success: 'readings-assigned',
  },
  /**
   * Only what somebody has assigned from the inbox can be taken back: a device's other readings derive from who wore
   * it, and its hand-over is corrected instead.
   */
  takeBack: {
    path: '/admin/take_back_assigned_readings',
    summary: 'Take an assigned reading from a patient whose it is not; it waits in the inbox again',
    access: 'clinical:record',
    patientData: true,
    opensRecord: 'patient_id',
    body: z.object({
      patient_id: Id,
      reading: z.object({ _id: Id, measured_at: Instant }),
      /** Also all others that were assigned to the patient in the same call. */
      with_others: z._default(z.boolean(), false),
      reason: z
        .string('field-required')
        .check(z.trim(), z.minLength(1, 'field-required'), z.maxLength(500, 'too-long')),
    }),
    reply: z.object({ taken_back: z.int() }),
    errors: ['not-found', 'break-glass-needed'],
    success: 'readings-taken-back',
  },
  /**
   * A registered device stores the unit, and all its readings that wait for the unit are read in it. The caller does
   * not choose the patient: each reading belongs to the patient who wore the device, as if it arrived now.
   */
  tellUnit: {
    path: '/admin/tell_unit_of_readings',
    summary: 'Set the unit in which a meter sent these glucose readings',
    access: 'clinical:record',
    patientData: true,
    opensRecord: false,
    body: z.object({
      unit: z.enum(glucoseUnits, 'field-required'),
      readings: z
        .array(z.object({ _id: Id, measured_at: Instant }))
        .check(z.minLength(1, 'field-required'), z.maxLength(500, 'too-many')),
    }),
    reply: z.object({ read: z.int() }),
    success: 'unit-told',
  },
  dismiss: {
    path: '/admin/dismiss_readings',
    summary: 'Dismiss readings that belong to no patient, with a reason; they are stored and no longer wait',
    access: 'clinical:record',
    patientData: true,
    opensRecord: false,
    body: z.object({
      readings: z
        .array(z.object({ _id: Id, measured_at: Instant }))
        .check(z.minLength(1, 'field-required'), z.maxLength(500, 'too-many')),
      reason: z
        .string('field-required')
        .check(z.trim(), z.minLength(1, 'field-required'), z.maxLength(500, 'too-long')),
    }),
    reply: z.object({ dismissed: z.int() }),
    success: 'readings-dismissed',
  },
} satisfies Endpoints
