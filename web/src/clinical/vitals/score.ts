import {
  computeMews,
  computeNews2,
  type LatestValue,
  type Mews,
  mewsParameters,
  type News2,
  type News2Input,
  news2KeptMs,
  news2Parameters,
} from 'contract'

export type ScoreParameter = (typeof news2Parameters)[number]

/** The newest value of a parameter of NEWS2. */
export function findScorePart(latest: readonly LatestValue[], name: ScoreParameter): LatestValue | undefined {
  const vital = name === 'systolic' ? 'blood_pressure' : name
  return latest.find((one) => one.vital === vital)
}

/** The parameters without which there is no score now: never measured, or too long ago. */
export function listMissingParts(latest: readonly LatestValue[], now: number): ScoreParameter[] {
  return news2Parameters.filter((name) => {
    const part = findScorePart(latest, name)
    return !part || Date.parse(part.measured_at) <= now - news2KeptMs
  })
}

function readParts(latest: readonly LatestValue[]): { [Name in keyof News2Input]: News2Input[Name] | null } {
  const value = (name: ScoreParameter) => findScorePart(latest, name)?.value ?? null
  const oxygen = value('oxygen')
  return {
    respiration_rate: value('respiration_rate'),
    spo2: value('spo2'),
    oxygen: oxygen === null ? null : oxygen === 1,
    systolic: value('systolic'),
    pulse: value('pulse'),
    temperature: value('temperature'),
    consciousness: (findScorePart(latest, 'consciousness')?.note ?? null) as News2Input['consciousness'],
  }
}

/** The points of each parameter of the newest score; undefined if there is no score or a parameter is missing. */
export function computeLatestScore(latest: readonly LatestValue[]): News2 | undefined {
  const score = latest.find(({ vital }) => vital === 'news2')
  return score && (computeNews2(readParts(latest), score.second === 2 ? 2 : 1) ?? undefined)
}

/** MEWS of the newest values; null if one was never measured, or too long ago, or it has no points for the patient. */
export function computeLatestMews(latest: readonly LatestValue[], now: number): Mews | null {
  const missing = listMissingParts(latest, now)
  return mewsParameters.some((name) => missing.includes(name)) ? null : computeMews(readParts(latest))
}
