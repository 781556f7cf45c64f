import { type Episode, strainOn } from './episodes.ts'
import { fraction, wandering } from './noise.ts'
import {
  boxHeartbeat,
  brokenOff,
  gatewayHeartbeat,
  heardByGateway,
  measuredByBox,
  type Payload,
  type Place,
  watchFall,
  watchHeartbeat,
  watchPlace,
  watchSleep,
  watchSos,
  watchVitals,
} from './payloads.ts'
import {
  day,
  hour,
  minute,
  type Plan,
  type Saying,
  type SimulatedDevice,
  second,
  type Visitor,
} from './plan.ts'
import { type Body, type Vitals, vitalsAt } from './vitals.ts'

/** The messages that a device makes from `from` until before `to`, by the plan's clock. */
export function sayingsOf(plan: Plan, device: SimulatedDevice, from: number, to: number): Saying[] {
  const talk = new Talk(plan, device, from, to)
  switch (device.kind) {
    case 'watch':
      return device.isWorn ? wornWatch(talk) : idleWatch(talk)
    case 'gateway':
      return gateway(talk)
    case 'box':
      return box(talk)
    case 'meter':
      return []
    default:
      return device.via === null ? [] : heardDevice(talk, device.kind, device.via)
  }
}

/** One device in a span of a plan. */
class Talk {
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
  every(paceMs: number, afterMs: number): number[] {
    const first = this.plan.begins + afterMs
    const found: number[] = []
    const skipped = Math.max(0, Math.ceil((this.#from - first) / paceMs))
    for (let at = first + skipped * paceMs; at < this.#to; at += paceMs) found.push(at)
    return found
  }

  /** An offset within a pace that is this device's own, so that devices do not all send at once. */
  turnIn(paceMs: number): number {
    return Math.floor((fraction(this.plan.seed, `${this.device.mac} turn`) * paceMs) / second) * second
  }

  /** The instants at which an episode of this device begins. */
  episodes(isOurs: (episode: Episode) => boolean): number[] {
    return this.plan.episodes
      .filter(isOurs)
      .flatMap((one) => ('minute' in one ? this.every(this.plan.cycleMs, one.minute * minute) : []))
  }

  intoCycle(at: number): number {
    return (at - this.plan.begins) % this.plan.cycleMs
  }

  vitals(body: Body, at: number): Vitals {
    const { seed, episodes } = this.plan
    return vitalsAt(seed, body, at, strainOn(episodes, body.name, this.intoCycle(at)))
  }

  battery(at: number): number {
    const { seed, episodes, cycleMs } = this.plan
    const { mac } = this.device
    for (const episode of episodes) {
      if (episode.what === 'draining' && episode.watch === mac)
        return Math.round(episode.from + (episode.to - episode.from) * (this.intoCycle(at) / cycleMs))
    }
    const charge = 36 * hour
    const used = ((at + fraction(seed, `${mac} charged`) * charge) % charge) / charge
    return Math.round(97 - 60 * used)
  }

  /** Within a hundred metres of the plan's place. */
  place(at: number): Place {
    const { seed, place } = this.plan
    const { mac } = this.device
    const near = (degrees: number, way: string) =>
      Number((degrees + 0.001 * wandering(seed, `${mac} ${way}`, at, 20 * minute)).toFixed(6))
    return { latitude: near(place.latitude, 'north'), longitude: near(place.longitude, 'east') }
  }
}

/** Devices send soon after the start, or the panel would count them as silent. */
const soon = 5 * second

const say = (lane: number, madeAt: readonly number[], compose: (at: number) => Saying['compose']): Saying[] =>
  madeAt.map((at) => ({ lane, madeAt: at, compose: compose(at) }))

function wornWatch(talk: Talk): Saying[] {
  const { seed, paces } = talk.plan
  const { mac, body } = talk.device
  const turn = talk.turnIn(paces.vitals)
  return [
    ...say(0, talk.every(paces.vitals, turn), (at) => (made) => {
      const { pulse, systolic, diastolic, temperature, spo2 } = talk.vitals(body, at)
      const measured = {
        heartRate: pulse,
        bp_sys: systolic,
        bp_dia: diastolic,
        bodyTemperature: temperature,
        spO2: spo2,
      }
      return watchVitals(mac, measured, talk.battery(at), made)
    }),
    ...say(
      1,
      talk.every(paces.heartbeat, talk.turnIn(soon)),
      (at) => (made) => watchHeartbeat(mac, talk.battery(at), stepsAt(seed, body, made), made),
    ),
    ...say(
      2,
      talk.every(paces.sleep, turn),
      () => (made) => watchSleep(mac, nightOf(seed, body, made), made),
    ),
    ...say(3, talk.every(paces.place, turn), (at) => (made) => watchPlace(mac, talk.place(at), made)),
    ...emergencies(talk),
  ]
}

function emergencies(talk: Talk): Saying[] {
  const { mac } = talk.device
  return [
    ...say(
      4,
      talk.episodes((one) => one.what === 'fall' && one.watch === mac),
      (at) => (made) => watchFall(mac, talk.place(at), made),
    ),
    ...say(
      5,
      talk.episodes((one) => one.what === 'sos' && one.watch === mac),
      (at) => (made) => watchSos(mac, talk.place(at), made),
    ),
  ]
}

/** It lies on a table, and once a cycle somebody tries it on. */
function idleWatch(talk: Talk): Saying[] {
  const { paces, cycleMs } = talk.plan
  const { mac } = talk.device
  const turn = talk.turnIn(soon)
  return [
    ...say(0, talk.every(cycleMs, talk.turnIn(cycleMs)), (at) => (made) => {
      const tried = { heartRate: 76, bp_sys: 0, bp_dia: 0, bodyTemperature: 0, spO2: 0 }
      return watchVitals(mac, tried, talk.battery(at), made)
    }),
    ...say(
      1,
      talk.every(paces.heartbeat, turn),
      (at) => (made) => watchHeartbeat(mac, talk.battery(at), undefined, made),
    ),
  ]
}

const heard = {
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

function heardDevice(talk: Talk, kind: keyof typeof heard, via: string): Saying[] {
  const { mac, body, isWorn } = talk.device
  const { as, values } = heard[kind]
  const pace = isWorn ? talk.plan.paces[kind] : talk.plan.cycleMs
  return say(0, talk.every(pace, talk.turnIn(pace)), (at) => (made, sent) => {
    const measured: Record<string, number | string> = values(talk.vitals(body, at))
    return heardByGateway(via, as, { mac, scannedAt: made, values: measured }, sent)
  })
}

function gateway(talk: Talk): Saying[] {
  const { heartbeat } = talk.plan.paces
  const { mac, name } = talk.device
  return [
    ...say(
      0,
      talk.every(heartbeat, talk.turnIn(soon)),
      () => (_made, sent) => gatewayHeartbeat(mac, name, sent),
    ),
    ...say(
      1,
      talk.episodes((one) => one.what === 'broken-off' && one.gateway === mac),
      () => (made, sent) =>
        brokenOff(heardByGateway(mac, heard.cuff.as, { mac, scannedAt: made, values: {} }, sent)),
    ),
  ]
}

/** Each visitor's pressure and temperature are taken, and they are weighed. */
function box(talk: Talk): Saying[] {
  const { box: pace, heartbeat } = talk.plan.paces
  const { mac, name, visitors } = talk.device
  const turn = talk.turnIn(pace)
  return [
    ...say(0, talk.every(pace, turn), (at) => (made) => {
      const count = Math.round((at - talk.plan.begins - turn) / pace)
      const visitor = visitors[Math.floor(count / 3) % visitors.length]
      return visitor ? measureVisitor(talk, visitor, count % 3, at, made) : boxHeartbeat(mac, name, made)
    }),
    ...say(1, talk.every(heartbeat, talk.turnIn(soon)), () => (made) => boxHeartbeat(mac, name, made)),
  ]
}

function measureVisitor(
  talk: Talk,
  { card, body }: Visitor,
  which: number,
  at: number,
  made: number,
): Payload {
  const { mac } = talk.device
  const { systolic, diastolic, pulse, temperature, weight } = talk.vitals(body, at)
  const [measured] = [
    { attribute: 'WBP_JUMPER', value: { bp_high: systolic, bp_low: diastolic, pr: pulse } },
    { attribute: 'TEMO_Jumper', value: { Temp: temperature, mode: 'Head' } },
    { attribute: 'BodyScale_JUMPER', value: { weight, Resistance: 540 } },
  ].slice(which)
  return measuredByBox(mac, card, measured ?? { attribute: 'BLE_disconnected', value: {} }, made)
}

const thaiOffset = 7 * hour

/** Since midnight, most of them by day; patients who lie in bed take few. */
function stepsAt(seed: number, body: Body, at: number): number {
  const today = Math.floor((at + thaiOffset) / day)
  const goal = 300 + 2500 * fraction(seed, `${body.name} steps ${today}`)
  const waking = ((at + thaiOffset) % day) / hour
  return Math.round(goal * Math.min(1, Math.max(0, (waking - 6) / 15)))
}

const digitsOfNight = 54

/** The last night as a watch sends it, ten minutes a digit: awake at first, then changing every half hour. */
function nightOf(seed: number, body: Body, at: number): string {
  const morning = Math.floor((at + thaiOffset - 7 * hour) / day)
  return Array.from({ length: digitsOfNight }, (_, digit) => {
    if (digit < 3) return '0'
    const turn = fraction(seed, `${body.name} night ${morning} ${Math.floor(digit / 3)}`)
    return turn < 0.12 ? '0' : turn < 0.65 ? '1' : '2'
  }).join('')
}
