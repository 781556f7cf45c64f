import { type Devices, pickDeviceInUse } from './attribution.ts'
import type { Arrival } from './build-readings.ts'
import type { DeviceStatusUpdate } from './device-status.ts'
import { type ClockAssessment, unknownClock } from './measured-at.ts'
import type { AttributedReading } from './store.ts'

/** A device was online when it took a reading or, if its clock is in doubt, when the reading arrived. */
export function deriveDeviceStatus(
  readings: readonly AttributedReading[],
  now: string,
): DeviceStatusUpdate[] {
  const nowMs = Date.parse(now)
  const updates: DeviceStatusUpdate[] = []
  for (const { deviceId, measuredAt, heardAt, isClockRight = false, values } of readings) {
    const at = Math.min(heardAt ?? measuredAt, nowMs)
    const { lat = null, lang = null } = values
    const previous = updates.at(-1)
    // Most devices measure several values at once.
    if (deviceId === null || (previous?.deviceId === deviceId && previous.at === at && lat === null)) continue
    updates.push({ deviceId, at, status: 'connected', battery: null, signal: null, lat, lang, isClockRight })
  }
  return updates
}

/** What registered devices reported about themselves, with the times by the panel's clock. */
export function collectReportedStatus(
  arrivals: readonly Arrival[],
  clocks: readonly ClockAssessment[],
  devices: Devices,
): DeviceStatusUpdate[] {
  return arrivals.flatMap(({ receivedAt, statusReports, clock }, index) => {
    const { behind, trust } = clocks[index] ?? unknownClock
    return statusReports.flatMap(({ mac, reportedAt, status, battery = null, signal = null }) => {
      const deviceId = pickDeviceInUse(devices.get(mac))
      if (deviceId === null) return []
      const hasTime = reportedAt !== null && trust !== 'doubtful'
      const at = hasTime ? Math.min(reportedAt + behind, receivedAt) : receivedAt
      const isClockRight = clock?.mac === mac && trust === 'known' && behind === 0
      return [{ deviceId, at, status, battery, signal, lat: null, lang: null, isClockRight }]
    })
  })
}
