import { standardLimits } from 'contract'
import { describe, expect, test } from 'vitest'
import { decode } from '../bedside/decode/decode.ts'
import { Unreadable } from '../bedside/decode/unreadable.ts'
import type { Decoded } from '../bedside/measurement.ts'
import { deviceMacs, listDemoDevices } from './hospital.ts'
import { listMessages } from './messages.ts'
import { minute, type SimulatedMessage } from './plan.ts'
import { createCalmPlan, createLivePlan, historyMs } from './script.ts'

const begins = Date.parse('2026-11-05T07:32:00.000Z')
const cycle = 30 * minute
const devices = listDemoDevices('2026-11-05T07:32:00.000Z')
const findDevice = (bed: string, kind: string) =>
  devices.find(({ body, kind: own }) => body.name === bed && own === kind)?.mac ?? ''

const plan = createLivePlan(1, begins)
const live = listMessages(plan, begins, begins + cycle)
const calm = listMessages(createCalmPlan(1, begins), begins - historyMs, begins + 1)

function read({ topic, payload, at }: SimulatedMessage): Decoded | undefined {
  try {
    return decode(topic, Buffer.from(payload), at)
  } catch (error) {
    if (error instanceof Unreadable) return undefined
    throw error
  }
}
const measured = (messages: readonly SimulatedMessage[]) =>
  messages.flatMap((message) =>
    (read(message)?.measurements ?? []).map((one) => ({ ...one, at: message.at })),
  )
const toMinute = (at: number | string) => (new Date(at).getTime() - begins) / minute
const listHeartbeats = (mac: string) => live.filter(({ from }) => from === mac).map(({ at }) => toMinute(at))

describe('the simulation', () => {
  test('is the same for the same seed, to the byte, and differs for another seed', () => {
    expect(listMessages(createLivePlan(1, begins), begins, begins + cycle)).toEqual(live)
    expect(listMessages(createLivePlan(2, begins), begins, begins + cycle)).not.toEqual(live)
  })

  test.each([1000, 7321, 5 * minute])('is the same when it is computed %i ms at a time', (span) => {
    const parts: SimulatedMessage[] = []
    for (let at = begins; at < begins + cycle; at += span)
      parts.push(...listMessages(plan, at, Math.min(at + span, begins + cycle)))
    expect(parts).toEqual(live)
  })

  test.each([1, 2, 3, 4, 5])('has no two messages of a device at one instant, with seed %i', (seed) => {
    const spans = [
      listMessages(createLivePlan(seed, begins), begins, begins + 3 * cycle),
      listMessages(createCalmPlan(seed, begins), begins - historyMs, begins + 1),
    ]
    for (const span of spans) {
      const instants = span.map(({ from, at }) => `${from} ${at}`)
      expect(new Set(instants).size).toBe(instants.length)
      expect(span.length).toBeGreaterThan(500)
    }
  })

  test('is readable, but for the one message in a cycle that breaks off', () => {
    for (const message of calm) expect(read(message)?.rejected).toEqual([])
    const unreadable = live.filter((message) => read(message)?.rejected.length !== 0)
    expect(unreadable.map(({ from, at }) => [from, Math.round(toMinute(at))])).toEqual([
      [deviceMacs.medicalGateway, 10],
    ])
  })

  test('has messages from every device, and every kind of reading that these devices have', () => {
    const silent = devices.filter(({ mac }) => !live.some(({ from }) => from === mac))
    // A scale is used once a day.
    expect(silent.map(({ kind }) => kind)).toEqual(['scale'])
    expect(new Set(measured(calm).map(({ kind }) => kind))).toEqual(
      new Set([
        'activity',
        'blood_pressure',
        'body',
        'glucose',
        'position',
        'pulse',
        'sleep',
        'spo2',
        'temperature',
      ]),
    )
  })

  test('is current: only a gateway that was offline sends what is more than half a minute old', () => {
    const gatewayBack = begins + 26 * minute
    const old = measured(live).filter(
      ({ reportedAt, at, kind }) => at - reportedAt > 30_000 && kind !== 'sleep',
    )
    expect(old.length).toBeGreaterThan(30)
    for (const { at } of old) {
      expect(at).toBeGreaterThanOrEqual(gatewayBack)
      expect(at).toBeLessThan(gatewayBack + minute)
    }
  })

  test('runs faster when told to, and its messages have the real time', () => {
    const fast = listMessages(createLivePlan(1, begins, 10), begins, begins + cycle / 10)
    expect(fast.length).toBe(live.length)
    const falls = measured(fast).filter(({ kind }) => kind === 'fall')
    expect(falls.map(({ reportedAt }) => Math.round(toMinute(reportedAt) * 10))).toEqual([7])
  })
})

describe('an episode', () => {
  const listSpo2 = (mac: string) => measured(live).filter((one) => one.mac === mac && one.kind === 'spo2')
  const { low } = standardLimits.adult.spo2

  test('of low saturation is beyond the limit within two minutes, and over after seven', () => {
    const values = listSpo2(findDevice('MM 03', 'oximeter')).map(({ reportedAt, values: { spo2 } }) => ({
      at: toMinute(reportedAt),
      spo2: spo2 ?? 0,
    }))
    const beyond = values.filter(({ spo2 }) => spo2 < (low ?? 0))
    expect(beyond[1]?.at).toBeLessThanOrEqual(2.5)
    expect(beyond.at(-1)?.at).toBeLessThan(7)
    expect(Math.min(...beyond.map(({ spo2 }) => spo2))).toBeLessThan(90)
    expect(Math.max(...values.map(({ spo2 }) => spo2))).toBeLessThanOrEqual(100)
  })

  test('of an offline gateway sends nothing, and afterwards what it heard with the time it heard it', () => {
    const beats = listHeartbeats(deviceMacs.emergencyGateway)
    expect(beats.filter((at) => at >= 14 && at < 26)).toEqual([])
    const late = listSpo2(findDevice('PED 07', 'oximeter')).filter(
      ({ at, reportedAt }) => at - reportedAt > 30_000,
    )
    expect(late.map(({ reportedAt }) => reportedAt)).toEqual(
      late.map(({ reportedAt }) => reportedAt).sort((one, other) => one - other),
    )
    expect(late.every((one) => one.gatewayScanTime === one.reportedAt)).toBe(true)
    expect(late.map(({ reportedAt }) => Math.round(toMinute(reportedAt)))).toEqual(
      expect.arrayContaining([14, 15, 20, 25]),
    )
    const beyond = late.filter(({ values: { spo2 } }) => (spo2 ?? 100) < 90)
    expect(beyond.length).toBeGreaterThan(0)
    for (const { at, reportedAt } of beyond) expect(at - reportedAt).toBeGreaterThan(10 * minute)
  })

  test('of a fall and of a call for help happens once, at its minute, with the position', () => {
    const emergencies = measured(live).filter(({ kind }) => kind === 'fall' || kind === 'sos')
    expect(emergencies.map(({ kind, mac, reportedAt }) => [kind, mac, toMinute(reportedAt)])).toEqual([
      ['fall', findDevice('FM 01', 'watch'), 7],
      ['sos', findDevice('ER R2', 'watch'), 17],
    ])
    for (const { values } of emergencies) expect(values.lat).toBeCloseTo(17.88, 1)
  })

  test('of a battery takes it below its alarm limit, and only that battery', () => {
    const batteries = live.flatMap((message) => read(message)?.statusReports ?? [])
    const low = new Set(batteries.filter(({ battery }) => (battery ?? 100) <= 15).map(({ mac }) => mac))
    expect([...low]).toEqual([findDevice('ICU 01', 'watch')])
  })
})

test('a device that nobody wears is tried once a cycle', () => {
  const spare = findDevice('nobody', 'cuff')
  const tried = measured(live).filter(({ mac }) => mac === spare || mac === deviceMacs.strangeWatch)
  expect(new Set(tried.map(({ mac, kind }) => `${mac} ${kind}`))).toEqual(
    new Set([`${spare} blood_pressure`, `${deviceMacs.strangeWatch} pulse`]),
  )
  expect(tried).toHaveLength(2)
})
