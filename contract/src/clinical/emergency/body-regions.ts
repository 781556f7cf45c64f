/** A drawing of the body, from the front and from the back, and the regions on which an injury can be drawn. */
export const bodyViews = ['FRONT', 'BACK'] as const
export type BodyView = (typeof bodyViews)[number]

export const bodyRegions = [
  'HEAD',
  'FACE',
  'NECK',
  'RIGHT_CHEST',
  'LEFT_CHEST',
  'ABDOMEN',
  'PELVIS',
  'UPPER_BACK',
  'LOWER_BACK',
  'BUTTOCKS',
  'RIGHT_UPPER_ARM',
  'LEFT_UPPER_ARM',
  'RIGHT_FOREARM',
  'LEFT_FOREARM',
  'RIGHT_HAND',
  'LEFT_HAND',
  'RIGHT_THIGH',
  'LEFT_THIGH',
  'RIGHT_LOWER_LEG',
  'LEFT_LOWER_LEG',
  'RIGHT_FOOT',
  'LEFT_FOOT',
] as const
export type BodyRegion = (typeof bodyRegions)[number]

const otherSide: Readonly<Record<BodyView, readonly BodyRegion[]>> = {
  FRONT: ['UPPER_BACK', 'LOWER_BACK', 'BUTTOCKS'],
  BACK: ['FACE', 'RIGHT_CHEST', 'LEFT_CHEST', 'ABDOMEN', 'PELVIS'],
}

/** What of the body is seen from a side, from head to foot. */
export const listBodyRegions = (view: BodyView): BodyRegion[] =>
  bodyRegions.filter((region) => !otherSide[view].includes(region))
