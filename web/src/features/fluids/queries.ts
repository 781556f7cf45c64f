import { useQuery } from '@tanstack/react-query'
import { type FluidEntry, findShift, fluidDirections, fluidKinds, fluids, type ShiftHours } from 'contract'
import { ask } from '../../api/client.ts'

export type FluidSpan = { from: string; to: string }

/**
 * What went in and out in a span of whole days, from `from` up to but excluding `to`, and in the rest of the shifts in
 * which it begins and ends.
 */
export type FluidsOfSpan = { inSpan: FluidEntry[]; inShifts: FluidEntry[]; hours: ShiftHours }

/** No shift goes on longer than this before or after midnight. */
const shiftRestMs = 12 * 60 * 60_000

const moveInstant = (at: string, ms: number) => new Date(Date.parse(at) + ms).toISOString()

export function useFluids(patientId: string, { from, to }: FluidSpan) {
  return useQuery({
    // The hours of the shifts are only known with the answer.
    ...ask(
      fluids.list,
      { patient_id: patientId, from: moveInstant(from, -shiftRestMs), to: moveInstant(to, shiftRestMs) },
      true,
    ),
    select: ({ entries, hours }): FluidsOfSpan => {
      const whole = { from: findShift(from, hours).from, to: findShift(moveInstant(to, -1), hours).to }
      return {
        inSpan: pickSpanEntries(entries, { from, to }),
        inShifts: pickSpanEntries(entries, whole),
        hours,
      }
    },
  })
}

const pickSpanEntries = (entries: readonly FluidEntry[], { from, to }: FluidSpan) =>
  entries.filter(({ at }) => Date.parse(at) >= Date.parse(from) && Date.parse(at) < Date.parse(to))

export const intakeKinds = fluidKinds.filter((kind) => fluidDirections[kind] === 'in')
export const outputKinds = fluidKinds.filter((kind) => fluidDirections[kind] === 'out')

/** The entries that count. */
export const listValid = (entries: readonly FluidEntry[]): FluidEntry[] =>
  entries.filter(({ struck }) => struck === null)
