import { isRuleInFamily } from 'contract'
import type { HospitalContext } from '../../core/hospital-context.ts'
import { formatIso } from '../../core/time.ts'
import { findAlarmOwner } from '../alarms/alarm-owner.ts'
import { getThresholds } from '../alarms/alarm-state.ts'
import { type NewAlarm, publishAlarms, raiseAlarms, realertAlarms } from '../alarms/alarm-store.ts'
import type { AttributedReading } from './store.ts'

/** Raises alarms for falls and calls for help, however late they arrive: nobody may have been there. */
export async function raiseEmergencies(
  bedside: HospitalContext,
  readings: readonly AttributedReading[],
): Promise<void> {
  const alarms = readings.flatMap((one): NewAlarm[] => {
    const { kind: rule } = one
    if (!isRuleInFamily('emergency', rule)) return []
    return [
      {
        id: bedside.newId(),
        ...findAlarmOwner(one, one.patientId),
        rule,
        severity: 'high',
        at: formatIso(one.measuredAt),
        heardAt: typeof one.heardAt === 'number' ? formatIso(one.heardAt) : null,
        lat: one.values.lat ?? null,
        lang: one.values.lang ?? null,
      },
    ]
  })
  if (alarms.length === 0) return
  const { times } = (await getThresholds(bedside.tx)).thresholds
  const again = await realertAlarms(bedside, alarms, times)
  await publishAlarms(bedside, [...again, ...(await raiseAlarms(bedside, alarms, times))])
}
