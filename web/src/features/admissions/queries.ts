import { useQuery } from '@tanstack/react-query'
import {
  admissionRequests,
  admissions,
  alarms,
  beds,
  devices,
  erBoard,
  monitoring,
  patients,
  referrals,
  type Stay,
  summary,
  triage,
} from 'contract'
import { ask } from '../../api/client.ts'

/** What an act about a stay changes. Other browsers are told by an event. */
export const outdatedByStay = [
  admissions.list,
  admissions.left,
  admissions.history,
  admissions.beds,
  admissionRequests.list,
  admissionRequests.ofPatient,
  beds.map,
  erBoard.board,
  patients.get,
  patients.list,
  monitoring.wardBoard,
  monitoring.wall,
  summary.get,
  summary.timeline,
  referrals.get,
  triage.history,
]

/** A discharge also takes back devices and ends alarms and settings. */
export const outdatedByDischarge = [
  ...outdatedByStay,
  devices.list,
  devices.transactions,
  alarms.open,
  alarms.settings,
]

const doctorsStaleMs = 10 * 60_000

/** The open beds of a ward; none until they are loaded. */
export function useWardBeds(wardId: string) {
  const { data } = useQuery({ ...ask(admissions.beds, { ward_id: wardId }, true), enabled: wardId !== '' })
  return data?.beds ?? []
}

/** The doctors of the hospital; none until they are loaded. */
export function useDoctors() {
  const { data } = useQuery({ ...ask(admissions.doctors, {}), staleTime: doctorsStaleMs })
  return data?.doctors ?? []
}

/** The open visit of the patient of a stay that lasts, null if there is none; undefined until `known` has an answer. */
export function useOpenVisit({ patient, discharged_at }: Pick<Stay, 'patient' | 'discharged_at'>) {
  const known = useQuery({
    ...ask(admissions.prepare, { patient_id: patient._id }, true),
    enabled: discharged_at === null,
  })
  return { known, visit: known.data?.visit }
}
