import { useQuery } from '@tanstack/react-query'
import { type FluidEntry, fluidDirections, fluidKinds, fluids } from 'contract'
import { ask } from '../../api/client.ts'

export type FluidSpan = { from: string; to: string }

/** What went in and out in a span, from `from` up to but excluding `to`. */
export function useFluids(patientId: string, { from, to }: FluidSpan) {
  return useQuery(ask(fluids.list, { patient_id: patientId, from, to }, true))
}

export const intakeKinds = fluidKinds.filter((kind) => fluidDirections[kind] === 'in')
export const outputKinds = fluidKinds.filter((kind) => fluidDirections[kind] === 'out')

/** The entries that count. */
export const listValid = (entries: readonly FluidEntry[]): FluidEntry[] =>
  entries.filter(({ struck }) => struck === null)
