import { useUser } from '../../session/signed-in.tsx'
import { type KeptStep, keptSteps } from './kept-steps.ts'

/** What was pressed on this tablet and the panel does not have: the user's own, and how many steps are of others. */
export function useKeptSteps(): { own: KeptStep[]; others: number } {
  const { _id } = useUser()
  const kept = keptSteps.use()
  const own = kept.filter(({ by }) => by === _id)
  return { own, others: kept.length - own.length }
}

/** How many of the user's own steps wait for a signal, and how many the panel refused. */
export function useStepCounts(): { unsent: number; failed: number } {
  const { own } = useKeptSteps()
  const failed = own.filter(({ failure }) => failure).length
  return { unsent: own.length - failed, failed }
}
