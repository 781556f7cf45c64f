import type { Mission } from 'contract'
import { useEffect } from 'react'
import { useUser } from '../../session/signed-in.tsx'
import { type KeptStep, keptSteps, sendKeptSteps } from './kept-steps.ts'

/** What the user pressed for a mission and the panel does not have; a page that opens tries to send it. */
export function useKeptSteps({ _id }: Pick<Mission, '_id'>): KeptStep[] {
  const { _id: userId } = useUser()
  const kept = keptSteps.use().filter(({ by, body }) => by === userId && body._id === _id)
  const isKept = kept.length > 0
  useEffect(() => {
    if (isKept) void sendKeptSteps()
  }, [isKept])
  return kept
}
