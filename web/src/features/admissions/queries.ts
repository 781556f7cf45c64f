import { useQuery } from '@tanstack/react-query'
import { admissions, alarms, devices, monitoring, patients, summary } from 'contract'
import { ask } from '../../api/client.ts'

/** What an act about a stay changes. Other browsers are told by an event. */
export const outdatedByStay = [
  admissions.list,
  admissions.left,
  admissions.history,
  admissions.beds,
  patients.get,
  patients.list,
  monitoring.wardBoard,
  monitoring.wall,
  summary.get,
  summary.timeline,
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

/** The doctors of the hospital; none until they are loaded. */
export function useDoctors() {
  const { data } = useQuery({ ...ask(admissions.doctors, {}), staleTime: doctorsStaleMs })
  return data?.doctors ?? []
}
