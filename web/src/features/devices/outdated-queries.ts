import { devices, monitoring, patients, readings } from 'contract'

/** What a hand-over changes besides the device: readings follow it. */
export const outdatedByHandover = [
  devices.list,
  devices.check,
  devices.transactions,
  readings.inbox,
  monitoring.waiting,
  patients.list,
]
