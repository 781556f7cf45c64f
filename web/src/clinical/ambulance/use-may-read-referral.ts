import { isMissionOver, type Mission } from 'contract'
import { useMay } from '../../session/signed-in.tsx'

/** Whether the signed-in user may open a referral: whoever only dispatches while its mission lasts. */
export function useMayReadReferral(mission?: Pick<Mission, 'state'>): boolean {
  const readsForms = [useMay('form:use'), useMay('patient:read')].every(Boolean)
  const writes = useMay('referral:write')
  const dispatches = useMay('mission:dispatch')
  const lasts = mission !== undefined && !isMissionOver(mission.state)
  return readsForms && (writes || (dispatches && lasts))
}
