import { hospitalOffsetMs } from 'contract'
import { computeStrain, type Episode } from './episodes.ts'
import { computeNoise, hashToFraction } from './noise.ts'
import {
  type Coordinates,
  createBoxHeartbeat,
  createBoxPayload,
  createGatewayHeartbeat,
  createGatewayPayload,
  createWatchFall,
  createWatchHeartbeat,
  createWatchLocation,
  createWatchSleep,
  createWatchSos,
  createWatchVitals,
  type Payload,
  truncatePayload,
} from './payloads.ts'
import {
  day,
  hour,
  minute,
  type Outpatient,
  type Plan,
  type ScheduledMessage,
  type SimulatedDevice,
  second,
} from './plan.ts'
import { type Body, computeVitals, type Vitals } from './vitals.ts'

/** The messages that a device makes from `from` until before `to`, by the plan's clock. */
export function listScheduledMessages(
  plan: Plan,
  device: SimulatedDevice,
  from: number,
  to: number,
): ScheduledMessage[] {
  const schedule = new DeviceSchedule(plan, device, from, to)
  switch (device.kind) {
    case 'watch':
      return device.isWorn ? scheduleWornWatch(schedule) : scheduleIdleWatch(schedule)
    case 'gateway':
      return scheduleGateway(schedule)
    case 'box':
      return scheduleBox(schedule)
    case 'meter':
      return []
    default:
      return device.via === null ? [] : scheduleGatewayDevice(schedule, device.kind, device.via)
  }
}

/** One device in a span of a plan. */
class DeviceSchedule {
  readonly plan: Plan
  readonly device: SimulatedDevice
  readonly #from: number
  readonly #to: number

  constructor(plan: Plan, device: SimulatedDevice, from: number, to: number) {
    this.plan = plan
    this.device = device
    this.#from = from
    this.#to = to
  }

  /** Each instant `after` the start, and then at its pace. */
  listTimes(paceMs: number, afterMs: number): number[] {
    const first = this.plan.begins + afterMs
    const found: number[] = []
    const skipped = Math.max(0, Math.ceil((this.#from - first) / paceMs))
    for (let at = first + skipped * paceMs; at < this.#to; at += paceMs) found.push(at)
    return found
  }

  /** An offset within a pace that is this device's own, so that devices do not all send at once. */
  computeOffset(paceMs: number): number {
    return Math.floor((hashToFraction(this.plan.seed, `${this.device.mac} turn`) * paceMs) / second) * second
  }

  /** The instants at which an episode of this device begins. */
  listEpisodeTimes(isOurs: (episode: Episode) => boolean): number[] {
    return this.plan.episodes
      .filter(isOurs)
      .flatMap((one) => ('minute' in one ? this.listTimes(this.plan.cycleMs, one.minute * minute) : []))
  }

  computeCycleTime(at: number): number {
    return (at - this.plan.begins) % this.plan.cycleMs
  }

  getVitals(body: Body, at: number): Vitals {
    const { seed, episodes } = this.plan
    return computeVitals(seed, body, at, computeStrain(episodes, body.name, this.computeCycleTime(at)))
  }

  getBattery(at: number): number {
    const { seed, episodes, cycleMs } = this.plan
    const { mac } = this.device
    for (const episode of episodes) {
      if (episode.what === 'draining' && episode.watch === mac)
        return Math.round(episode.from + (episode.to - episode.from) * (this.computeCycleTime(at) / cycleMs))
    }
    const charge = 36 * hour
    const used = ((at + hashToFraction(seed, `${mac} charged`) * charge) % charge) / charge
    return Math.round(97 - 60 * used)
  }

  /** It is within a hundred metres of the plan's place. */
  getPosition(at: number): Coordinates {
    const { seed, place } = this.plan
    const { mac } = this.device
    const near = (degrees: number, way: string) =>
      Number((degrees + 0.001 * computeNoise(seed, `${mac} ${way}`, at, 20 * minute)).toFixed(6))
    return { latitude: near(place.latitude, 'north'), longitude: near(place.longitude, 'east') }
  }
}

/** Devices send soon after the start, or the panel would count them as silent. */
const firstSendMs = 5 * second

const scheduleMessages = (
  slot: number,
  madeAt: readonly number[],
  compose: (at: number) => ScheduledMessage['compose'],
): ScheduledMessage[] => madeAt.map((at) => ({ slot, madeAt: at, compose: compose(at) }))

function scheduleWornWatch(schedule: DeviceSchedule): ScheduledMessage[] {
  const { seed, paces } = schedule.plan
  const { mac, body } = schedule.device
  const turn = schedule.computeOffset(paces.vitals)
  return [
    ...scheduleMessages(0, schedule.listTimes(paces.vitals, turn), (at) => (made) => {
      const { pulse, systolic, diastolic, temperature, spo2 } = schedule.getVitals(body, at)
      const measured = {
        heartRate: pulse,
        bp_sys: systolic,
        bp_dia: diastolic,
        bodyTemperature: temperature,
        spO2: spo2,
      }
      return createWatchVitals(mac, measured, schedule.getBattery(at), made)
    }),
    ...scheduleMessages(
      1,
      schedule.listTimes(paces.heartbeat, schedule.computeOffset(firstSendMs)),
      (at) => (made) =>
        createWatchHeartbeat(mac, schedule.getBattery(at), computeSteps(seed, body, made), made),
    ),
    ...scheduleMessages(
      2,
      schedule.listTimes(paces.sleep, turn),
      () => (made) => createWatchSleep(mac, createNight(seed, body, made), made),
    ),
    ...scheduleMessages(
      3,
      schedule.listTimes(paces.place, turn),
      (at) => (made) => createWatchLocation(mac, schedule.getPosition(at), made),
    ),
    ...scheduleEmergencies(schedule),
  ]
}

function scheduleEmergencies(schedule: DeviceSchedule): ScheduledMessage[] {
  const { mac } = schedule.device
  return [
    ...scheduleMessages(
      4,
      schedule.listEpisodeTimes((one) => one.what === 'fall' && one.watch === mac),
      (at) => (made) => createWatchFall(mac, schedule.getPosition(at), made),
    ),
    ...scheduleMessages(
      5,
      schedule.listEpisodeTimes((one) => one.what === 'sos' && one.watch === mac),
      (at) => (made) => createWatchSos(mac, schedule.getPosition(at), made),
    ),
  ]
}

/** It lies on a table, and once a cycle somebody tries it on. */
function scheduleIdleWatch(schedule: DeviceSchedule): ScheduledMessage[] {
  const { paces, cycleMs } = schedule.plan
  const { mac } = schedule.device
  const turn = schedule.computeOffset(firstSendMs)
  return [
    ...scheduleMessages(0, schedule.listTimes(cycleMs, schedule.computeOffset(cycleMs)), (at) => (made) => {
      const tried = { heartRate: 76, bp_sys: 0, bp_dia: 0, bodyTemperature: 0, spO2: 0 }
      return createWatchVitals(mac, tried, schedule.getBattery(at), made)
    }),
    ...scheduleMessages(
      1,
      schedule.listTimes(paces.heartbeat, turn),
      (at) => (made) => createWatchHeartbeat(mac, schedule.getBattery(at), 0, made),
    ),
  ]
}

const gatewayDevices = {
  oximeter: {
    as: { attribute: 'Oximeter JUMPER', model: 'Oximeter Jumper' },
    values: ({ pulse, spo2, perfusion }: Vitals) => ({ pulse, spo2, pi: perfusion }),
  },
  cuff: {
    as: { attribute: 'BP_BIOLIGTH', model: 'WBP BIOLIGHT' },
    values: ({ systolic, diastolic, pulse }: Vitals) => ({ bp_high: systolic, bp_low: diastolic, PR: pulse }),
  },
  thermometer: {
    as: { attribute: 'IR_TEMO_JUMPER', model: 'TEMO Jumper' },
    values: ({ temperature }: Vitals) => ({ Temp: temperature, mode: 'Head' }),
  },
  glucometer: {
    as: { attribute: 'AccuChek_Instant', model: 'SUGA AccuCheck' },
    values: ({ glucose }: Vitals) => ({ scan_rssi: -66, blood_glucose: glucose, marker: 'No Marker' }),
  },
  scale: {
    as: { attribute: 'BodyScale_JUMPER', model: 'JUMPER SCALE' },
    values: ({ weight }: Vitals) => ({ weight, resistance: 520 }),
  },
} as const

function scheduleGatewayDevice(
  schedule: DeviceSchedule,
  kind: keyof typeof gatewayDevices,
  via: string,
): ScheduledMessage[] {
  const { mac, body, isWorn } = schedule.device
  const { as, values } = gatewayDevices[kind]
  const pace = isWorn ? schedule.plan.paces[kind] : schedule.plan.cycleMs
  return scheduleMessages(0, schedule.listTimes(pace, schedule.computeOffset(pace)), (at) => (made, sent) => {
    const measured: Record<string, number | string> = values(schedule.getVitals(body, at))
    return createGatewayPayload(via, as, { mac, scannedAt: made, values: measured }, sent)
  })
}

function scheduleGateway(schedule: DeviceSchedule): ScheduledMessage[] {
  const { heartbeat } = schedule.plan.paces
  const { mac, name } = schedule.device
  return [
    ...scheduleMessages(
      0,
      schedule.listTimes(heartbeat, schedule.computeOffset(firstSendMs)),
      () => (_made, sent) => createGatewayHeartbeat(mac, name, sent),
    ),
    ...scheduleMessages(
      1,
      schedule.listEpisodeTimes((one) => one.what === 'broken-off' && one.gateway === mac),
      () => (made, sent) =>
        truncatePayload(
          createGatewayPayload(mac, gatewayDevices.cuff.as, { mac, scannedAt: made, values: {} }, sent),
        ),
    ),
  ]
}

/** Each visitor's pressure and temperature are taken, and they are weighed. */
function scheduleBox(schedule: DeviceSchedule): ScheduledMessage[] {
  const { box: pace, heartbeat } = schedule.plan.paces
  const { mac, name, outpatients } = schedule.device
  const turn = schedule.computeOffset(pace)
  return [
    ...scheduleMessages(0, schedule.listTimes(pace, turn), (at) => (made) => {
      const count = Math.round((at - schedule.plan.begins - turn) / pace)
      const visitor = outpatients[Math.floor(count / 3) % outpatients.length]
      return visitor
        ? measureOutpatient(schedule, visitor, count % 3, { at, made })
        : createBoxHeartbeat(mac, name, made)
    }),
    ...scheduleMessages(
      1,
      schedule.listTimes(heartbeat, schedule.computeOffset(firstSendMs)),
      () => (made) => createBoxHeartbeat(mac, name, made),
    ),
  ]
}

function measureOutpatient(
  schedule: DeviceSchedule,
  { card, body }: Outpatient,
  which: number,
  { at, made }: { at: number; made: number },
): Payload {
  const { mac } = schedule.device
  const { systolic, diastolic, pulse, temperature, weight } = schedule.getVitals(body, at)
  const [measured] = [
    { attribute: 'WBP_JUMPER', value: { bp_high: systolic, bp_low: diastolic, pr: pulse } },
    { attribute: 'TEMO_Jumper', value: { Temp: temperature, mode: 'Head' } },
    { attribute: 'BodyScale_JUMPER', value: { weight, Resistance: 540 } },
  ].slice(which)
  return createBoxPayload(mac, card, measured ?? { attribute: 'BLE_disconnected', value: {} }, made)
}

/** Since midnight, most of them by day; patients who lie in bed take few. */
function computeSteps(seed: number, body: Body, at: number): number {
  const today = Math.floor((at + hospitalOffsetMs) / day)
  const goal = 300 + 2500 * hashToFraction(seed, `${body.name} steps ${today}`)
  const waking = ((at + hospitalOffsetMs) % day) / hour
  return Math.round(goal * Math.min(1, Math.max(0, (waking - 6) / 15)))
}

const nightDigits = 54

/** The last night as a watch sends it, ten minutes a digit: awake at first, then changing every half hour. */
function createNight(seed: number, body: Body, at: number): string {
  const morning = Math.floor((at + hospitalOffsetMs - 7 * hour) / day)
  return Array.from({ length: nightDigits }, (_, digit) => {
    if (digit < 3) return '0'
    const turn = hashToFraction(seed, `${body.name} night ${morning} ${Math.floor(digit / 3)}`)
    return turn < 0.12 ? '0' : turn < 0.65 ? '1' : '2'
  }).join('')
}
