import { isMissionOver, type Mission } from 'contract'
import { useMay } from '../../session/signed-in.tsx'

/** Whether the user may open a referral: whoever only dispatches, with forms or without, while its mission lasts. */
export function useMayReadReferral(mission?: Pick<Mission, 'state'>): boolean {
  const readsPatients = useMay('patient:read')
  const writes = [useMay('form:use'), useMay('referral:write')].every(Boolean)
  const dispatches = useMay('mission:dispatch')
  const lasts = mission !== undefined && !isMissionOver(mission.state)
  return readsPatients && (writes || (dispatches && lasts))
}
