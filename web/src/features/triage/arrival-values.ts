import { type Accident, accidentSources, type Input, symptomGroups, visitSources, visits } from 'contract'
import { isDay } from '../../ui/date/dates.ts'
import { createSchema, listIssues } from '../../ui/form/create-schema.ts'
import { parseTypedNumber } from '../../ui/form/parse-typed-number.ts'
import { toArabicDigits } from '../../ui/form/thai-digits.ts'
import { parseTypedInstant } from '../../ui/form/typed-time.ts'

type Arrival = Input<typeof visits.arrive>

/** What is yes, no or unknown. */
export const knownChoices = ['yes', 'no', 'unknown'] as const
type Known = (typeof knownChoices)[number]

/** An arrival as it is typed. What is hidden stays as it was, and is not sent. */
export type ArrivalValues = {
  patient_id: string
  kind: Arrival['kind']
  clinic_id: string
  vn: string
  source: `${(typeof visitSources)[number]}`
  mode: Arrival['mode']
  complaint: string
  symptom_groups: `${(typeof symptomGroups)[number]}`[]
  onset: { date: string; time: string } | null
  is_accident: boolean
  accident: {
    source: `${(typeof accidentSources)[number]}`
    place: string
    role: string
    vehicle: string
    belt: Known
    helmet: Known
    alcohol: Known
  }
  pregnancy: NonNullable<Arrival['pregnancy']>
  pregnancy_weeks: number | string
  infection_signs: NonNullable<Arrival['infection_signs']>
}

export function createArrival(patientId: string, kind: Arrival['kind']): ArrivalValues {
  return {
    patient_id: patientId,
    kind,
    clinic_id: '',
    vn: '',
    source: '1',
    mode: 'WALK',
    complaint: '',
    symptom_groups: [],
    onset: null,
    is_accident: false,
    accident: {
      source: '9',
      place: '',
      role: '',
      vehicle: '',
      belt: 'unknown',
      helmet: 'unknown',
      alcohol: 'unknown',
    },
    pregnancy: 'not_asked',
    pregnancy_weeks: '',
    infection_signs: [],
  }
}

/** What is sent. Text that is no number becomes NaN, which the contract refuses. */
export function toArrival(values: ArrivalValues): Arrival {
  const { patient_id, vn, kind, mode, complaint, pregnancy, infection_signs } = values
  const onset = readOnset(values)
  const weeks = parseTypedNumber(values.pregnancy_weeks)
  return {
    patient_id,
    vn,
    kind,
    source: toCode(visitSources, values.source) ?? 1,
    mode,
    complaint,
    symptom_groups: symptomGroups.filter((code) => values.symptom_groups.includes(`${code}`)),
    onset_at: onset === undefined ? null : new Date(onset).toISOString(),
    accident: values.is_accident ? toAccident(values.accident) : null,
    pregnancy,
    pregnancy_weeks: pregnancy === 'yes' ? (weeks === undefined ? Number.NaN : weeks) : null,
    infection_signs,
  }
}

function toAccident({ source, place, role, vehicle, ...known }: ArrivalValues['accident']): Accident {
  const code = (typed: string) => toArabicDigits(typed.trim()) || null
  const typedRole = code(role)
  return {
    source: toCode(accidentSources, source) ?? null,
    place: code(place),
    role: typedRole === null ? null : Number(typedRole),
    vehicle: code(vehicle),
    belt: toFact(known.belt),
    helmet: toFact(known.helmet),
    alcohol: toFact(known.alcohol),
  }
}

const toFact = (known: Known): boolean | null => (known === 'unknown' ? null : known === 'yes')

function toCode<Code extends number>(codes: readonly Code[], text: string): Code | undefined {
  return codes.find((code) => String(code) === text)
}

function readOnset({ onset }: ArrivalValues): number | undefined {
  return onset ? parseTypedInstant(onset.date, onset.time) : undefined
}

/** The contract's rules, with the paths of what is typed. */
export const arrivalSchema = createSchema<ArrivalValues>((values) => [
  ...(values.onset && readOnset(values) === undefined
    ? [{ path: ['onset_at'], message: isDay(values.onset.date) ? 'time-invalid' : 'date-invalid' }]
    : []),
  ...listIssues(visits.arrive.body, toArrival(values)),
])
