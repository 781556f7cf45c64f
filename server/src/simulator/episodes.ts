import { atEase, type Strain } from './vitals.ts'

/**
 * What happens in each cycle of a plan. `minute` is counted from the beginning of the cycle, `lasts` in minutes; `who` is
 * the name of a body, `watch` and `gateway` an address. `depth` in percent of saturation, `degrees` in °C.
 */
export type Episode =
  | { what: 'desaturation'; who: string; minute: number; lasts: number; depth: number }
  | { what: 'fever'; who: string; minute: number; lasts: number; degrees: number }
  | { what: 'fall' | 'sos'; watch: string; minute: number }
  /** The battery goes from one percentage to the other over the cycle, and is charged for the next. */
  | { what: 'draining'; watch: string; from: number; to: number }
  /** The gateway is away, and brings what it heard meanwhile when it is back. */
  | { what: 'silence'; gateway: string; minute: number; lasts: number }
  | { what: 'broken-off'; gateway: string; minute: number }

const minuteMs = 60_000

/** How far through an episode a moment of the cycle is, from 0 to 1; nothing outside. */
function partOf({ minute, lasts }: { minute: number; lasts: number }, intoCycle: number): number | undefined {
  const part = (intoCycle / minuteMs - minute) / lasts
  return part >= 0 && part < 1 ? part : undefined
}

/** Comes over two fifths of the time, stays for one, goes over two. */
const swell = (part: number | undefined) =>
  part === undefined ? 0 : Math.min(1, part / 0.4, (1 - part) / 0.4)

export function strainOn(episodes: readonly Episode[], who: string, intoCycle: number): Strain {
  const strain = { ...atEase }
  for (const episode of episodes) {
    if (episode.what === 'desaturation' && episode.who === who)
      strain.desaturation += episode.depth * swell(partOf(episode, intoCycle))
    if (episode.what === 'fever' && episode.who === who)
      strain.fever += episode.degrees * swell(partOf(episode, intoCycle))
  }
  return strain
}

/** From when until when in its cycle a gateway is away, in milliseconds. */
export function silenceOf(
  episodes: readonly Episode[],
  gateway: string,
): { from: number; to: number } | undefined {
  const silence = episodes.find((one) => one.what === 'silence' && one.gateway === gateway)
  if (silence?.what !== 'silence') return undefined
  return { from: silence.minute * minuteMs, to: (silence.minute + silence.lasts) * minuteMs }
}
