import { devices, monitoring, patients, readings, summary } from 'contract'

/** Queries that a hand-over makes outdated besides the device: its readings move to another record. */
export const outdatedByHandover = [
  devices.list,
  devices.check,
  devices.transactions,
  readings.inbox,
  monitoring.waiting,
  patients.list,
  patients.get,
  summary.get,
  summary.timeline,
]
