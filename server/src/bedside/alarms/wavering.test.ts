import { alarms, thresholds } from 'contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { minute, startTestBedside, type TestBedside } from '../../../test/support/bedside.ts'

let bedside: TestBedside
beforeAll(async () => {
  bedside = await startTestBedside()
})
afterAll(() => bedside.panel.close())

const pressure = (systolic: number) => ({ kind: 'blood_pressure', systolic, diastolic: 80 })

test('a pressure that flaps around its limit for a minute is one alarm, open all the while', async () => {
  const patient = await bedside.addPatient()
  for (let second = 0; second < 60; second += 2) {
    await patient.send(pressure(second % 4 === 0 ? 180 : 179))
    expect(await patient.findOpenAlarm()).toMatchObject({ rule: 'systolic-high', value: 180, ended_at: null })
    bedside.skip(2000)
  }
  expect(await patient.listAlarms()).toHaveLength(1)
})

test('a value that returns to normal and goes beyond again is the same alarm for five minutes, and a new one later', async () => {
  const patient = await bedside.addPatient()
  await patient.send(pressure(185))
  const { _id } = await patient.findOpenAlarm()
  bedside.skip(minute)
  await patient.send(pressure(170))
  expect(await patient.listAlarms()).toMatchObject([{ _id, state: 'cleared', clearing: 'recovered' }])
  bedside.skip(5 * minute)
  await patient.send(pressure(190))
  expect(await patient.listAlarms()).toMatchObject([
    { _id, state: 'active', clearing: null, cleared_at: null },
  ])
  expect(await bedside.listSteps(_id)).toEqual(['raised', 'ended', 'cleared', 'returned'])
  bedside.skip(minute)
  await patient.send(pressure(170))
  bedside.skip(5 * minute + 1000)
  await patient.send(pressure(185))
  expect(await patient.listAlarms()).toMatchObject([
    { state: 'active', value: 185 },
    { _id, state: 'cleared' },
  ])
})

test('an alarm that comes and goes escalates as if it had stayed, since nobody acted', async () => {
  const patient = await bedside.addPatient()
  for (let minutes = 0; minutes < 10; minutes++) {
    await patient.send(pressure(minutes % 2 === 0 ? 185 : 170))
    await bedside.advance(minute)
  }
  await patient.send(pressure(185))
  await bedside.advance(1000)
  expect((await patient.findOpenAlarm()).level).not.toBe('ward')
})

test('a critical value that comes back after it was acknowledged must be acknowledged again', async () => {
  const patient = await bedside.addPatient()
  await patient.send({ kind: 'spo2', spo2: 84 })
  const { _id } = await patient.findOpenAlarm()
  await bedside.nurse(alarms.acknowledge, { _id, severity: 'high' })
  bedside.skip(minute)
  await patient.send({ kind: 'spo2', spo2: 97 })
  expect(await patient.listAlarms()).toMatchObject([{ _id, state: 'cleared' }])
  bedside.skip(minute)
  await patient.send({ kind: 'spo2', spo2: 85 })
  expect(await patient.findOpenAlarm()).toMatchObject({ _id, state: 'active', value: 84, worst_value: 84 })
})

test('an alarm shows the worst value since it was raised, whatever came in between', async () => {
  const patient = await bedside.addPatient()
  await patient.send({ kind: 'spo2', spo2: 89, minutesAgo: 4 })
  await patient.send(
    { kind: 'spo2', spo2: 86, minutesAgo: 3 },
    { kind: 'spo2', spo2: 81, minutesAgo: 2 },
    { kind: 'spo2', spo2: 88, minutesAgo: 1 },
  )
  const alarm = await patient.findOpenAlarm()
  expect(alarm).toMatchObject({ value: 89, worst_value: 81, last_value: 88 })
  expect(Date.parse(alarm.worst_at ?? '')).toBe(Date.parse(bedside.at(2)))
})

test('a hospital sets the dead band and for how long an alarm is the same', async () => {
  const held = await bedside.doctor(thresholds.get, {})
  const wanted = structuredClone(held.thresholds)
  wanted.dead_bands.systolic = 0
  wanted.times.same_alarm_minutes = 0
  await bedside.doctor(thresholds.update, { version: held.version, thresholds: wanted, reason: 'As it was' })
  const patient = await bedside.addPatient()
  for (const systolic of [180, 179, 180]) {
    bedside.skip(1000)
    await patient.send(pressure(systolic))
  }
  expect(await patient.listAlarms()).toHaveLength(2)
})
