import { useMay } from '../../session/signed-in.tsx'

/** Whether the signed-in user may open a referral. */
export function useMayReadReferral(): boolean {
  const isOnForms = useMay('form:use')
  const isOfReferrals = [useMay('referral:write'), useMay('mission:dispatch')].some(Boolean)
  return isOnForms && isOfReferrals
}
