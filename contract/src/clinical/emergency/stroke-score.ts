/** What the Cincinnati Prehospital Stroke Scale looks at. */
export const strokeSigns = ['face', 'arm', 'speech'] as const
export type StrokeSign = (typeof strokeSigns)[number]

/** True is abnormal, false is normal, null was not examined. */
export type StrokeFindings = Record<StrokeSign, boolean | null>

/** `signs`: those that are abnormal. `isPositive` is null while none is and one was not examined. */
export type StrokeScale = { signs: StrokeSign[]; isPositive: boolean | null }

/** Cincinnati Prehospital Stroke Scale (Kothari 1999): any of the three signs is a suspected stroke. */
export function computeStrokeScale(findings: StrokeFindings): StrokeScale {
  const signs = strokeSigns.filter((sign) => findings[sign] === true)
  if (signs.length > 0) return { signs, isPositive: true }
  return { signs, isPositive: strokeSigns.some((sign) => findings[sign] === null) ? null : false }
}

/** `THROMBOLYSIS`: a drug may still open the vessel. `THROMBECTOMY`: a catheter may, in a centre that has one. */
export const strokeWindows = ['THROMBOLYSIS', 'THROMBECTOMY', 'CLOSED'] as const
export type StrokeWindow = (typeof strokeWindows)[number]

/**
 * How many hours after the last time that somebody was known well each window is open; the last minute counts (AHA/ASA
 * 2019; thrombectomy up to 24 h: DAWN 2018). Default of the panel: a hospital may change them.
 */
export const standardStrokeHours = { thrombolysis: 4.5, thrombectomy: 24 } as const
export type StrokeHours = Readonly<Record<keyof typeof standardStrokeHours, number>>

const hourMs = 60 * 60_000

/**
 * How long ago somebody was last known well, in milliseconds, and what is still open; `until` is when it closes. Null
 * for a time in the future. Both times are ISO instants.
 */
export function findStrokeWindow(
  lastKnownWell: string,
  at: string,
  hours: StrokeHours = standardStrokeHours,
): { sinceMs: number; window: StrokeWindow; until: string | null } | null {
  const well = Date.parse(lastKnownWell)
  const sinceMs = Date.parse(at) - well
  if (sinceMs < 0) return null
  const findEnd = (count: number) => new Date(well + count * hourMs).toISOString()
  if (sinceMs <= hours.thrombolysis * hourMs)
    return { sinceMs, window: 'THROMBOLYSIS', until: findEnd(hours.thrombolysis) }
  if (sinceMs <= hours.thrombectomy * hourMs)
    return { sinceMs, window: 'THROMBECTOMY', until: findEnd(hours.thrombectomy) }
  return { sinceMs, window: 'CLOSED', until: null }
}
