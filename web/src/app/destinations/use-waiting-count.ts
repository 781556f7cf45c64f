import { useQuery } from '@tanstack/react-query'
import { monitoring, permissionMatrix, users } from 'contract'
import { ask } from '../../api/client.ts'
import { updateWithEvents } from '../../live/live-data.ts'
import type { NavigationScreen, WaitingKind } from '../navigation.ts'

updateWithEvents(monitoring.waiting, (reply, events) => {
  const counted = events.findLast(({ event }) => event.kind === 'waiting')?.event
  if (counted?.kind !== 'waiting') return reply
  return { ...reply, readings: counted.readings, messages: counted.messages }
})

/** Number of items that wait on these screens; live events update it. */
export function useWaitingCount(screens: readonly NavigationScreen[]): number {
  const kinds = new Set(screens.flatMap(({ waitingKind }) => waitingKind ?? []))
  const staleTime = Number.POSITIVE_INFINITY
  const { data: brought } = useQuery({
    ...ask(monitoring.waiting, {}, true),
    enabled: kinds.has('readings') || kinds.has('messages'),
    staleTime,
  })
  const { data: opened } = useQuery({
    ...ask(permissionMatrix.unseenGlass, {}, true),
    enabled: kinds.has('opened-records'),
    staleTime,
  })
  const { data: asked } = useQuery({
    ...ask(users.waiting, {}, true),
    enabled: kinds.has('applicants'),
    staleTime,
  })
  const counts: Record<WaitingKind, number | undefined> = {
    readings: brought?.readings,
    messages: brought?.messages,
    'opened-records': opened?.unseen,
    applicants: asked?.pending,
  }
  return [...kinds].reduce((sum, kind) => sum + (counts[kind] ?? 0), 0)
}
