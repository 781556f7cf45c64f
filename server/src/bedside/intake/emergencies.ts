import { emergencyRules } from 'contract'
import type { HospitalContext } from '../../core/hospital-context.ts'
import { formatIso } from '../../core/time.ts'
import { findAlarmOwner } from '../alarms/alarm-owner.ts'
import { getThresholds } from '../alarms/alarm-state.ts'
import { type NewAlarm, publishAlarms, raiseAlarms, realertAlarms } from '../alarms/alarm-store.ts'
import type { AttributedReading } from './store.ts'

/** A reading and its alarm have one name. */
export const isEmergencyKind = (kind: string): boolean =>
  emergencyRules.some((emergency) => emergency === kind)

/** Raises alarms for falls and calls for help, however late they arrive: nobody may have been there. */
export async function raiseEmergencies(
  bedside: HospitalContext,
  readings: readonly AttributedReading[],
): Promise<void> {
  const emergencies = readings.filter(({ kind }) => isEmergencyKind(kind))
  if (emergencies.length === 0) return
  const { times } = (await getThresholds(bedside.tx)).thresholds
  const alarms = emergencies.map(
    (one): NewAlarm => ({
      id: bedside.newId(),
      ...findAlarmOwner(one, one.patientId),
      rule: one.kind === 'fall' ? 'fall' : 'sos',
      severity: 'high',
      at: formatIso(one.measuredAt),
      heardAt: one.timing === 'uncertain' ? formatIso(one.receivedAt) : null,
      lat: one.values.lat ?? null,
      lang: one.values.lang ?? null,
    }),
  )
  const again = await realertAlarms(bedside, alarms, times)
  await publishAlarms(bedside, [...again, ...(await raiseAlarms(bedside, alarms, times))])
}
