import { useUser } from '../../session/signed-in.tsx'
import { isDelivered, type KeptStep, keptSteps } from './kept-steps.ts'

type KeptSteps = {
  own: KeptStep[]
  /** How many of others are sent now, by whoever is signed in, and how many wait for who pressed them. */
  brought: number
  others: number
}

/** What was pressed on this tablet and the panel does not have. */
export function useKeptSteps(): KeptSteps {
  const user = useUser()
  const kept = keptSteps.use()
  const own = kept.filter(({ by }) => by === user._id)
  const brought = kept.filter((one) => one.by !== user._id && !one.failure && isDelivered(one, user)).length
  return { own, brought, others: kept.length - own.length - brought }
}

/** How many steps wait for a signal, and how many of the user's own the panel refused. */
export function useStepCounts(): { unsent: number; failed: number } {
  const { own, brought } = useKeptSteps()
  const failed = own.filter(({ failure }) => failure).length
  return { unsent: own.length - failed + brought, failed }
}
