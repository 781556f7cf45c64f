import { demoHospital } from '../demo/hospital.ts'
import type { Episode } from './episodes.ts'
import { deviceMacs, listDemoDevices } from './hospital.ts'
import { day, hour, minute, type Paces, type Plan, second } from './plan.ts'

const place = { latitude: demoHospital.latitude, longitude: demoHospital.longitude }
const floorToSecond = (at: number) => Math.floor(at / second) * second

/** A cycle of half an hour with every kind of event; within two minutes a saturation drops. */
export const liveEpisodes: readonly Episode[] = [
  { what: 'desaturation', who: 'MM 03', minute: 0.3, lasts: 7, depth: 9 },
  { what: 'fall', watch: deviceMacs.getWatchMac('FM 01'), minute: 7 },
  { what: 'broken-off', gateway: deviceMacs.medicalGateway, minute: 10 },
  // Longer than a reading may be late and still raise an alarm: what happens at its beginning is over when it is sent.
  { what: 'silence', gateway: deviceMacs.emergencyGateway, minute: 14, lasts: 12 },
  { what: 'desaturation', who: 'PED 07', minute: 14.2, lasts: 1.5, depth: 11 },
  { what: 'sos', watch: deviceMacs.getWatchMac('ER R2'), minute: 17 },
  { what: 'draining', watch: deviceMacs.getWatchMac('ICU 01'), from: 42, to: 4 },
]

const livePaces: Paces = {
  vitals: minute,
  heartbeat: minute,
  place: 5 * minute,
  sleep: day,
  oximeter: 20 * second,
  cuff: 5 * minute,
  thermometer: 5 * minute,
  glucometer: 30 * minute,
  scale: day,
  box: 150 * second,
}

/** The demo hospital from `begins` on (milliseconds), `speed` times as fast as real time. */
export function createLivePlan(seed: number, begins: number, speed = 1): Plan {
  return {
    seed,
    begins: floorToSecond(begins),
    cycleMs: 30 * minute,
    speed,
    paces: livePaces,
    gatheredMs: 0,
    devices: listDemoDevices(new Date(begins).toISOString()),
    episodes: liveEpisodes,
    place,
  }
}

export const historyMs = 48 * hour

/** Two calm days: a fever at night, and a saturation that dropped a little. */
export const calmEpisodes: readonly Episode[] = [
  { what: 'fever', who: 'FM 01', minute: 26 * 60, lasts: 5 * 60, degrees: 1.9 },
  { what: 'desaturation', who: 'MM 03', minute: 38 * 60, lasts: 100, depth: 4.6 },
]

const calmPaces: Paces = {
  vitals: 10 * minute,
  heartbeat: hour,
  place: 4 * hour,
  sleep: day,
  oximeter: 10 * minute,
  cuff: hour,
  thermometer: 2 * hour,
  glucometer: 6 * hour,
  scale: day,
  box: 2 * hour,
}

/**
 * The worn devices and the box in the two days until `ends` (milliseconds); the readings of each ten minutes are stored
 * together.
 */
export function createCalmPlan(seed: number, ends: number): Plan {
  return {
    seed,
    begins: floorToSecond(ends) - historyMs,
    cycleMs: historyMs,
    speed: 1,
    paces: calmPaces,
    gatheredMs: 10 * minute,
    devices: listDemoDevices(new Date(ends).toISOString()).filter(
      ({ isWorn, kind }) => isWorn || kind === 'box',
    ),
    episodes: calmEpisodes,
    place,
  }
}
