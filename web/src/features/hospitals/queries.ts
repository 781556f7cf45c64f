import { alarms, type Endpoint, groups, hospitals, monitoring, reference, signIn } from 'contract'
import { useUser } from '../../session/signed-in.tsx'

/** Queries of the hospital and its wards, which are out of date when one of them has changed. */
export const outdatedByHospitalChange: readonly Endpoint[] = [
  hospitals.records,
  hospitals.own,
  hospitals.list,
  signIn.whoAmI,
]
export const outdatedByWardChange: readonly Endpoint[] = [
  hospitals.records,
  reference.wards,
  alarms.duties,
  alarms.burden,
  groups.list,
  monitoring.wall,
]

export function useIsOwnHospital(hospitalId: string): boolean {
  return useUser().hospital._id === hospitalId
}
