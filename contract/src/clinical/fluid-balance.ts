import { findShift, type Shift, type ShiftHours, toBangkokDay } from './shifts.ts'

/** What goes into a patient and what comes out. */
export const fluidDirections = {
  oral: 'in',
  iv: 'in',
  tube: 'in',
  blood: 'in',
  other_in: 'in',
  urine: 'out',
  drain: 'out',
  vomit: 'out',
  stool: 'out',
  blood_loss: 'out',
  other_out: 'out',
} as const
export type FluidKind = keyof typeof fluidDirections
export const fluidKinds = Object.keys(fluidDirections) as [FluidKind, ...FluidKind[]]

/**
 * The least and the most of one entry, in millilitres: no urine in a shift is an output of 0. Default of the panel.
 */
export const findFluidBounds = (kind: FluidKind): readonly [least: number, most: number] =>
  fluidDirections[kind] === 'out' ? [0, 10_000] : [1, 10_000]

/** A sum of what was written down; null if nothing was. */
export type FluidTotals = { into: number | null; out: number | null }

/** What went in and out in some time, in millilitres. */
export type FluidSum = {
  into: number
  out: number
  balance: number
  byKind: Partial<Record<FluidKind, number>>
}

type Measured = { kind: FluidKind; ml: number; at: string }

export function sumFluids(entries: readonly Pick<Measured, 'kind' | 'ml'>[]): FluidSum {
  const byKind: FluidSum['byKind'] = {}
  const total = { in: 0, out: 0 }
  for (const { kind, ml } of entries) {
    byKind[kind] = (byKind[kind] ?? 0) + ml
    total[fluidDirections[kind]] += ml
  }
  return { into: total.in, out: total.out, balance: total.in - total.out, byKind }
}

/** The sums of each shift, newest first. */
export function sumByShift(
  entries: readonly Measured[],
  hours: ShiftHours,
): { shift: Shift; sum: FluidSum }[] {
  const shifts = new Map<string, { shift: Shift; within: Measured[] }>()
  for (const entry of entries) {
    const shift = findShift(entry.at, hours)
    const known = shifts.get(shift.from) ?? { shift, within: [] }
    shifts.set(shift.from, { shift, within: [...known.within, entry] })
  }
  return [...shifts.values()]
    .toSorted((one, other) => Date.parse(other.shift.from) - Date.parse(one.shift.from))
    .map(({ shift, within }) => ({ shift, sum: sumFluids(within) }))
}

/** The sums of each calendar day in Bangkok, newest first. */
export function sumByDay(entries: readonly Measured[]): { day: string; sum: FluidSum }[] {
  return [...Map.groupBy(entries, ({ at }) => toBangkokDay(at))]
    .toSorted(([one], [other]) => (one < other ? 1 : -1))
    .map(([day, within]) => ({ day, sum: sumFluids(within) }))
}
