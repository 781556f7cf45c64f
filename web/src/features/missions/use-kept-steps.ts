import { createStore } from '../../api/store.ts'
import type { KeptStep, PressedStep, StepKeeper } from '../../clinical/ambulance/kept-step.ts'
import { useUser } from '../../session/signed-in.tsx'

const nothing = createStore<readonly KeptStep[]>([])

export type ReadStep = KeptStep & { pressed: PressedStep }
const isRead = (one: KeptStep): one is ReadStep => one.pressed !== undefined

type KeptSteps = {
  /** The user's own: which step of which mission it is, or only that there is one. */
  read: ReadStep[]
  closed: KeptStep[]
  /** Steps of colleagues who may never take them back. */
  left: KeptStep[]
  /** How many of others wait for who pressed them. */
  others: number
}

/** What was pressed on this tablet and the panel does not have. */
export function useKeptSteps(keeper: StepKeeper | undefined): KeptSteps {
  const user = useUser()
  const kept = (keeper?.kept ?? nothing).use()
  const own = kept.filter(({ by }) => by === user._id)
  return {
    read: own.filter(isRead),
    closed: own.filter((one) => !isRead(one)),
    left: kept.filter(({ isLeft }) => isLeft),
    others: kept.filter(({ by, isSealed }) => by !== user._id && !isSealed).length,
  }
}
