import {
  type CrewPlace,
  standardTransportPlans,
  type TransportPlan,
} from '../../ambulance/mission-suggestion.ts'
import { computeGlasgowComa, type GlasgowComa } from '../../clinical/emergency/glasgow-coma-scale.ts'
import {
  compareReferralRisks,
  type ReferralRisk,
  type ReferralSign,
  type ReferralSuggestion,
  referralRisks,
  suggestReferralRisk,
} from '../../clinical/emergency/referral-risk.ts'
import { computeNews2 } from '../../clinical/news2.ts'
import type { consciousnessLevels } from '../../clinical/vital-signs.ts'
import { sortMeasured } from '../answers.ts'
import { type Calculated, calculated, type InputReader, type Phrase } from './phrases.ts'

/** How the coma scale is read from the answers. */
type ReadComa = (read: InputReader) => GlasgowComa
/** Whether a device gives oxygen; null if nobody has said which there is. */
type UsesOxygen = (device: string | null) => boolean | null

/** NEWS2 of the newest set of values, which have to be of one time; null for a child, in pregnancy, and while a value is missing. */
function computeNewestNews2(read: InputReader, usesOxygen: UsesOxygen): number | null {
  const age = read.age()
  const newest = sortMeasured(read.rows('vitals')).at(-1)?.[1]
  if (!newest || age === null || age.years < 16 || read.text('pregnancy') === 'YES') return null
  const number = (name: string) => (typeof newest[name] === 'number' ? newest[name] : null)
  const readText = (name: string) => (typeof newest[name] === 'string' ? newest[name] : null)
  const score = computeNews2({
    respiration_rate: number('respiration_rate'),
    spo2: number('spo2'),
    oxygen: usesOxygen(readText('oxygen_device')),
    systolic: number('systolic'),
    pulse: number('pulse'),
    consciousness: readText('consciousness') as (typeof consciousnessLevels)[number] | null,
    temperature: number('temperature'),
  })
  return score?.total ?? null
}

/** The risk that the signs and the newest values suggest. */
export function readSuggestedRisk(
  read: InputReader,
  readComa: ReadComa,
  usesOxygen: UsesOxygen,
): ReferralSuggestion | null {
  const signs = read.list('risk_signs')?.filter((sign) => sign !== 'NONE') ?? null
  return suggestReferralRisk({
    signs: signs as ReferralSign[] | null,
    values: {
      systolic: read.number('systolic'),
      diastolic: read.number('diastolic'),
      map: null,
      gcs: computeGlasgowComa(readComa(read)),
      news2: computeNewestNews2(read, usesOxygen),
      oxygen_flow: read.number('oxygen_flow'),
    },
    isAirwaySecured: read.flag('has_secure_airway'),
    age: read.age(),
    usesPaediatricPressure: true,
  })
}

const readRisk = (read: InputReader): ReferralRisk | null =>
  referralRisks.find((risk) => risk === read.text('risk')) ?? null

/** Marked if the risk that was chosen is lower than the suggested one. */
export function describeLowerRisk(
  read: InputReader,
  suggested: ReferralSuggestion | null,
): Calculated | null {
  const risk = readRisk(read)
  if (risk === null || suggested === null || compareReferralRisks(risk, suggested.level) <= 0) return null
  return calculated(true, {
    key: 'lower-risk',
    values: { level: { option: 'referral-risk', value: suggested.level } },
  })
}

/** Who goes along with a referral of the chosen risk, and with what. */
export function describeTransportPlan(read: InputReader): Calculated | null {
  const risk = readRisk(read)
  if (risk === null) return null
  const { crew, besides, unit, kit, vitalsMinutes } = standardTransportPlans[risk]
  return calculated(
    false,
    { key: 'transport.unit', values: { level: { option: 'unit-level', value: unit } } },
    ...crew.map((place, i) => describePlace(place, i + 1)),
    ...besides.map((one) => ({ key: `transport.${one}` })),
    { key: 'transport.kit', values: { kit: kit.map(describeKit) } },
    vitalsMinutes === null
      ? { key: 'transport.vitals-ends' }
      : { key: 'transport.vitals', values: { time: { minutes: vitalsMinutes } } },
  )
}

const describePlace = (place: CrewPlace, number: number): Phrase => ({
  key: 'transport.place',
  values: {
    number,
    levels: place.map((value) => ({
      key: 'transport.level',
      values: { level: { option: 'crew-level', value } },
    })),
  },
})

const describeKit = ({ item, count }: TransportPlan['kit'][number]): Phrase => ({
  key: typeof count === 'number' ? (count === 1 ? 'transport.one' : 'transport.count') : `transport.${count}`,
  values: { item: [{ key: `kit.${item}` }], ...(typeof count === 'number' && { count }) },
})
