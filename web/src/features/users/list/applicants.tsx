import { users } from 'contract'
import { ask, queryClient } from '../../../api/client.ts'
import { useLiveEvent } from '../../../live/live.ts'

/** Keeps true, wherever somebody is in the panel, how many wait for her approval. */
export function ApplicantUpdates() {
  useLiveEvent('applicants', ({ pending }) => {
    queryClient.setQueryData(ask(users.waiting, {}).queryKey, (held) => held && { ...held, pending })
    void queryClient.invalidateQueries({ queryKey: [users.list.path] })
  })
  return null
}
