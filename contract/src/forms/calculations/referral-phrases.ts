import { computeGlasgowComa } from '../../clinical/emergency/glasgow-coma-scale.ts'
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
import { type Calculated, calculated, type InputReader } from './phrases.ts'
import { readComa, usesOxygen } from './readers.ts'

/** NEWS2 of the newest set of values, which have to be of one time; null for a child, in pregnancy, and while a value is missing. */
function computeNewestNews2(read: InputReader): number | null {
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
export function readSuggestedRisk(read: InputReader): ReferralSuggestion | null {
  const signs = read.list('risk_signs')?.filter((sign) => sign !== 'NONE') ?? null
  return suggestReferralRisk({
    signs: signs as ReferralSign[] | null,
    values: {
      systolic: read.number('systolic'),
      diastolic: read.number('diastolic'),
      map: null,
      gcs: computeGlasgowComa(readComa(read)),
      news2: computeNewestNews2(read),
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
