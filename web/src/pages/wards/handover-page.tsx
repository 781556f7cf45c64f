import { HandoverScreen } from '../../features/handover/handover-screen.tsx'
import { useUrlState } from '../../ui/use-url-state.ts'
import { wardQuery } from './ward-query.ts'

/** The URL holds the ward. */
export function HandoverPage() {
  const { state, change } = useUrlState(wardQuery)
  return <HandoverScreen ward={state.ward} onChange={(ward) => change({ ward })} />
}
