import { computeAgeBand, type LimitedVital, type Limits, type OwnLimits, type Thresholds } from 'contract'
import { useDerivedNow } from '../../ui/date/use-now.ts'
import { useToday } from '../../ui/date/use-today.ts'

type Judged = {
  patient: { date_of_birth: string | null }
  own_limits: readonly OwnLimits[]
}

/**
 * The limits by which a patient's alarms are evaluated: the patient's own until they end, else the hospital's for the
 * age. A value that is coloured by others would contradict its alarms.
 */
export function useAlarmLimits(
  hospital: Thresholds['limits'],
  { patient, own_limits }: Judged,
): Record<LimitedVital, Limits> {
  const ofAge = hospital[computeAgeBand(patient.date_of_birth, useToday())]
  const inForce = useDerivedNow((now) => listInForce(own_limits, now).join())
  const held = own_limits.filter(({ vital }) => inForce.split(',').includes(vital))
  return { ...ofAge, ...Object.fromEntries(held.map(({ vital, limits }) => [vital, limits])) }
}

function listInForce(own: readonly OwnLimits[], now: number): LimitedVital[] {
  return own.flatMap(({ vital, until }) => (until === null || now < Date.parse(until) ? vital : []))
}
