import type { Age } from '../age.ts'

/** How much of the body surface each region has, in percent. Together they are 100. */
type BodySurface<Region extends string> = Readonly<Record<Region, number>>

/** Rule of nines for adults (Wallace 1951). */
export const ruleOfNines = {
  head_neck: 9,
  front_trunk: 18,
  back_trunk: 18,
  left_arm: 9,
  right_arm: 9,
  genitals: 1,
  left_leg: 18,
  right_leg: 18,
} as const satisfies BodySurface<string>
export type NinesRegion = keyof typeof ruleOfNines

const lundBrowderFixed = {
  neck: 2,
  front_trunk: 13,
  back_trunk: 13,
  left_buttock: 2.5,
  right_buttock: 2.5,
  genitals: 1,
  left_upper_arm: 4,
  right_upper_arm: 4,
  left_forearm: 3,
  right_forearm: 3,
  left_hand: 2.5,
  right_hand: 2.5,
  left_foot: 3.5,
  right_foot: 3.5,
} as const

export type LundBrowderRegion =
  | keyof typeof lundBrowderFixed
  | 'head'
  | 'left_thigh'
  | 'right_thigh'
  | 'left_lower_leg'
  | 'right_lower_leg'

/** As a child grows, the head becomes a smaller part of it and the legs a larger one. */
const lundBrowderGrowing = [
  { fromYears: 0, head: 19, thigh: 5.5, lowerLeg: 5 },
  { fromYears: 1, head: 17, thigh: 6.5, lowerLeg: 5 },
  { fromYears: 5, head: 13, thigh: 8, lowerLeg: 5.5 },
  { fromYears: 10, head: 11, thigh: 8.5, lowerLeg: 6 },
  { fromYears: 15, head: 9, thigh: 9, lowerLeg: 6.5 },
  { fromYears: 16, head: 7, thigh: 9.5, lowerLeg: 7 },
] as const
const adultGrowing = lundBrowderGrowing[5]

/** The chart of Lund and Browder (1944) at an age. An unknown age counts as an adult's: from 16 years. */
export function getLundBrowder(age: Age | null): BodySurface<LundBrowderRegion> {
  const { head, thigh, lowerLeg } =
    (age && lundBrowderGrowing.findLast(({ fromYears }) => age.years >= fromYears)) ?? adultGrowing
  return {
    ...lundBrowderFixed,
    head,
    left_thigh: thigh,
    right_thigh: thigh,
    left_lower_leg: lowerLeg,
    right_lower_leg: lowerLeg,
  }
}

/** The patient's own palm with its fingers, in percent of their body surface. */
const palmPercent = 1

/**
 * Burned part of the body surface, percent with one decimal, 0 to 100. `burned` is the share of each region from 0 to
 * 1, `palms` the scattered rest, measured with the patient's palm. Skin that is red alone is not counted by whoever
 * uses this.
 */
export function computeBurnArea<Region extends string>(
  burned: { [Name in Region]?: number },
  surface: BodySurface<Region>,
  palms = 0,
): number {
  const regions = Object.keys(surface) as Region[]
  const total = regions.reduce(
    (sum, region) => sum + surface[region] * (burned[region] ?? 0),
    palms * palmPercent,
  )
  return Math.min(100, Math.round(total * 10) / 10)
}
