import { dropOldPositions } from './ambulance/vehicle-positions.ts'
import { checkEveryMs, runAuditCheck } from './audit/schedule.ts'
import { sealAudit } from './audit/seal.ts'
import { evaluateDevices, selectHospitalsOfDueDeviceAlarms } from './bedside/alarms/device-alarms.ts'
import { endSnoozes, escalate, selectDueEscalations, selectDueSnoozes } from './bedside/alarms/escalate.ts'
import { recordListening } from './bedside/alarms/listening.ts'
import { endNotifySettings, selectDueNotifySettings } from './bedside/alarms/notify-status.ts'
import { dropOldReadings, makePartitions } from './bedside/retention.ts'
import type { Job } from './core/schedule.ts'
import type { Tx } from './db/database.ts'
import { eventsKeptMs } from './live/events.ts'

const hour = 60 * 60_000

/** Everything that the panel does by itself, in this order. */
export const jobs: readonly Job[] = [
  { name: 'devices', selectDueHospitals: selectHospitalsOfDueDeviceAlarms, inHospital: evaluateDevices },
  { name: 'snoozes', selectDueHospitals: selectDueSnoozes, inHospital: endSnoozes },
  { name: 'escalation', selectDueHospitals: selectDueEscalations, inHospital: escalate },
  { name: 'settings', selectDueHospitals: selectDueNotifySettings, inHospital: endNotifySettings },
  { name: 'audit-seals', everywhere: ({ tx, now }) => sealAudit(tx, now) },
  { name: 'partitions', everyMs: hour, everywhere: ({ tx, now }) => makePartitions(tx, now) },
  { name: 'positions', everyMs: hour, everywhere: ({ tx, now }) => dropOldPositions(tx, now) },
  { name: 'events', everyMs: hour, everywhere: ({ tx, now }) => dropOldEvents(tx, now) },
]

/** On a schedule of its own, so that a long pass of the other jobs does not look like an outage. */
export const listeningJobs: readonly Job[] = [{ name: 'listening', everywhere: recordListening }]

/** Long jobs, on a schedule of their own, so that alarms do not wait for them. */
export const slowJobs: readonly Job[] = [
  { name: 'audit-checks', everyMs: checkEveryMs, aside: runAuditCheck },
  { name: 'retention', everyMs: hour, aside: dropOldReadings },
]

async function dropOldEvents(tx: Tx, now: string): Promise<void> {
  const before = new Date(Date.parse(now) - eventsKeptMs).toISOString()
  await tx.deleteFrom('events').where('at', '<', before).execute()
}
