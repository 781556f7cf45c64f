import {
  computeNews2,
  type LatestValue,
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

/** The points of each parameter of the newest score; undefined if there is no score or a parameter is missing. */
export function computeLatestScore(latest: readonly LatestValue[]): News2 | undefined {
  const score = latest.find(({ vital }) => vital === 'news2')
  if (!score) return undefined
  const value = (name: ScoreParameter) => findScorePart(latest, name)?.value ?? null
  const oxygen = value('oxygen')
  const input = {
    respiration_rate: value('respiration_rate'),
    spo2: value('spo2'),
    oxygen: oxygen === null ? null : oxygen === 1,
    systolic: value('systolic'),
    pulse: value('pulse'),
    temperature: value('temperature'),
    consciousness: (findScorePart(latest, 'consciousness')?.note ?? null) as News2Input['consciousness'],
  }
  return computeNews2(input, score.second === 2 ? 2 : 1) ?? undefined
}
