import { useQuery } from '@tanstack/react-query'
import { monitoring, permissionMatrix, users } from 'contract'
import { ask } from '../api/client.ts'
import { updateWithEvents } from '../live/live-data.ts'
import type { Destination } from './navigation.ts'

updateWithEvents(monitoring.waiting, (reply, events) => {
  const counted = events.findLast(({ event }) => event.kind === 'waiting')?.event
  if (counted?.kind !== 'waiting') return reply
  return { ...reply, readings: counted.readings, messages: counted.messages }
})

/** Number of items that wait at a destination; live events update it. */
export function useWaitingCount({ waitingKind }: Destination): number {
  const staleTime = Number.POSITIVE_INFINITY
  const { data: brought } = useQuery({
    ...ask(monitoring.waiting, {}, true),
    enabled: waitingKind === 'readings' || waitingKind === 'messages',
    staleTime,
  })
  const { data: opened } = useQuery({
    ...ask(permissionMatrix.unseenGlass, {}, true),
    enabled: waitingKind === 'opened-records',
    staleTime,
  })
  const { data: asked } = useQuery({
    ...ask(users.waiting, {}, true),
    enabled: waitingKind === 'applicants',
    staleTime,
  })
  if (waitingKind === undefined) return 0
  const counts = { ...brought, 'opened-records': opened?.unseen, applicants: asked?.pending }
  return counts[waitingKind] ?? 0
}
