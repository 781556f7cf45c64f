import {
  alarms,
  audit,
  contract,
  devices,
  type Endpoint,
  patients,
  permissionMatrix,
  spo2Scale,
  thresholds,
} from 'contract'
import { v7 as newId } from 'uuid'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestPanel, type TestPanel } from '../src/testing.ts'
import { getErrorName } from './support/refusal.ts'

describe('a call fails, and shows nothing, if its handler', () => {
  let panel: TestPanel
  const toggled = [contract.patients.list, contract.thresholds.get] as Endpoint[]
  const toggle = () => {
    for (const endpoint of toggled)
      Object.assign(endpoint, { patientData: !endpoint.patientData, opensRecord: false })
  }
  beforeAll(async () => {
    toggle()
    panel = await startTestPanel()
  })
  afterAll(async () => {
    await panel.close()
    toggle()
  })

  test('names no patients for the audit though the call is declared as patient data', async () => {
    const nurse = await panel.as('nurse')
    expect(await getErrorName(nurse(thresholds.get, {}))).toBe('failed')
  })

  test('names patients for the audit though the call is not declared as patient data', async () => {
    const nurse = await panel.as('nurse')
    expect(await getErrorName(nurse(patients.list, {}))).toBe('failed')
  })
})

describe('the audit of a refused call', () => {
  let panel: TestPanel
  let patientId: string
  beforeAll(async () => {
    panel = await startTestPanel()
    const { rows } = await (await panel.as('nurse'))(patients.list, { number_of_rec: 1 })
    patientId = rows[0]?._id ?? ''
  })
  afterAll(() => panel.close())

  /** The patients and the detail of the newest entry of a person. */
  async function findLastEntry(staffId: string) {
    const admin = await panel.as('admin')
    const { rows } = await admin(audit.list, { filterLists: { staff_id: staffId } })
    const { entry } = await admin(audit.get, { _id: rows[0]?._id ?? '' })
    const { outcome, patients: named, patient_count, detail } = entry
    return { outcome, patients: named.map(({ _id }) => _id), patient_count, detail }
  }

  test.each<[string, Endpoint, (id: string) => object]>([
    ['by its own id', patients.get, (_id) => ({ _id })],
    ['by its own id for a photo', patients.getPhoto, (_id) => ({ _id })],
    ['by the field of a scale', spo2Scale.set, (patient_id) => ({ patient_id, scale: 2, reason: 'COPD' })],
    ['by the field of who opened it', audit.recordAccess, (patient_id) => ({ patient_id })],
  ])('names the patient who was asked for %s', async (_, endpoint, createBody) => {
    const driver = await panel.asNew({ staffType: 'driver' })
    expect(await getErrorName(driver(endpoint, createBody(patientId) as never))).toBe('not-allowed')
    expect(await findLastEntry(driver.session.user_id)).toMatchObject({
      outcome: 'not-allowed',
      patients: [patientId],
      patient_count: 1,
    })
  })

  test.each<[string, Endpoint]>([
    ['an alarm', alarms.get],
    ['a device', devices.get],
    ['an opening by exception', permissionMatrix.seeGlassBroken],
  ])('does not count the id of %s as a patient or a user', async (_, endpoint) => {
    const admin = await panel.asNew({ staffType: 'admin' })
    expect(await getErrorName(admin(endpoint, { _id: newId() } as never))).toBe('not-found')
    expect(await findLastEntry(admin.session.user_id)).toEqual({
      outcome: 'not-found',
      patients: [],
      patient_count: 0,
      detail: null,
    })
  })
})
