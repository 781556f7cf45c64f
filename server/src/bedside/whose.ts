import type { Placed } from './store.ts'

/**
 * Whose an alarm is: a patient's; else a device's, that of the address of a device that nobody has registered, or that of
 * the HN or national ID of somebody whom nobody knows. A patient's has the device that measured.
 */
export type Whose = {
  patientId: string | null
  deviceId: string | null
  mac: string | null
  named: string | null
}

export function whoseOf({ deviceId, mac, hn, nationalId }: Placed, patientId: string | null): Whose {
  if (patientId !== null || deviceId !== null) return { patientId, deviceId, mac: null, named: null }
  return { patientId, deviceId, mac, named: mac === null ? (hn ?? nationalId ?? null) : null }
}
