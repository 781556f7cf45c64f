import { noStrain, type Strain } from './vitals.ts'

/**
 * The events of each cycle of a plan. `minute` counts from the start of the cycle, `lasts` is in minutes; `who` is the
 * name of a body, `watch` and `gateway` an id. `depth` is in percent of saturation, `degrees` in °C.
 */
export type Episode =
  | { what: 'desaturation'; who: string; minute: number; lasts: number; depth: number }
  | { what: 'fever'; who: string; minute: number; lasts: number; degrees: number }
  | { what: 'fall' | 'sos'; watch: string; minute: number }
  /** The battery goes from one percentage to the other over the cycle, and is charged for the next cycle. */
  | { what: 'draining'; watch: string; from: number; to: number }
  /** The gateway is offline, and afterwards sends what it heard meanwhile. */
  | { what: 'silence'; gateway: string; minute: number; lasts: number }
  | { what: 'broken-off'; gateway: string; minute: number }

const minuteMs = 60_000

/** How far an instant of the cycle is through an episode, from 0 to 1; undefined outside the episode. */
function computePart(
  { minute, lasts }: { minute: number; lasts: number },
  intoCycle: number,
): number | undefined {
  const part = (intoCycle / minuteMs - minute) / lasts
  return part >= 0 && part < 1 ? part : undefined
}

/** Rises for two fifths of the time, stays for one fifth, falls for two. */
const computeSwell = (part: number | undefined) =>
  part === undefined ? 0 : Math.min(1, part / 0.4, (1 - part) / 0.4)

export function computeStrain(episodes: readonly Episode[], who: string, intoCycle: number): Strain {
  const strain = { ...noStrain }
  for (const episode of episodes) {
    if (episode.what === 'desaturation' && episode.who === who)
      strain.desaturation += episode.depth * computeSwell(computePart(episode, intoCycle))
    if (episode.what === 'fever' && episode.who === who)
      strain.fever += episode.degrees * computeSwell(computePart(episode, intoCycle))
  }
  return strain
}

/** The span of the cycle in which a gateway is offline, in milliseconds. */
export function findSilence(
  episodes: readonly Episode[],
  gateway: string,
): { from: number; to: number } | undefined {
  const silence = episodes.find((one) => one.what === 'silence' && one.gateway === gateway)
  if (silence?.what !== 'silence') return undefined
  return { from: silence.minute * minuteMs, to: (silence.minute + silence.lasts) * minuteMs }
}
