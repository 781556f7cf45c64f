import { monitoring, readings } from 'contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  addDevice,
  startTestBedside,
  type TestBedside,
  type TestPatient,
} from '../../test/support/bedside.ts'
import { computeReadingId } from './intake/reading-id.ts'

let bedside: TestBedside
beforeAll(async () => {
  bedside = await startTestBedside()
})
afterAll(() => bedside.panel.close())

const hex = (value: number, octets: number) =>
  Array.from({ length: octets }, (_, at) => ((value >> (8 * at)) & 0xff).toString(16).padStart(2, '0')).join(
    '',
  )

/** A patient with a glucose meter, and what it says by Bluetooth. */
async function meter() {
  const patient = await bedside.addPatient()
  const { mac } = await addDevice(bedside, 'glucometer', { id: patient.id, minutesAgo: 60 })
  const say = (uuid: string, octets: string) =>
    bedside.receive('ble_raw', {
      mac: '02D0C0000099',
      time: Date.parse(bedside.at()) / 1000,
      scan_time: Date.parse(bedside.at()) / 1000,
      ble_addr: mac,
      uuid,
      hex: octets,
    })
  return {
    patient,
    mac,
    /** 108 mg/dL at 14:30 by the clock of the meter. */
    tests: (number: number) =>
      say('2A18', `03${hex(number, 2)}ea070b050e1e000000 6cb0 11`.replaceAll(' ', '')),
    saysMeal: (number: number, meal: number) => say('2A34', `02${hex(number, 2)}${hex(meal, 1)}`),
  }
}

const listMarkers = async ({ id }: TestPatient) =>
  (await bedside.nurse(readings.history, { patient_id: id, kinds: ['glucose'] })).rows.map(
    ({ marker }) => marker,
  )

async function findNewestNote({ id }: TestPatient) {
  const { tiles } = await bedside.nurse(monitoring.wall, { patient_id: id })
  return tiles[0]?.latest.find(({ vital }) => vital === 'blood_glucose')?.note
}

describe('the meal that a meter says of a test', () => {
  test('becomes the marker of that test, in the record and among the newest values', async () => {
    const { patient, tests, saysMeal } = await meter()
    await tests(7)
    expect(await listMarkers(patient)).toEqual(['no_marker'])
    await saysMeal(7, 3)
    expect(await listMarkers(patient)).toEqual(['fasting'])
    expect(await findNewestNote(patient)).toBe('fasting')
  })

  test('is applied when both messages are taken in at once', async () => {
    const { patient, tests, saysMeal } = await meter()
    await Promise.all([tests(8), saysMeal(8, 2)])
    expect(await listMarkers(patient)).toEqual(['after_meal'])
    expect(await findNewestNote(patient)).toBe('after_meal')
  })

  test('stays when both are sent again, and changes no other test', async () => {
    const { patient, tests, saysMeal } = await meter()
    await tests(9)
    await saysMeal(9, 1)
    await tests(9)
    await saysMeal(9, 3)
    await saysMeal(10, 3)
    expect(await listMarkers(patient)).toEqual(['before_meal'])
  })
})

describe('the number of a test', () => {
  test('tells two tests of the same time and value apart', async () => {
    const { patient, tests } = await meter()
    await tests(1)
    await tests(2)
    await tests(2)
    expect(await listMarkers(patient)).toHaveLength(2)
  })

  test('does not double a test that an earlier version stored without it', async () => {
    const { patient, mac, tests } = await meter()
    const at = '2026-11-05T07:30:00.000Z'
    const values = { blood_glucose: 108, marker: 'no_marker' } as const
    const id = computeReadingId(bedside.hospitalId, {
      kind: 'glucose',
      values,
      source: 'gateway',
      mac,
      deviceType: null,
      reportedAt: Date.parse(at),
      gatewayScanTime: null,
    })
    await bedside.panel.root
      .insertInto('readings')
      .values({
        id,
        hospital_id: bedside.hospitalId,
        patient_id: patient.id,
        measured_at: at,
        received_at: at,
        kind: 'glucose',
        source: 'gateway',
        mac,
        ...values,
      })
      .execute()
    await tests(3)
    expect(await listMarkers(patient)).toHaveLength(1)
  })
})
