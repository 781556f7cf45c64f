import { users } from 'contract'
import { ask, queryClient } from '../../../api/client.ts'
import { useLiveEvent } from '../../../live/live.ts'
import { readAgainAfterGap } from '../../../live/live-data.ts'

readAgainAfterGap(users.waiting, users.list)

/** Keeps the number of accounts that wait for approval up to date on every screen. */
export function ApplicantUpdates() {
  useLiveEvent('applicants', ({ pending }) => {
    queryClient.setQueryData(ask(users.waiting, {}).queryKey, (held) => held && { ...held, pending })
    void queryClient.invalidateQueries({ queryKey: [users.list.path] })
  })
  return null
}
