import { alarms, computePermissions, type StaffTypeCode, staffTypes } from 'contract'
import { v7 as newId } from 'uuid'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  minute,
  startTestBedside,
  type TestBedside,
  type TestPatient,
} from '../../../test/support/bedside.ts'
import { getErrorName } from '../../../test/support/refusal.ts'

let bedside: TestBedside
let patient: TestPatient
let inCharge: { nurse: string; doctor: string }
beforeAll(async () => {
  bedside = await startTestBedside()
  const { nurses, doctors } = await bedside.nurse(alarms.duties, {})
  inCharge = { nurse: nurses[0]?._id ?? '', doctor: doctors[0]?._id ?? '' }
})
afterAll(() => bedside.panel.close())

beforeEach(async () => {
  patient = await bedside.addPatient()
  await bedside.putInCharge(patient.ward, { nurse_in_charge: inCharge.nurse, doctor: inCharge.doctor })
})

const high = () => patient.send({ kind: 'spo2', spo2: 85 })
const medium = () => patient.send({ kind: 'temperature', temperature: 39 })

describe('an alarm that nobody acts on', () => {
  test('goes to the nurse in charge, to the doctor, and then to all who may act, who are notified again until its end', async () => {
    await high()
    const { _id, escalates_at } = await patient.findOpenAlarm()
    expect(Date.parse(escalates_at ?? '') - Date.parse(bedside.at())).toBe(2 * minute)
    await bedside.advance(119_000)
    expect(await patient.findOpenAlarm()).toMatchObject({ level: 'ward', assigned_to: null })
    await bedside.advance(1000)
    expect(await patient.findOpenAlarm()).toMatchObject({
      level: 'nurse_in_charge',
      assigned_to: { _id: inCharge.nurse },
    })
    await bedside.advance(2 * minute)
    expect(await patient.findOpenAlarm()).toMatchObject({
      level: 'doctor',
      assigned_to: { _id: inCharge.doctor },
      told: 1,
    })
    await bedside.advance(5 * minute)
    const { acting } = await bedside.nurse(alarms.duties, {})
    const everybody = acting.reduce((sum, { staff }) => sum + staff.length, 0)
    expect(everybody).toBeGreaterThan(2)
    expect(await patient.findOpenAlarm()).toMatchObject({ level: 'everybody', told: everybody, tellings: 1 })
    await bedside.advance(9 * minute)
    expect(await patient.findOpenAlarm()).toMatchObject({ tellings: 1 })
    for (let again = 1; again <= 6; again++) {
      await bedside.advance(10 * minute)
      expect(await patient.findOpenAlarm()).toMatchObject({ tellings: 1 + again })
    }
    expect(await patient.findOpenAlarm()).toMatchObject({ state: 'active', escalates_at: null })
    await bedside.advance(24 * 60 * minute)
    const { steps } = await bedside.nurse(alarms.get, { _id })
    expect(steps.map(({ step, level, told, to }) => [step, level, told, to?._id])).toEqual([
      ['raised', null, null, undefined],
      ['escalated', 'nurse_in_charge', 1, inCharge.nurse],
      ['escalated', 'doctor', 1, inCharge.doctor],
      ['escalated', 'everybody', everybody, undefined],
      ['escalation-ended', 'everybody', everybody, undefined],
    ])
  })

  test('of medium severity has longer, and in a ward that names nobody goes to all who may act', async () => {
    await bedside.putInCharge(patient.ward)
    await medium()
    await bedside.advance(9 * minute)
    expect((await patient.findOpenAlarm()).level).toBe('ward')
    await bedside.advance(minute)
    expect(await patient.findOpenAlarm()).toMatchObject({ level: 'everybody', assigned_to: null })
  })

  test('goes to nobody else once somebody has acknowledged it', async () => {
    await high()
    const { _id } = await patient.findOpenAlarm()
    await bedside.nurse(alarms.acknowledge, { _id, severity: 'high' })
    await bedside.advance(10 * minute)
    expect(await patient.findOpenAlarm()).toMatchObject({ level: 'ward', escalates_at: null })
  })

  test('gets its full time again when it is handed to somebody', async () => {
    await high()
    const { _id } = await patient.findOpenAlarm()
    await bedside.advance(minute)
    await bedside.nurse(alarms.assign, { _id, staff_id: inCharge.doctor })
    await bedside.advance(minute)
    expect((await patient.findOpenAlarm()).level).toBe('ward')
    await bedside.advance(minute)
    expect((await patient.findOpenAlarm()).level).toBe('nurse_in_charge')
  })
})

describe('a person whom the ward names and who cannot act', () => {
  const change = (id: string, to: { status: string } | { staff_type_id: string }) =>
    bedside.panel.root.updateTable('staff').set(to).where('id', '=', id).execute()
  const findType = async (code: StaffTypeCode) => {
    const { root } = bedside.panel
    const type = await root
      .selectFrom('staff_types')
      .select('id')
      .where('code', '=', code)
      .executeTakeFirstOrThrow()
    return type.id
  }
  const nameNewNurse = async () => {
    const { session } = await bedside.panel.asNew({ staffType: 'nurse' })
    await bedside.putInCharge(patient.ward, { nurse_in_charge: session.user_id, doctor: inCharge.doctor })
    return session.user_id
  }

  test('because the account is blocked or deleted is passed over at once', async () => {
    for (const status of ['blocked', 'deleted']) {
      const one = await bedside.addPatient()
      await change(await nameNewNurse(), { status })
      await one.send({ kind: 'spo2', spo2: 85 })
      await bedside.advance(2 * minute)
      expect(await one.findOpenAlarm()).toMatchObject({
        level: 'doctor',
        told: 1,
        assigned_to: { _id: inCharge.doctor },
      })
    }
  })

  test('because of another staff type is not counted, told or assigned; the others of the level are', async () => {
    const mayNotAct = (Object.keys(staffTypes) as StaffTypeCode[]).find(
      (type) => !computePermissions(type, false).includes('alarm:act'),
    )
    const named = await nameNewNurse()
    await change(named, { staff_type_id: await findType(mayNotAct ?? 'admin') })
    const [groupId, hospital_id] = [newId(), bedside.hospitalId]
    const { root } = bedside.panel
    await root
      .insertInto('groups')
      .values({
        id: groupId,
        hospital_id,
        name: `On call ${groupId}`,
        escalation: 'nurse_in_charge',
        updated_at: bedside.at(),
      })
      .execute()
    for (const staff_id of [named, inCharge.nurse])
      await root.insertInto('group_members').values({ hospital_id, group_id: groupId, staff_id }).execute()
    await root
      .insertInto('group_wards')
      .values({ hospital_id, group_id: groupId, ward_id: patient.ward })
      .execute()
    await high()
    await bedside.advance(2 * minute)
    expect(await patient.findOpenAlarm()).toMatchObject({
      level: 'nurse_in_charge',
      told: 1,
      assigned_to: null,
    })
    await root.deleteFrom('group_wards').where('group_id', '=', groupId).execute()
  })
})

describe('a snoozed alarm', () => {
  test('escalates to nobody until the snooze ends, and then as one that has just been raised', async () => {
    await high()
    const { _id } = await patient.findOpenAlarm()
    await bedside.nurse(alarms.snooze, { _id, severity: 'high', minutes: 5 })
    await bedside.advance(4 * minute)
    expect(await patient.findOpenAlarm()).toMatchObject({
      level: 'ward',
      escalates_at: null,
      snoozes_left: 2,
    })
    await bedside.advance(minute)
    expect(await patient.findOpenAlarm()).toMatchObject({ level: 'ward', snoozed_until: null })
    await bedside.advance(2 * minute)
    expect((await patient.findOpenAlarm()).level).toBe('nurse_in_charge')
    expect(await bedside.listSteps(_id)).toEqual(['raised', 'snoozed', 'snooze-ended', 'escalated'])
  })

  test('is snoozed three times at most, and one of high severity for ten minutes', async () => {
    await high()
    const { _id } = await patient.findOpenAlarm()
    const snoozed = (minutes: 5 | 10 | 15) =>
      getErrorName(bedside.nurse(alarms.snooze, { _id, severity: 'high', minutes }))
    expect(await snoozed(15)).toBe('invalid')
    expect(await snoozed(10)).toBeUndefined()
    expect(await snoozed(5)).toBeUndefined()
    expect(await snoozed(5)).toBeUndefined()
    expect(await snoozed(5)).toBe('snoozed-too-often')
  })

  test('that worsens is no longer silent', async () => {
    await patient.send({ kind: 'temperature', temperature: 39, minutesAgo: 1 })
    const { _id } = await patient.findOpenAlarm()
    await bedside.nurse(alarms.snooze, { _id, severity: 'medium', minutes: 30 })
    await patient.send({ kind: 'temperature', temperature: 41 })
    const alarm = await patient.findOpenAlarm()
    expect(alarm).toMatchObject({ severity: 'high', snoozed_until: null })
    expect(Date.parse(alarm.escalates_at ?? '') - Date.parse(bedside.at())).toBe(2 * minute)
  })
})

describe('an alarm of which everybody has been notified as often as may be', () => {
  /** Nobody acts on an alarm of a ward that names nobody. */
  async function ignoreToEnd() {
    await bedside.putInCharge(patient.ward)
    for (let telling = 1; telling <= 7; telling++) await bedside.advance(30 * minute)
    expect(await patient.findOpenAlarm()).toMatchObject({ tellings: 7, escalates_at: null })
  }

  async function expectToldAnew() {
    for (let telling = 1; telling <= 2; telling++) {
      await bedside.advance(30 * minute)
      const { tellings, escalates_at } = await patient.findOpenAlarm()
      expect({ tellings, isToldAgain: escalates_at !== null }).toEqual({
        tellings: telling,
        isToldAgain: true,
      })
    }
  }

  test('is told anew when it worsens', async () => {
    await medium()
    await ignoreToEnd()
    await patient.send({ kind: 'temperature', temperature: 41 })
    await expectToldAnew()
  })

  test('is told anew when somebody calls for help again after it was acknowledged', async () => {
    await patient.send({ kind: 'sos' })
    await ignoreToEnd()
    const { _id } = await patient.findOpenAlarm()
    await bedside.nurse(alarms.acknowledge, { _id, severity: 'high' })
    bedside.skip(minute)
    await patient.send({ kind: 'sos' })
    await expectToldAnew()
  })

  test('is told anew when it is handed to somebody', async () => {
    await high()
    await ignoreToEnd()
    const { _id } = await patient.findOpenAlarm()
    await bedside.nurse(alarms.assign, { _id, staff_id: inCharge.doctor })
    await expectToldAnew()
  })

  test('is told anew after a snooze', async () => {
    await high()
    await ignoreToEnd()
    const { _id } = await patient.findOpenAlarm()
    await bedside.nurse(alarms.snooze, { _id, severity: 'high', minutes: 5 })
    await bedside.advance(5 * minute)
    await expectToldAnew()
  })
})
