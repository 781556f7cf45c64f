import type {
  Allergy,
  arrivalModes,
  Gender,
  identityKinds,
  PatientSection,
  relationships,
  riskBehaviors,
  TriageDecision,
  TriageLevel,
  TriageOverride,
  visitSources,
} from 'contract'
import type { WardCode } from './hospital.ts'
import { places } from './places.ts'
import type { StaffKey } from './staff.ts'

/** How long ago, in days; fractions are hours. */
export type Days = number
export const yearsToDays = (count: number): Days => Math.round(count * 365.25)

type Recorded = { since: Days | null; ended?: { ago: Days; by: StaffKey } }
export type DiseaseEntry = Recorded & { code: string; note: string | null }
export type AllergyEntry = Recorded &
  Pick<Allergy, 'kind' | 'substance' | 'severity' | 'certainty'> & { reaction: string }
export type MedicationEntry = Recorded & { name: string; dose: string; route: string; frequency: string }

export type Stay = {
  ward: WardCode
  bed: string
  disease: string
  admitted: Days
  discharged: Days | null
  from: 'ER' | 'OPD'
}

type Arrival = {
  minutesAgo: number
  complaint: string
  mode: (typeof arrivalModes)[number]
  source: (typeof visitSources)[number]
}

/** What the nurse of the emergency room found, by which the level is set. */
export type TriageStory = Pick<
  TriageDecision,
  'life_saving' | 'high_risk' | 'resources' | 'values' | 'fast_tracks' | 'infection_signs'
> & {
  /** Why whoever is admitted came; who came today said so at the arrival. */
  complaint: string | null
  is_accident: boolean
  /** Null if there is no pregnancy. */
  pregnancy_weeks: number | null
  /** Another level than the one that is suggested, and why. */
  override: { level: TriageLevel; reason: TriageOverride } | null
  /** What was measured of whoever came today since then. */
  later: { minutesAgo: number; values: TriageDecision['values'] } | null
}

/** One field before and after a change; the new value is in the record, unless it was changed again. */
export type Change = {
  ago: Days
  by: StaffKey
  section: PatientSection
  field: string
  from: unknown
  to: unknown
}

export type Home = {
  house: string
  village: string | null
  soi: string | null
  road: string | null
  subDistrict: string | null
  at: [number, number] | null
}

export type Persona = {
  title: string
  name: string
  surname: string
  nameEn: string | null
  surnameEn: string | null
  gender: Gender
  /** A date; or days ago for patients whose age matters to their story. */
  born: string | { days: Days } | null
  identity: (typeof identityKinds)[number]
  passport: string | null
  migrantCard: { kind: string; number: string } | null
  appearance: string | null
  nationality: string | null
  skin: string | null
  /** Null if they have none; if left out, one is made up. */
  mobile?: string | null
  kin: { relationship: (typeof relationships)[number]; name: string; phone?: string } | null
  home: Home | null
  /** Height and waist in cm, weight in kg. */
  body: { height: number | null; weight: number | null; waist: number | null; blood: string | null }
  risks: (typeof riskBehaviors)[number][]
  diseases: DiseaseEntry[]
  /** 'none known' is an answer; an empty list means that nobody has asked yet. */
  allergies: AllergyEntry[] | 'none known'
  medication: MedicationEntry[]
  registered: Days
  visits: Days[]
  stays: Stay[]
  /** The triage of the visit that led to the open stay, or of today's visit. */
  triage: TriageStory | null
  /** Came to the emergency room and is still there. */
  today: Arrival | null
  notify: 'default' | 'disabled'
  changes: Change[]
}

const maleTitles = ['นาย', 'ด.ช.', 'พระ', 'สามเณร', 'Mr.']

const commonFacts = {
  identity: 'national_id',
  passport: null,
  migrantCard: null,
  appearance: null,
  nationality: 'THA',
  skin: 'medium',
  kin: null,
  home: null,
  body: { height: null, weight: null, waist: null, blood: null },
  risks: [],
  diseases: [],
  allergies: [],
  medication: [],
  visits: [],
  stays: [],
  triage: null,
  today: null,
  notify: 'default',
  changes: [],
} satisfies Partial<Persona>

const toWords = (name: string) => name.replaceAll('_', ' ')

/** `thai` is "title name surname", `english` "name surname". `_` stands for a blank within a name. */
export function createPersona(
  thai: string,
  english: string | null,
  facts: Partial<Persona> & Pick<Persona, 'born' | 'registered'>,
): Persona {
  const [title = '', name = '', ...surname] = thai.split(' ')
  const [nameEn, ...surnameEn] = english?.split(' ') ?? []
  const gender = maleTitles.includes(title) ? 'male' : 'female'
  return {
    ...commonFacts,
    title,
    name: toWords(name),
    surname: surname.join(' '),
    nameEn: nameEn ? toWords(nameEn) : null,
    surnameEn: surnameEn.join(' ') || null,
    gender,
    ...facts,
  }
}

export const createPassport = (number: string, nationality: string) =>
  ({ identity: 'passport', passport: number, nationality }) as const

export const createMigrantCard = (number: string, kind: string, nationality: string) =>
  ({ identity: 'migrant', migrantCard: { kind, number }, nationality }) as const

export function createHome(
  subDistrict: string,
  house: string,
  village: string | null,
  { soi = null, road = null }: Partial<Pick<Home, 'soi' | 'road'>> = {},
): Home {
  return { house, village, soi, road, subDistrict, at: places[subDistrict] ?? null }
}

export const createKin = (relationship: (typeof relationships)[number], name: string, phone?: string) =>
  phone ? { relationship, name, phone } : { relationship, name }

export const createBody = (height: number, weight: number, waist: number | null, blood: string) => ({
  height,
  weight,
  waist,
  blood,
})

export const createDisease = (
  code: string,
  since: Days | null = null,
  note: string | null = null,
): DiseaseEntry => ({
  code,
  since,
  note,
})

const createAllergyKind =
  (kind: Allergy['kind']) =>
  (
    substance: string,
    {
      since = null,
      ...found
    }: {
      severity: Allergy['severity']
      reaction: string
      certainty: Allergy['certainty']
      since?: Days | null
    },
  ): AllergyEntry => ({ kind, substance, ...found, since })

export const createDrugAllergy = createAllergyKind('drug')
export const createFoodAllergy = createAllergyKind('food')
export const createEnvironmentAllergy = createAllergyKind('environment')

export const createDrug = (
  name: string,
  { since = null, ...given }: { dose: string; route: string; frequency: string; since?: Days | null },
): MedicationEntry => ({ name, ...given, since })

export const endEntry = <Entry extends Recorded>(entry: Entry, ago: Days, by: StaffKey): Entry => ({
  ...entry,
  ended: { ago, by },
})

export const createStay = (
  ward: WardCode,
  bed: string,
  { from = 'ER', ...stay }: { disease: string; admitted: Days; from?: Stay['from'] },
): Stay => ({ ward, bed, ...stay, discharged: null, from })

export const dischargeStay = (stay: Stay, discharged: Days): Stay => ({ ...stay, discharged })

export const createChange = (
  ago: Days,
  by: StaffKey,
  change: { section: PatientSection; field: string; from: unknown; to: unknown },
): Change => ({ ago, by, ...change })

type Measured = number | null

/** They stand in the order in which a nurse says them: pressure, pulse, respiration, SpO₂ on air, temperature, pain. */
type SaidVitals = readonly [
  systolic: Measured,
  diastolic: Measured,
  pulse: number,
  respiration_rate: number,
  spo2: number,
  temperature: number,
  pain_score: Measured,
]

type Found = Partial<Omit<TriageStory, 'values'>> &
  Pick<TriageDecision['values'], 'consciousness' | 'blood_glucose'>

/** What is not said was looked for and is not there; nobody has said which resources are expected. */
export function createTriage(
  [systolic, diastolic, pulse, respiration_rate, spo2, temperature, pain_score]: SaidVitals,
  { consciousness = 'A', blood_glucose = null, ...found }: Found,
): TriageStory {
  return {
    complaint: null,
    is_accident: false,
    infection_signs: ['NONE'],
    pregnancy_weeks: null,
    life_saving: ['NONE'],
    high_risk: ['NONE'],
    resources: null,
    fast_tracks: ['NONE'],
    override: null,
    later: null,
    ...found,
    values: {
      ...(systolic !== null && { systolic }),
      ...(diastolic !== null && { diastolic }),
      pulse,
      respiration_rate,
      spo2,
      oxygen: false,
      temperature,
      consciousness,
      ...(pain_score !== null && { pain_score }),
      ...(blood_glucose !== null && { blood_glucose }),
    },
  }
}
