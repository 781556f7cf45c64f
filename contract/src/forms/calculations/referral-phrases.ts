import { computeGlasgowComa } from '../../clinical/emergency/glasgow-coma-scale.ts'
import {
  compareReferralRisks,
  listMeasuredSigns,
  type ReferralRisk,
  type ReferralSign,
  type ReferralSuggestion,
  referralRisks,
  suggestReferralRisk,
} from '../../clinical/emergency/referral-risk.ts'
import { computeNews2 } from '../../clinical/scores/news2.ts'
import type { consciousnessLevels } from '../../clinical/vital-signs.ts'
import { sortMeasured } from '../answers.ts'
import type { Row } from '../form.ts'
import { type Calculated, calculated, type InputReader } from './phrases.ts'
import { readComa, usesOxygen } from './readers.ts'

/**
 * NEWS2 of the newest set of values that has all of them; null for a child and in pregnancy. Somebody of unknown age
 * counts as an adult.
 */
function computeNewestNews2(read: InputReader): number | null {
  const age = read.age()
  if ((age !== null && age.years < 16) || read.text('pregnancy') === 'YES') return null
  return sortMeasured(read.rows('vitals')).reduce<number | null>(
    (before, [, row]) => computeNews2(readNews2Values(row))?.total ?? before,
    null,
  )
}

function readNews2Values(row: Row): Parameters<typeof computeNews2>[0] {
  const number = (name: string) => (typeof row[name] === 'number' ? row[name] : null)
  const text = (name: string) => (typeof row[name] === 'string' ? row[name] : null)
  return {
    respiration_rate: number('respiration_rate'),
    spo2: number('spo2'),
    oxygen: usesOxygen(text('oxygen_device')),
    systolic: number('systolic'),
    pulse: number('pulse'),
    consciousness: text('consciousness') as (typeof consciousnessLevels)[number] | null,
    temperature: number('temperature'),
  }
}

/** The risk that the signs and the newest values suggest. */
export function readSuggestedRisk(read: InputReader): ReferralSuggestion | null {
  const said = (read.list('risk_signs')?.filter((sign) => sign !== 'NONE') ?? null) as ReferralSign[] | null
  const device = read.text('oxygen_device')
  const measured = listMeasuredSigns({ device, rhythm: read.text('rhythm') })
  return suggestReferralRisk({
    signs: measured.length > 0 ? [...(said ?? []), ...measured] : said,
    values: {
      systolic: read.number('systolic'),
      diastolic: read.number('diastolic'),
      map: null,
      gcs: computeGlasgowComa(readComa(read)),
      news2: computeNewestNews2(read),
      oxygen_device: usesOxygen(device) === true ? device : null,
      // A flow that was written before the mask was taken off still stands in the row.
      oxygen_flow: usesOxygen(device) === false ? 0 : read.number('oxygen_flow'),
    },
    isAirwaySecured: read.flag('has_secure_airway'),
    age: read.age(),
    usesPaediatricPressure: true,
  })
}

const readRisk = (read: InputReader): ReferralRisk | null =>
  referralRisks.find((risk) => risk === read.text('risk')) ?? null

/** Warns if the risk that was chosen is lower than the suggested one. */
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
