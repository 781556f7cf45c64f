import { type Devices, pickDeviceInUse } from './attribution.ts'
import type { Arrival } from './build-readings.ts'
import type { DeviceStatusUpdate } from './device-status.ts'
import { type ClockAssessment, unknownClock } from './measured-at.ts'
import type { AttributedReading } from './store.ts'

/** A device whose reading arrives was online when it was taken, or on arrival if its clock is in doubt. */
export function deriveDeviceStatus(
  readings: readonly AttributedReading[],
  now: string,
): DeviceStatusUpdate[] {
  const nowMs = Date.parse(now)
  const signs: DeviceStatusUpdate[] = []
  for (const { deviceId, measuredAt, heardAt, isPrompt = false, values } of readings) {
    const at = Math.min(heardAt ?? measuredAt, nowMs)
    const { lat = null, lang = null } = values
    const before = signs.at(-1)
    // Most devices measure several values at once.
    if (deviceId === null || (before?.deviceId === deviceId && before.at === at && lat === null)) continue
    signs.push({ deviceId, at, status: 'connected', battery: null, signal: null, lat, lang, isPrompt })
  }
  return signs
}

export function collectReportedStatus(
  arrivals: readonly Arrival[],
  clocks: readonly ClockAssessment[],
  devices: Devices,
): DeviceStatusUpdate[] {
  return arrivals.flatMap(({ receivedAt, statusReports, clock }, nth) => {
    const { behind, trust } = clocks[nth] ?? unknownClock
    return statusReports.flatMap(({ mac, reportedAt, status, battery = null, signal = null }) => {
      const deviceId = pickDeviceInUse(devices.get(mac))
      if (deviceId === null) return []
      const told = reportedAt === null || trust === 'doubtful' ? receivedAt : reportedAt + behind
      const at = Math.min(told, receivedAt)
      const isPrompt = clock?.mac === mac && trust === 'known' && behind === 0
      return [{ deviceId, at, status, battery, signal, lat: null, lang: null, isPrompt }]
    })
  })
}
