import type { AttributedReading } from '../intake/store.ts'

/**
 * The owner of an alarm: a patient; else a device, the MAC of an unregistered device, or the HN or national ID of an
 * unknown person. A patient's alarm also names the device that measured.
 */
export type AlarmOwner = {
  patientId: string | null
  deviceId: string | null
  mac: string | null
  named: string | null
}

/** The same for all alarms of one owner. */
export function getOwnerKey({ patientId, named, deviceId, mac }: Partial<AlarmOwner>): string {
  return patientId ?? named ?? deviceId ?? mac ?? ''
}

export function findAlarmOwner(
  { deviceId, mac, hn, nationalId }: AttributedReading,
  patientId: string | null,
): AlarmOwner {
  if (patientId !== null || deviceId !== null) return { patientId, deviceId, mac: null, named: null }
  return { patientId, deviceId, mac, named: mac === null ? (hn ?? nationalId ?? null) : null }
}
