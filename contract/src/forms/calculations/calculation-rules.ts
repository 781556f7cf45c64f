import type { UnitLevel } from '../../ambulance/codes.ts'
import {
  computeDistances,
  listOdometerProblems,
  type OdometerStation,
  odometerStations,
} from '../../ambulance/distances.ts'
import { computeFee } from '../../ambulance/fee.ts'
import {
  dispatchCodeColours,
  severityColours,
  suggestUnitLevels,
} from '../../ambulance/mission-suggestion.ts'
import {
  computeMissionIntervals,
  listDisorderedStamps,
  type MissionTimes,
  missionIntervals,
  missionStamps,
} from '../../ambulance/mission-times.ts'
import { type AgePart, computeAge, toAgeParts, toToldAgeParts } from '../../clinical/age.ts'
import { apgarParts, computeApgar, listApgarMinutes } from '../../clinical/emergency/apgar.ts'
import { computeBurnArea, getLundBrowder, ruleOfNines } from '../../clinical/emergency/burn-area.ts'
import {
  classifyGlasgowComa,
  computeGlasgowComa,
  formatGlasgowComa,
} from '../../clinical/emergency/glasgow-coma-scale.ts'
import { classifyMorse, computeMorse, type MorseAnswers, morseItems } from '../../clinical/emergency/morse.ts'
import {
  type CylinderSize,
  computeOxygenMinutes,
  isOxygenEnough,
} from '../../clinical/emergency/oxygen-supply.ts'
import { computeQuickSofa } from '../../clinical/emergency/sepsis.ts'
import { computeStrokeScale, findStrokeWindow } from '../../clinical/emergency/stroke-score.ts'
import { computeShockIndex, computeTraumaScore } from '../../clinical/emergency/trauma-score.ts'
import { computeExactMeanPressure, computeMeanArterialPressure } from '../../clinical/map.ts'
import { classifyNews2Risk, computeNews2 } from '../../clinical/scores/news2.ts'
import { toBangkokDay } from '../../clinical/shifts.ts'
import { listExtraPrices } from '../fee-fields.ts'
import {
  checkAntibiotic,
  checkAspirin,
  checkEnergy,
  checkNamedDrug,
  checkRow,
  describeDoses,
  describeEnergies,
} from './dose-phrases.ts'
import { describeFieldTriage, describeFieldTriageCourse } from './field-triage-phrases.ts'
import { writeFindings } from './findings.ts'
import { describeLimbCheck, describeLimbChecks } from './limb-checks.ts'
import { type Calculated, calculated, type InputReader, type Phrase } from './phrases.ts'
import { readComa, readConsciousness, usesOxygen } from './readers.ts'
import { describeLowerRisk, readSuggestedRisk } from './referral-phrases.ts'
import {
  checkLastVitals,
  checkVitalsBeforeLeaving,
  checkVitalsOnTheWay,
  describeVitalsInterval,
  sumFluidRows,
} from './transport-phrases.ts'
import { describeCourse, describeCourseRow } from './vitals-course.ts'

/** `inputs`: the names under which a form may have what the rule reads. Nothing is computed from what is missing. */
type Rule = {
  /** What the rule reads too, and older versions of a form do not have. */
  readonly alsoReads?: readonly string[]
  /** It helps whoever writes and says nothing about the patient: it stands in no record that is complete. */
  readonly isHint?: true
  /** It goes by what a risk asks for at this hospital. */
  readonly readsPlans?: true
  /** It goes by the drugs of this hospital. */
  readonly readsDrugs?: true
  readonly inputs: readonly string[]
  readonly compute: (read: InputReader) => Calculated | null
}

const neuro = ['eye', 'verbal', 'motor'] as const
/** The inputs of the risk that come from the rows of vital signs and from the patient. */
const measuredRiskInputs = [
  'systolic',
  'diastolic',
  ...neuro,
  'oxygen_device',
  'oxygen_flow',
  'rhythm',
  'age_years',
  'age_months',
  'pregnancy',
] as const
/** What field triage goes by. */
const fieldTriageReads = {
  inputs: [
    'red_signs',
    'yellow_signs',
    'fall_height',
    'motor',
    'respiration_rate',
    'spo2',
    'systolic',
    'pulse',
    'age_years',
    'age_months',
  ],
  alsoReads: ['vitals', 'chest', 'airway_care', 'bleeding_care', 'trapped_minutes'],
} as const

const riskInputs = ['risk_signs', 'has_secure_airway', ...measuredRiskInputs] as const

function scoreNewborn(read: (name: string) => unknown): number | null {
  const score = (part: string) => {
    const given = read(`apgar_${part}`)
    return typeof given === 'string' ? (Number(given) as 0 | 1 | 2) : null
  }
  return computeApgar({
    appearance: score('appearance'),
    pulse: score('pulse'),
    grimace: score('grimace'),
    activity: score('activity'),
    respiration: score('respiration'),
  })
}

/** A code without its number is not the one of the protocol. */
function describeCode(
  key: string,
  code: { group: string | undefined | null; colour: string | null; number: number | null },
): Calculated | null {
  const { group, number } = code
  const colour = dispatchCodeColours.find((one) => one === code.colour)
  if (group == null || colour === undefined || number === null) return null
  const values = { group, colour: [{ key: `code-colour.${colour}` }], number }
  return calculated(false, { key, values: { code: [{ key: 'code', values }] } })
}

function describeAge([part]: readonly AgePart[], isEstimated: boolean): Calculated | null {
  if (!part) return null
  const values = { age: [{ key: `age.${part.unit}`, values: { count: part.count } }] }
  return calculated(false, { key: isEstimated ? 'age-estimated' : 'age-exact', values })
}

const readToldAge = (read: InputReader): AgePart[] =>
  toToldAgeParts({
    years: read.number('age_years'),
    months: read.number('age_months'),
    days: read.number('age_days'),
  })

/** A score is written with so many decimals. */
const formatDecimals = (value: number, decimals: number) => value.toFixed(decimals)

export const calculationRules = {
  gcs: {
    inputs: neuro,
    compute(read) {
      const coma = readComa(read)
      if (coma.eye === null && coma.verbal === null && coma.motor === null) return null
      const parts = formatGlasgowComa(coma)
      const total = computeGlasgowComa(coma)
      if (total === null) return calculated(false, { key: 'gcs-parts', values: { parts } })
      const severity = classifyGlasgowComa(total)
      return calculated(severity !== 'MILD', {
        key: 'gcs',
        values: { total, parts, severity: [{ key: `gcs-severity.${severity}` }] },
      })
    },
  },

  map: {
    inputs: ['systolic', 'diastolic'],
    compute(read) {
      const [systolic, diastolic] = [read.number('systolic'), read.number('diastolic')]
      if (systolic === null || diastolic === null || diastolic > systolic) return null
      const value = computeMeanArterialPressure(systolic, diastolic)
      return calculated(computeExactMeanPressure(systolic, diastolic) < 65, { key: 'map', values: { value } })
    },
  },

  'shock-index': {
    inputs: ['pulse', 'systolic', 'age_years', 'age_months'],
    compute(read) {
      const index = computeShockIndex(
        { pulse: read.number('pulse'), systolic: read.number('systolic') },
        read.age(),
      )
      if (index === null) return null
      const { value, isHigh } = index
      return calculated(isHigh === true, {
        key: isHigh ? 'shock-index-high' : 'shock-index',
        values: { value: formatDecimals(value, 2) },
      })
    },
  },

  rts: {
    inputs: [...neuro, 'systolic', 'respiration_rate'],
    compute(read) {
      const score = computeTraumaScore({
        gcs: computeGlasgowComa(readComa(read)),
        systolic: read.number('systolic'),
        respiration_rate: read.number('respiration_rate'),
      })
      if (score === null) return null
      return calculated(score.triage < 12, {
        key: 'rts',
        values: { triage: score.triage, revised: formatDecimals(score.revised, 4) },
      })
    },
  },

  news2: {
    inputs: [
      'respiration_rate',
      'spo2',
      'oxygen_device',
      'systolic',
      'pulse',
      'consciousness',
      'temperature',
      'age_years',
      'age_months',
      'pregnancy',
    ],
    compute(read) {
      const age = read.age()
      // Not for children nor in pregnancy.
      if ((age !== null && age.years < 16) || read.text('pregnancy') === 'YES') return null
      const score = computeNews2({
        respiration_rate: read.number('respiration_rate'),
        spo2: read.number('spo2'),
        oxygen: usesOxygen(read.text('oxygen_device')),
        systolic: read.number('systolic'),
        pulse: read.number('pulse'),
        consciousness: readConsciousness(read),
        temperature: read.number('temperature'),
      })
      if (score === null) return null
      const risk = classifyNews2Risk(score)
      return calculated(risk !== 'low', {
        key: 'news2',
        values: { total: score.total, risk: [{ key: `news2-risk.${risk}` }] },
      })
    },
  },

  qsofa: {
    inputs: [...neuro, 'respiration_rate', 'systolic', 'consciousness'],
    compute(read) {
      const values = {
        respiration_rate: read.number('respiration_rate'),
        systolic: read.number('systolic'),
        gcs: computeGlasgowComa(readComa(read)),
        consciousness: readConsciousness(read),
      }
      if (Object.values(values).every((value) => value === null)) return null
      const { total, isPositive, findings } = computeQuickSofa(values)
      const key = isPositive === null ? 'qsofa-open' : isPositive ? 'qsofa-positive' : 'qsofa-negative'
      return calculated(isPositive === true, { key, values: { total } }, ...writeFindings(findings))
    },
  },

  'field-triage': {
    ...fieldTriageReads,
    compute: describeFieldTriage,
  },

  'field-triage-course': {
    ...fieldTriageReads,
    compute: describeFieldTriageCourse,
  },

  cpss: {
    inputs: ['face', 'arm', 'speech'],
    compute(read) {
      const found = { face: read.flag('face'), arm: read.flag('arm'), speech: read.flag('speech') }
      if (found.face === null && found.arm === null && found.speech === null) return null
      const { isPositive } = computeStrokeScale(found)
      if (isPositive === null) return null
      return calculated(isPositive, { key: isPositive ? 'cpss-positive' : 'cpss-negative' })
    },
  },

  'stroke-window': {
    inputs: ['last_known_well', 'at_hospital', 'back_at_base'],
    compute(read) {
      const well = read.text('last_known_well')
      // On the way it is the present that counts; what was open at the arrival stays so on the record.
      const at = read.text('at_hospital') ?? read.text('back_at_base') ?? read.now
      if (well === null || at === null) return null
      const found = findStrokeWindow(well, at)
      if (found === null) return null
      const { sinceMs, window, until } = found
      return calculated(window !== 'CLOSED', {
        key: `stroke-window.${window}`,
        values: {
          since: { minutes: Math.floor(sinceMs / 60_000) },
          ...(until && { until: { instant: until } }),
        },
      })
    },
  },

  /** Without a glucose and a blood pressure a stroke is not told from what looks like one. */
  'stroke-values': {
    inputs: ['blood_glucose', 'beyond', 'systolic'],
    compute(read) {
      const lacks = [
        ...(read.number('blood_glucose') === null && read.text('beyond') === null ? ['blood_glucose'] : []),
        ...(read.number('systolic') === null ? ['systolic'] : []),
      ]
      if (lacks.length === 0) return null
      return calculated(
        true,
        ...lacks.map((of) => ({ key: 'not-measured', values: { what: [{ key: `measure.${of}` }] } })),
      )
    },
  },

  /** The first medical contact is when the crew is with the patient; the ECG follows within 10 minutes. */
  'first-contact': {
    inputs: ['at_patient', 'ecg_at'],
    compute(read) {
      const [contact, ecg] = [read.text('at_patient'), read.text('ecg_at')]
      if (contact === null) return null
      const at: Phrase = { key: 'first-contact', values: { at: { instant: contact } } }
      const minutes = ecg === null ? -1 : Math.floor((Date.parse(ecg) - Date.parse(contact)) / 60_000)
      if (minutes < 0) return calculated(false, at)
      return calculated(minutes > 10, at, { key: 'contact-to-ecg', values: { time: { minutes } } })
    },
  },

  apgar: {
    inputs: apgarParts.map((part) => `apgar_${part}`),
    compute(read) {
      const total = scoreNewborn(read.text)
      if (total === null) return null
      return calculated(total < 7, { key: total < 7 ? 'apgar-low' : 'apgar', values: { total } })
    },
  },

  /** Twins are scored one by one. */
  'several-newborns': {
    inputs: ['newborns'],
    compute(read) {
      const { length: count } = read.rows('newborns')
      return count > 1 ? calculated(true, { key: 'several-newborns', values: { count } }) : null
    },
  },

  /** A newborn with a low score at five minutes is scored again at ten. */
  'apgar-due': {
    inputs: ['apgars'],
    compute(read) {
      const rows = read.rows('apgars').map(([, row]) => row)
      const newborns = [...new Set(rows.map((row) => row['apgar_newborn']))]
      const phrases = newborns.flatMap((newborn): Phrase[] => {
        const own = rows.filter((row) => row['apgar_newborn'] === newborn)
        const atFive = own.findLast((row) => row['apgar_minute'] === '5')
        const minutes = listApgarMinutes(atFive ? scoreNewborn((part) => atFive[part]) : null)
        if (!minutes.includes(10) || own.some((row) => row['apgar_minute'] === '10')) return []
        return typeof newborn === 'string'
          ? [{ key: 'apgar-due-of', values: { newborn } }]
          : [{ key: 'apgar-due' }]
      })
      return phrases.length > 0 ? calculated(true, ...phrases) : null
    },
  },

  'burn-area': {
    inputs: ['burn_regions', 'child_burn_regions', 'burn_palms', 'age_years', 'age_months'],
    compute(read) {
      const sum = <Region extends string>(field: string, region: string) => {
        const burned: { [Name in Region]?: number } = {}
        for (const [, row] of read.rows(field)) {
          const [name, percent] = [row[region] as Region | undefined, row['burned_percent']]
          if (name && typeof percent === 'number')
            burned[name] = Math.min(1, (burned[name] ?? 0) + percent / 100)
        }
        return burned
      }
      const [adult, child] = [
        sum('burn_regions', 'burn_region'),
        sum('child_burn_regions', 'child_burn_region'),
      ]
      const palms = read.number('burn_palms')
      const isChild = Object.keys(child).length > 0
      if (!isChild && Object.keys(adult).length === 0 && palms === null) return null
      const area = isChild
        ? computeBurnArea(child, getLundBrowder(read.age()), palms ?? 0)
        : computeBurnArea(adult, ruleOfNines, palms ?? 0)
      // A burn on both charts would count twice.
      const isOnBoth = isChild && Object.keys(adult).length > 0
      return calculated(
        isOnBoth,
        { key: 'burn-area', values: { area } },
        ...(isOnBoth ? [{ key: 'burn-on-both' }] : []),
      )
    },
  },

  oxygen: {
    inputs: ['cylinder', 'oxygen_psi', 'planned_flow', 'trip_minutes'],
    compute(read) {
      const [size, psi, flow] = [
        read.text('cylinder'),
        read.number('oxygen_psi'),
        read.number('planned_flow'),
      ]
      if (size === null || psi === null || flow === null) return null
      const minutes = computeOxygenMinutes({ size: size as CylinderSize, psi, flow })
      if (minutes === null) return null
      const trip = read.number('trip_minutes')
      const lasts: Phrase = { key: 'oxygen', values: { time: { minutes } } }
      if (trip === null) return calculated(false, lasts)
      const isEnough = isOxygenEnough(minutes, trip)
      return calculated(!isEnough, lasts, { key: isEnough ? 'oxygen-enough' : 'oxygen-short' })
    },
  },

  morse: {
    inputs: morseItems.map((item) => `morse_${item}`),
    compute(read) {
      const answers = Object.fromEntries(morseItems.map((item) => [item, read.text(`morse_${item}`)]))
      const total = computeMorse(answers as { [Item in keyof MorseAnswers]: MorseAnswers[Item] | null })
      if (total === null) return null
      const risk = classifyMorse(total)
      return calculated(risk === 'HIGH', {
        key: 'morse',
        values: { total, risk: [{ key: `morse-risk.${risk}` }] },
      })
    },
  },

  /** The code of a call in the national dispatch protocol: symptom group, colour and number. */
  'dispatch-code': {
    inputs: ['idc_group', 'idc_colour', 'idc_number'],
    compute: (read) =>
      describeCode('dispatch-code', {
        group: read.text('idc_group') ?? read.list('idc_group')?.[0],
        colour: read.text('idc_colour'),
        number: read.number('idc_number'),
      }),
  },

  /** The code of the patient as the crew finds them. */
  'response-code': {
    inputs: ['rc_group', 'rc_colour', 'rc_number'],
    compute: (read) =>
      describeCode('response-code', {
        group: read.text('rc_group'),
        colour: read.text('rc_colour'),
        number: read.number('rc_number'),
      }),
  },

  /** A reference beside the row, while somebody writes it. */
  'unit-suggestion': {
    inputs: ['colour', 'unit_level'],
    isHint: true,
    compute(read) {
      const colour = severityColours.find((one) => one === read.text('colour'))
      const [best, other] = colour ? suggestUnitLevels(colour) : []
      if (!best) return null
      const name = (value: UnitLevel) => ({ option: 'unit-level', value }) as const
      const chosen = read.text('unit_level')
      return calculated(chosen !== null && chosen !== best && chosen !== other, {
        key: other ? 'unit-suggestion-two' : 'unit-suggestion',
        values: { best: name(best), ...(other && { other: name(other) }) },
      })
    },
  },

  dose: {
    inputs: ['drug', 'weight_kg', 'age_years', 'age_months'],
    isHint: true,
    readsDrugs: true,
    compute: describeDoses,
  },

  'dose-check': {
    inputs: [
      'drug',
      'dose',
      'dose_unit',
      'route',
      'given_at',
      'drugs',
      'weight_kg',
      'age_years',
      'age_months',
      'allergies',
    ],
    alsoReads: ['known_allergies', 'pregnancy'],
    readsDrugs: true,
    compute: checkRow,
  },

  'allergy-check': {
    inputs: ['drug_name', 'allergies'],
    alsoReads: ['known_allergies'],
    compute: checkNamedDrug,
  },

  'aspirin-check': {
    inputs: ['aspirin_given', 'allergies'],
    alsoReads: ['known_allergies'],
    compute: checkAspirin,
  },

  'antibiotic-check': {
    inputs: ['antibiotic_given', 'antibiotic', 'allergies'],
    alsoReads: ['known_allergies'],
    compute: checkAntibiotic,
  },

  'limb-check': {
    inputs: ['limb_checks'],
    compute: describeLimbCheck,
  },

  'limb-checks': {
    inputs: ['limb_checks', 'is_restrained', 'handed_over', 'back_at_base'],
    compute: describeLimbChecks,
  },

  /** A reference beside the row, while somebody writes it. */
  'shock-energy': {
    inputs: ['weight_kg', 'age_years', 'age_months'],
    isHint: true,
    compute: describeEnergies,
  },

  'energy-check': {
    inputs: [
      'energy',
      'is_synchronised',
      'shocked_at',
      'shocks',
      'vitals',
      'weight_kg',
      'age_years',
      'age_months',
    ],
    compute: checkEnergy,
  },

  'referral-risk': {
    inputs: riskInputs,
    compute(read) {
      const found = readSuggestedRisk(read)
      if (found === null) return null
      return calculated(
        found.level === 'U' || found.level === 'H',
        { key: 'referral-risk', values: { level: { option: 'referral-risk', value: found.level } } },
        ...writeFindings(found.findings),
      )
    },
  },

  'lower-risk': {
    inputs: ['risk', ...riskInputs],
    compute: (read) => describeLowerRisk(read, readSuggestedRisk(read)),
  },

  intervals: {
    inputs: missionStamps,
    compute(read) {
      const times: MissionTimes = Object.fromEntries(missionStamps.map((stamp) => [stamp, read.text(stamp)]))
      const intervals = computeMissionIntervals(times)
      const disordered = listDisorderedStamps(times)
      const phrases: Phrase[] = [
        ...missionIntervals
          // It is the transport, which the official sheet prints twice.
          .filter((interval) => interval !== 'hospital')
          .flatMap((interval) => {
            const ms = intervals[interval]
            return ms === null
              ? []
              : [{ key: `interval.${interval}`, values: { time: { seconds: Math.floor(ms / 1_000) } } }]
          }),
        ...disordered.map(({ stamp, before }) => ({
          key: 'disordered',
          values: { stamp: [{ key: `stamp.${stamp}` }], before: [{ key: `stamp.${before}` }] },
        })),
      ]
      return phrases.length > 0 ? calculated(disordered.length > 0, ...phrases) : null
    },
  },

  distances: {
    inputs: odometerStations.map((station) => `odometer_${station}`),
    compute(read) {
      const odometer = Object.fromEntries(
        odometerStations.map((station) => [station, read.number(`odometer_${station}`)]),
      ) as Record<OdometerStation, number | null>
      const problems = listOdometerProblems(odometer)
      const phrases: Phrase[] = [
        ...Object.entries(computeDistances(odometer)).flatMap(([part, km]) =>
          km === null ? [] : [{ key: `distance.${part}`, values: { km } }],
        ),
        ...problems.map(({ station, problem }) => ({
          key: `odometer-${problem}`,
          values: { station: [{ key: `station.${station}` }] },
        })),
      ]
      return phrases.length > 0 ? calculated(problems.length > 0, ...phrases) : null
    },
  },

  /** How old somebody is: in years, a baby in months, a newborn in days. */
  age: {
    inputs: ['age_years', 'age_months', 'age_days', 'is_age_estimated'],
    compute: (read) => describeAge(readToldAge(read), read.flag('is_age_estimated') === true),
  },

  /** The same on the day of a call, by the date of birth if there is one. */
  'age-at-call': {
    inputs: ['date_of_birth', 'received_at', 'age_years', 'age_months', 'age_days', 'is_age_estimated'],
    compute(read) {
      const [birth, call] = [read.text('date_of_birth'), read.text('received_at')]
      if (birth === null) return describeAge(readToldAge(read), read.flag('is_age_estimated') === true)
      if (call === null) return null
      const day = toBangkokDay(call)
      return birth > day
        ? calculated(true, { key: 'born-after-call' })
        : describeAge(toAgeParts(computeAge(birth, day)), false)
    },
  },

  'changed-price': {
    inputs: ['price', 'list_price'],
    alsoReads: ['km_rate', 'list_km_rate'],
    compute(read) {
      const phrases = [
        { key: 'changed-price', stated: 'price', listed: 'list_price' },
        { key: 'changed-km-rate', stated: 'km_rate', listed: 'list_km_rate' },
      ].flatMap(({ key, stated, listed }): Phrase[] => {
        const [own, list] = [read.number(stated), read.number(listed)]
        if (own === null || list === null || own === list) return []
        return [{ key, values: { list: formatDecimals(list, 2) } }]
      })
      return phrases.length > 0 ? calculated(true, ...phrases) : null
    },
  },

  /** The kilometres of the odometer beside those that are charged. */
  'fee-km': {
    inputs: ['fee_km', 'km_rate', 'odometer_base', 'odometer_back'],
    compute(read) {
      const [base, back] = [read.number('odometer_base'), read.number('odometer_back')]
      const { total: driven } = computeDistances({ base, back })
      if (driven === null) return null
      const [charged, rate] = [read.number('fee_km'), read.number('km_rate')]
      const doubt =
        charged === null ? (rate ? 'km-not-charged' : null) : charged > driven ? 'km-above-odometer' : null
      return calculated(
        doubt !== null,
        { key: 'driven-km', values: { km: driven } },
        ...(doubt ? [{ key: doubt }] : []),
      )
    },
  },

  discount: {
    inputs: ['discount'],
    compute(read) {
      const discount = read.number('discount') ?? 0
      return discount > 0 ? calculated(true, { key: 'discount-needs-reason' }) : null
    },
  },

  fee: {
    inputs: ['price', 'fee_km', 'km_rate', 'extras', 'discount'],
    compute(read) {
      const price = read.number('price')
      if (price === null) return null
      const extras = listExtraPrices(read.rows('extras'))
      const [km, rate] = [read.number('fee_km') ?? 0, read.number('km_rate') ?? 0]
      const discount = read.number('discount') ?? 0
      const { subtotal, total, distance } = computeFee({ price, km, km_rate: rate, extras, discount })
      return calculated(
        discount > subtotal,
        { key: 'fee', values: { total: formatDecimals(total, 2), distance: formatDecimals(distance, 2) } },
        ...(discount > subtotal ? [{ key: 'discount-too-large' }] : []),
      )
    },
  },

  'vitals-interval': {
    inputs: ['vitals', 'measured_at', 'left_scene', 'risk_found', 'risk_referred'],
    readsPlans: true,
    compute: describeVitalsInterval,
  },

  'vitals-before-leaving': {
    inputs: ['vitals', 'left_scene'],
    compute: checkVitalsBeforeLeaving,
  },

  'vitals-on-the-way': {
    inputs: ['vitals', 'left_scene', 'at_hospital', 'handed_over'],
    compute: checkVitalsOnTheWay,
  },

  'last-vitals': {
    inputs: ['vitals', 'left_scene', 'at_hospital', 'handed_over', 'risk_found', 'risk_referred'],
    readsPlans: true,
    compute: checkLastVitals,
  },

  'vitals-course-row': {
    inputs: ['vitals', 'measured_at', ...measuredRiskInputs],
    readsPlans: true,
    compute: describeCourseRow,
  },

  'vitals-course': {
    inputs: [
      'vitals',
      'left_scene',
      'at_hospital',
      'handed_over',
      'back_at_base',
      'is_transported',
      ...measuredRiskInputs,
    ],
    readsPlans: true,
    compute: describeCourse,
  },

  'fluid-rows': {
    inputs: ['fluids', 'outputs'],
    compute: sumFluidRows,
  },

  'fluid-balance': {
    inputs: ['fluids_in', 'fluids_out'],
    compute(read) {
      const [given, lost] = [read.number('fluids_in'), read.number('fluids_out')]
      if (given === null || lost === null) return null
      const balance = given - lost
      return calculated(false, {
        key: 'fluid-balance',
        values: { balance: balance > 0 ? `+${balance}` : String(balance) },
      })
    },
  },
} satisfies Record<string, Rule>

const rules: Readonly<Record<string, Rule>> = calculationRules
export const isHint = (rule: keyof typeof calculationRules): boolean => rules[rule]?.isHint === true
export const readsPlans = (rule: keyof typeof calculationRules): boolean => rules[rule]?.readsPlans === true
export const readsDrugs = (rule: keyof typeof calculationRules): boolean => rules[rule]?.readsDrugs === true
