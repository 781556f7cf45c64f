import { alarms, devices, erBoard, monitoring, opd, patients, triage } from 'contract'

/** Answers that are out of date when somebody in a queue was called, sent on or came. */
export const outdatedByQueue = [opd.queue, opd.display]
/** Sending on may end the visit with its monitoring, or move it to the emergency room. */
export const outdatedBySending = [
  ...outdatedByQueue,
  erBoard.board,
  triage.queue,
  triage.prepare,
  patients.get,
  patients.list,
  monitoring.wall,
  devices.list,
  devices.transactions,
  alarms.open,
  alarms.settings,
]
