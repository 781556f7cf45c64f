import type { AgeBand } from './age.ts'

type ByAge<Value> = Readonly<Record<AgeBand, Value>>
type Range = readonly [low: number, high: number]
type LimitNumbers = readonly [
  critical_low: number | null,
  low: number | null,
  high: number | null,
  critical_high: number | null,
]

/** The colours of charts and tiles; `web/src/app/base.css` defines each. */
export type Hue =
  | 'rust'
  | 'stone'
  | 'green'
  | 'cyan'
  | 'violet'
  | 'amber'
  | 'fuchsia'
  | 'blue'
  | 'olive'
  | 'indigo'

/**
 * All that the panel knows about one number of a reading. What an optional part leaves out, the number does not have:
 * without `alarm` it has no limits, without `charted` nobody enters it by hand.
 */
export type Quantity = {
  unit: string
  /** Values outside `min`…`max` are impossible: refused. In an arrest 0 is a value. */
  min: number
  max: number
  /**
   * Below it a device has lost its contact, and the value is refused: its 0 is no value. A person may still observe
   * one, and says so.
   */
  deviceMin?: number
  /** What a device may measure above `max`, which is what a person may type. */
  deviceMax?: number
  decimals: number
  /** The type of its column in `readings`. */
  column: 'smallint' | 'integer' | 'double precision'
  /** What it is called in LOINC, and its unit in UCUM. */
  code?: { loinc: string; ucum: string }
  /** The lowest and the highest value that people of an age really have. Beyond, a typed value must be confirmed. */
  usual?: ByAge<Range>
  /**
   * How much it may differ from the last one, as a share of it, and for how many days the last one counts. Beyond, a
   * typed value must be confirmed.
   */
  maxChange?: { share: number; withinDays: number }
  /**
   * The alarm settings that a hospital starts with: the last values that are still in order at each age; how far back
   * within a limit a value must be for its alarm to end, a little more than it fluctuates while nothing changes; and
   * how often in a row, over how many seconds, a value must break a limit that is not critical: once unless `repeats`.
   */
  alarm?: { limits: ByAge<LimitNumbers>; deadBand: number; repeats?: number; lastsSeconds?: number }
  /**
   * `axis` is the range that the axis of a chart shows at least, or its width around the values where the change
   * matters: a gain of two kilograms of water in two days must be visible.
   */
  chart?: { hue: Hue; axis: Range | { around: number } }
  /** It has a tab of its own among a patient's vital signs, with its chart and its table. */
  hasTab?: true
  /** The page of the charting form; `correction`: shown only when a reading of a system is corrected. */
  charted?: 'round' | 'later' | 'correction'
  /** It is shown on a tile once it was measured. */
  tile?: true
  /** Its newest value is stored for each patient. */
  hasNewest?: true
}

const atEveryAge = <const Value>(value: Value): ByAge<Value> => ({
  infant: value,
  toddler: value,
  child: value,
  older_child: value,
  adult: value,
})

const noLimits: LimitNumbers = [null, null, null, null]

/**
 * Every number that a reading may hold, by its name on the wire: the one place where it is described. Schemas, columns,
 * limits, charts, forms, tables and documentation derive from it; ARCHITECTURE.md says how to add one.
 *
 * Bounds and usual values are defaults of the panel, wide enough for the very small and the very ill; they come from
 * no reference and are no limits of a disease. Of the alarm limits,
 *
 * - SpO₂ under 92 % and 90 %, high pulse and respiration of children are the danger zone and point A of MOPH ED Triage
 *   2561;
 * - pulse, respiration and systolic pressure of adults are the scores 2 and 3 of NEWS2 (Royal College of Physicians
 *   2017); a MAP of 60 is point A; high pressures are grades 2 and 3 of hypertension (ESC/ESH 2018);
 * - a low systolic pressure of children is 70 + 2 × age in years (PALS), taken at the young end of each band;
 * - a glucose under 54 and 70 mg/dL is of the ADA; a temperature from 38.5 °C is moderate fever, from 40.5 °C
 *   hyperpyrexia;
 * - an EtCO₂ of 35 to 45 mmHg is normal by convention; a hospital sets what is critical;
 * - pain and the coma scale have no limits until a hospital sets them;
 * - the rest, including low pulse and respiration of children, are defaults of the panel.
 */
const described = {
  systolic: {
    unit: 'mmHg',
    min: 0,
    max: 300,
    deviceMin: 30,
    decimals: 0,
    column: 'smallint',
    code: { loinc: '8480-6', ucum: 'mm[Hg]' },
    usual: {
      infant: [40, 130],
      toddler: [50, 150],
      child: [55, 170],
      older_child: [60, 200],
      adult: [50, 250],
    },
    alarm: {
      limits: {
        infant: [60, 65, null, null],
        toddler: [65, 70, null, null],
        child: [70, 76, null, null],
        older_child: [80, 88, 139, 179],
        adult: [91, 101, 179, 219],
      },
      deadBand: 4,
    },
    chart: { hue: 'rust', axis: [40, 180] },
    charted: 'round',
  },
  diastolic: {
    unit: 'mmHg',
    min: 0,
    max: 200,
    deviceMin: 20,
    decimals: 0,
    column: 'smallint',
    code: { loinc: '8462-4', ucum: 'mm[Hg]' },
    usual: {
      infant: [20, 90],
      toddler: [25, 100],
      child: [25, 110],
      older_child: [30, 130],
      adult: [30, 150],
    },
    alarm: {
      limits: {
        ...atEveryAge(noLimits),
        older_child: [null, null, 99, 109],
        adult: [null, null, 109, 129],
      },
      deadBand: 3,
    },
    chart: { hue: 'rust', axis: [40, 180] },
    charted: 'round',
  },
  map: {
    unit: 'mmHg',
    min: 20,
    max: 250,
    decimals: 0,
    column: 'smallint',
    code: { loinc: '8478-0', ucum: 'mm[Hg]' },
    alarm: {
      limits: {
        ...atEveryAge(noLimits),
        older_child: [50, 55, null, null],
        adult: [60, 65, null, null],
      },
      deadBand: 3,
    },
    chart: { hue: 'stone', axis: [40, 180] },
    charted: 'correction',
    hasNewest: true,
  },
  pulse: {
    unit: 'bpm',
    min: 0,
    max: 300,
    deviceMin: 10,
    deviceMax: 350,
    decimals: 0,
    column: 'smallint',
    code: { loinc: '8867-4', ucum: '/min' },
    usual: {
      infant: [60, 230],
      toddler: [55, 220],
      child: [45, 200],
      older_child: [35, 200],
      adult: [30, 220],
    },
    alarm: {
      limits: {
        infant: [80, 100, 180, 220],
        toddler: [60, 80, 160, 200],
        child: [55, 65, 140, 180],
        older_child: [45, 55, 100, 150],
        adult: [41, 50, 110, 130],
      },
      deadBand: 3,
      // A watch sends it all the time: a single value may be a movement.
      repeats: 2,
      lastsSeconds: 30,
    },
    chart: { hue: 'green', axis: [40, 140] },
    charted: 'round',
    tile: true,
    hasNewest: true,
  },
  spo2: {
    unit: '%',
    min: 0,
    max: 100,
    deviceMin: 30,
    decimals: 0,
    column: 'smallint',
    code: { loinc: '59408-5', ucum: '%' },
    usual: atEveryAge([70, 100]),
    alarm: { limits: atEveryAge([90, 92, null, null]), deadBand: 1, repeats: 2 },
    chart: { hue: 'cyan', axis: [84, 100] },
    charted: 'round',
    tile: true,
    hasNewest: true,
  },
  pi: {
    unit: '%',
    min: 0,
    max: 30,
    decimals: 1,
    column: 'double precision',
    code: { loinc: '61006-3', ucum: '%' },
    charted: 'correction',
  },
  temperature: {
    unit: '°C',
    min: 20,
    max: 45,
    decimals: 1,
    column: 'double precision',
    code: { loinc: '8310-5', ucum: 'Cel' },
    usual: atEveryAge([32, 42]),
    alarm: {
      limits: { ...atEveryAge([32, 35, 38.4, 40.4]), infant: [35, 36, 38, 39] },
      deadBand: 0.2,
    },
    chart: { hue: 'violet', axis: [34.5, 40] },
    charted: 'round',
    tile: true,
    hasNewest: true,
  },
  respiration_rate: {
    unit: '/min',
    min: 0,
    max: 100,
    deviceMin: 1,
    deviceMax: 120,
    decimals: 0,
    column: 'smallint',
    code: { loinc: '9279-1', ucum: '/min' },
    usual: {
      infant: [15, 90],
      toddler: [12, 80],
      child: [10, 70],
      older_child: [8, 60],
      adult: [6, 60],
    },
    alarm: {
      limits: {
        infant: [20, 25, 50, 70],
        toddler: [15, 20, 40, 60],
        child: [12, 16, 30, 50],
        older_child: [10, 12, 20, 30],
        adult: [9, 12, 20, 24],
      },
      deadBand: 1,
    },
    chart: { hue: 'amber', axis: [6, 30] },
    charted: 'round',
    tile: true,
    hasNewest: true,
  },
  etco2: {
    unit: 'mmHg',
    min: 0,
    max: 150,
    decimals: 0,
    column: 'smallint',
    // A partial pressure. 19889-5, which is often seen for it, is the share of CO₂ in percent.
    code: { loinc: '19891-1', ucum: 'mm[Hg]' },
    usual: atEveryAge([15, 80]),
    alarm: { limits: atEveryAge([null, 35, 45, null]), deadBand: 2 },
    chart: { hue: 'olive', axis: [20, 60] },
    hasTab: true,
    charted: 'round',
    tile: true,
    hasNewest: true,
  },
  /** The Glasgow Coma Scale (Teasdale and Jennett 1974). Its total is missing if a part could not be tested. */
  gcs: {
    unit: '/15',
    min: 3,
    max: 15,
    decimals: 0,
    column: 'smallint',
    code: { loinc: '9269-2', ucum: '{score}' },
    alarm: { limits: atEveryAge(noLimits), deadBand: 1 },
    chart: { hue: 'stone', axis: [3, 15] },
    tile: true,
    hasNewest: true,
  },
  gcs_eye: {
    unit: '/4',
    min: 1,
    max: 4,
    decimals: 0,
    column: 'smallint',
    code: { loinc: '9267-6', ucum: '{score}' },
    charted: 'round',
  },
  gcs_verbal: {
    unit: '/5',
    min: 1,
    max: 5,
    decimals: 0,
    column: 'smallint',
    code: { loinc: '9270-0', ucum: '{score}' },
    charted: 'round',
  },
  gcs_motor: {
    unit: '/6',
    min: 1,
    max: 6,
    decimals: 0,
    column: 'smallint',
    code: { loinc: '9268-4', ucum: '{score}' },
    charted: 'round',
  },
  /** What the patient says, from 0 (none) to 10 (the worst imaginable): the numeric rating scale. */
  pain_score: {
    unit: '/10',
    min: 0,
    max: 10,
    decimals: 0,
    column: 'smallint',
    code: { loinc: '72514-3', ucum: '{score}' },
    alarm: { limits: atEveryAge(noLimits), deadBand: 1 },
    chart: { hue: 'indigo', axis: [0, 10] },
    hasTab: true,
    charted: 'round',
    tile: true,
    hasNewest: true,
  },
  blood_glucose: {
    unit: 'mg/dL',
    min: 5,
    max: 1500,
    deviceMin: 10,
    decimals: 0,
    column: 'double precision',
    code: { loinc: '41653-7', ucum: 'mg/dL' },
    usual: atEveryAge([40, 600]),
    alarm: { limits: atEveryAge([54, 70, 299, 399]), deadBand: 5 },
    chart: { hue: 'fuchsia', axis: [40, 260] },
    charted: 'round',
    tile: true,
    hasNewest: true,
  },
  weight: {
    unit: 'kg',
    min: 0.3,
    max: 400,
    deviceMin: 0.2,
    deviceMax: 635,
    decimals: 1,
    column: 'double precision',
    code: { loinc: '29463-7', ucum: 'kg' },
    usual: {
      infant: [1, 9],
      toddler: [2.5, 22],
      child: [8, 55],
      older_child: [14, 140],
      adult: [28, 200],
    },
    // Nobody gains or loses a quarter of the weight in a month.
    maxChange: { share: 0.25, withinDays: 30 },
    chart: { hue: 'blue', axis: { around: 10 } },
    charted: 'round',
    hasNewest: true,
  },
  waist: {
    unit: 'cm',
    min: 10,
    max: 300,
    decimals: 1,
    column: 'double precision',
    code: { loinc: '8280-0', ucum: 'cm' },
    usual: {
      infant: [20, 60],
      toddler: [25, 70],
      child: [35, 110],
      older_child: [40, 150],
      adult: [45, 180],
    },
    chart: { hue: 'blue', axis: { around: 20 } },
    charted: 'round',
    hasNewest: true,
  },
  height: {
    unit: 'cm',
    min: 20,
    max: 260,
    decimals: 1,
    column: 'double precision',
    code: { loinc: '8302-2', ucum: 'cm' },
    usual: {
      infant: [35, 70],
      toddler: [45, 110],
      child: [75, 150],
      older_child: [95, 200],
      adult: [120, 215],
    },
    // An adult keeps the height.
    maxChange: { share: 0.05, withinDays: 365 },
    charted: 'round',
    hasNewest: true,
  },
  impedance: {
    unit: 'Ω',
    min: 50,
    max: 5000,
    decimals: 0,
    column: 'double precision',
    charted: 'correction',
  },
  creatinine: {
    unit: 'mg/dL',
    min: 0.1,
    max: 40,
    decimals: 2,
    column: 'double precision',
    code: { loinc: '2160-0', ucum: 'mg/dL' },
    chart: { hue: 'blue', axis: [0, 2] },
    charted: 'later',
  },
  bun: {
    unit: 'mg/dL',
    min: 1,
    max: 300,
    decimals: 0,
    column: 'double precision',
    code: { loinc: '3094-0', ucum: 'mg/dL' },
    chart: { hue: 'blue', axis: [0, 40] },
    charted: 'later',
  },
  uric_acid: {
    unit: 'mg/dL',
    min: 0.2,
    max: 30,
    decimals: 1,
    column: 'double precision',
    code: { loinc: '3084-1', ucum: 'mg/dL' },
    chart: { hue: 'blue', axis: [0, 10] },
    charted: 'later',
  },
  cholesterol: {
    unit: 'mg/dL',
    min: 20,
    max: 1500,
    decimals: 0,
    column: 'double precision',
    code: { loinc: '2093-3', ucum: 'mg/dL' },
    chart: { hue: 'blue', axis: [100, 260] },
    charted: 'later',
  },
  ldl: {
    unit: 'mg/dL',
    min: 5,
    max: 1000,
    decimals: 0,
    column: 'double precision',
    // Nobody says whether it was measured or calculated, for which LOINC has codes of their own.
    code: { loinc: '2089-1', ucum: 'mg/dL' },
    chart: { hue: 'blue', axis: [40, 200] },
    charted: 'later',
  },
  hdl: {
    unit: 'mg/dL',
    min: 5,
    max: 300,
    decimals: 0,
    column: 'double precision',
    code: { loinc: '2085-9', ucum: 'mg/dL' },
    chart: { hue: 'blue', axis: [20, 80] },
    charted: 'later',
  },
  triglyceride: {
    unit: 'mg/dL',
    min: 10,
    max: 10_000,
    decimals: 0,
    column: 'double precision',
    code: { loinc: '2571-8', ucum: 'mg/dL' },
    chart: { hue: 'blue', axis: [40, 250] },
    charted: 'later',
  },
  steps: {
    unit: 'steps',
    min: 0,
    max: 200_000,
    decimals: 0,
    column: 'integer',
    code: { loinc: '55423-8', ucum: '{steps}' },
    chart: { hue: 'green', axis: [0, 8000] },
    charted: 'later',
    hasNewest: true,
  },
  awake: {
    unit: 'min',
    min: 0,
    max: 1440,
    decimals: 0,
    column: 'smallint',
    chart: { hue: 'amber', axis: [0, 240] },
    charted: 'later',
  },
  light: {
    unit: 'min',
    min: 0,
    max: 1440,
    decimals: 0,
    column: 'smallint',
    chart: { hue: 'cyan', axis: [0, 600] },
    charted: 'later',
  },
  deep: {
    unit: 'min',
    min: 0,
    max: 1440,
    decimals: 0,
    column: 'smallint',
    code: { loinc: '93831-6', ucum: 'min' },
    chart: { hue: 'violet', axis: [0, 300] },
    charted: 'later',
  },
  lat: { unit: '°', min: -90, max: 90, decimals: 6, column: 'double precision' },
  lang: { unit: '°', min: -180, max: 180, decimals: 6, column: 'double precision' },
} as const satisfies Record<string, Quantity>

export type QuantityName = keyof typeof described
export const quantities: Readonly<Record<QuantityName, Quantity>> = described
export const quantityNames = Object.keys(described) as [QuantityName, ...QuantityName[]]

/** The quantity with the bounds in which a device can have measured it. */
export const toDeviceBounds = (quantity: Quantity): Quantity => ({
  ...quantity,
  min: quantity.deviceMin ?? quantity.min,
  max: quantity.deviceMax ?? quantity.max,
})

/** Whether a value of a reading is a number with a unit. */
export const isQuantity = (name: string): name is QuantityName => Object.hasOwn(described, name)

/** The quantities whose description has this part. */
export type QuantityWith<Part extends keyof Quantity> = {
  [Name in QuantityName]: (typeof described)[Name] extends Record<Part, unknown> ? Name : never
}[QuantityName]

export function listQuantitiesByPart<Part extends keyof Quantity>(part: Part): QuantityWith<Part>[] {
  return quantityNames.filter((name): name is QuantityWith<Part> => part in described[name])
}

/** The part that these quantities have. */
export function getPart<Part extends keyof Quantity>(
  name: QuantityWith<Part>,
  part: Part,
): NonNullable<Quantity[Part]> {
  return quantities[name][part] as NonNullable<Quantity[Part]>
}

/** ACVPU: alert, new confusion, responds to voice, to pain, unresponsive. */
export const consciousnessLevels = ['A', 'C', 'V', 'P', 'U'] as const

/** The values of a reading that are no numbers. */
export type CodedName = 'marker' | 'beyond' | 'consciousness' | 'oxygen'

type ReadingKindFields = {
  needs: readonly (QuantityName | CodedName)[]
  may: readonly (QuantityName | CodedName)[]
  needsOne?: true
  isVitalSign?: true
  isByDevice?: true
}

/**
 * The kinds of measurement, each with the fields it needs and those it may have; with `needsOne`, one of these is
 * needed. A message with several measurements (a watch sends pulse, pressure and temperature together) is several
 * readings. `oxygen` is whether the person was breathing supplemental oxygen. A fall and a call for help are readings
 * too: they happened at a time, to the person who wore the device, and are stored once. `isByDevice`: only a device can
 * notice it.
 */
const describedKinds = {
  blood_pressure: { needs: ['systolic', 'diastolic'], may: ['map', 'pulse'], isVitalSign: true },
  spo2: { needs: ['spo2'], may: ['pulse', 'pi', 'oxygen'], isVitalSign: true },
  pulse: { needs: ['pulse'], may: [], isVitalSign: true },
  temperature: { needs: ['temperature'], may: [], isVitalSign: true },
  respiration: { needs: ['respiration_rate'], may: [], isVitalSign: true },
  consciousness: { needs: ['consciousness'], may: ['oxygen'], isVitalSign: true },
  gcs: {
    needs: [],
    may: ['gcs', 'gcs_eye', 'gcs_verbal', 'gcs_motor'],
    needsOne: true,
    isVitalSign: true,
  },
  etco2: { needs: ['etco2'], may: [], isVitalSign: true },
  glucose: { needs: ['blood_glucose'], may: ['marker', 'beyond'], isVitalSign: true },
  pain_score: { needs: ['pain_score'], may: [], isVitalSign: true },
  body: { needs: [], may: ['weight', 'height', 'waist', 'impedance'], needsOne: true },
  activity: { needs: ['steps'], may: [] },
  sleep: { needs: ['awake', 'light', 'deep'], may: [] },
  lab: {
    needs: [],
    may: ['creatinine', 'bun', 'uric_acid', 'cholesterol', 'ldl', 'hdl', 'triglyceride'],
    needsOne: true,
  },
  position: { needs: ['lat', 'lang'], may: [], isByDevice: true },
  fall: { needs: [], may: ['lat', 'lang'], isByDevice: true },
  sos: { needs: [], may: ['lat', 'lang'], isByDevice: true },
} as const satisfies Record<string, ReadingKindFields>
export type ReadingKind = keyof typeof describedKinds
export const readingKinds: Readonly<Record<ReadingKind, ReadingKindFields>> = describedKinds
export const readingKindNames = Object.keys(describedKinds) as [ReadingKind, ...ReadingKind[]]

type KindWith<Property extends keyof ReadingKindFields> = {
  [Kind in ReadingKind]: (typeof describedKinds)[Kind] extends Record<Property, unknown> ? Kind : never
}[ReadingKind]

/** The kinds that are a vital sign. */
export const vitalSignKinds = readingKindNames.filter(
  (kind): kind is KindWith<'isVitalSign'> => readingKinds[kind].isVitalSign === true,
)

/** The kinds that can be entered by hand. */
export type ManualKind = Exclude<ReadingKind, KindWith<'isByDevice'>>
export const manualKinds = readingKindNames.filter(
  (kind): kind is ManualKind => !readingKinds[kind].isByDevice,
) as [ManualKind, ...ManualKind[]]
