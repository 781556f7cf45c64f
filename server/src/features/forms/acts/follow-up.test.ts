import {
  admissions,
  type Client,
  type FollowUp,
  FollowUpChangedMeanwhile,
  type FollowUpKind,
  fleet,
  groups,
  type Input,
  missionFollowUp,
  operationRecords,
  toBangkokDay,
  transportationTreatments,
  visits,
} from 'contract'
import { v7 as newId } from 'uuid'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startTestBedside, type TestBedside } from '../../../../test/support/bedside.ts'
import {
  addCrew,
  answerAll,
  plannedRequest,
  requestAmbulance,
  sceneRequest,
  takeSteps,
} from '../../../../test/support/missions.ts'
import { expectRefusal, getErrorName } from '../../../../test/support/refusal.ts'
import { type SignedIn, testNow } from '../../../testing.ts'

let bedside: TestBedside
let nurse: Client
let registrar: SignedIn
let crew: SignedIn
let patientId: string
let wardId: string

const today = toBangkokDay(testNow)
const before = (minutes: number) => new Date(Date.parse(testNow) - minutes * 60_000).toISOString()

beforeAll(async () => {
  bedside = await startTestBedside()
  nurse = bedside.nurse
  registrar = await bedside.panel.asNew({ staffType: 'registrar' })
  crew = await bedside.panel.asNew({ staffType: 'paramedic' })
})
afterAll(() => bedside.panel.close())

beforeEach(async () => {
  const patient = await bedside.addPatient()
  patientId = patient.id
  wardId = patient.ward
})

const listOtherWards = async () =>
  (await bedside.panel.root.selectFrom('wards').select('id').where('id', '!=', wardId).execute()).map(
    ({ id }) => id,
  )

/** A mission that is over, of which a patient was carried; with the sheet on which it is followed up. */
async function drive(
  request: Record<string, unknown>,
  {
    isClosed = true,
    operation_id = null,
    leader = crew,
  }: { isClosed?: boolean; operation_id?: string | null; leader?: SignedIn } = {},
): Promise<string> {
  const called = before(180)
  const id = await requestAmbulance(nurse, { ...request, received_at: called, patient: patientId })
  const { call_sign: _callSign, ...assigned } = await addCrew(bedside.panel, leader)
  await takeSteps(nurse, id, [
    { step: 'ASSIGNED', at: before(175), ...assigned, operation_id },
    { step: 'AT_SCENE', at: before(160) },
    { step: 'LEFT_SCENE', at: before(150) },
    { step: 'AT_DESTINATION', at: before(130) },
    { step: 'HANDED_OVER', at: before(120) },
    { step: 'BACK_AT_BASE', at: before(100) },
    ...(isClosed ? [{ step: 'CLOSED' as const, at: before(90), note: 'เขียนในกระดาษ' }] : []),
  ])
  return id
}

async function writeSheet(about: FollowUpKind, missionId: string, answers: Record<string, unknown> = {}) {
  const new_id = newId()
  const call = about === 'payment' ? transportationTreatments.add : operationRecords.add
  await nurse(call, { new_id, operations: answerAll(answers), mission_id: missionId })
  return new_id
}

const completeSheet = (sheetId: string) =>
  bedside.panel.root
    .updateTable('form_records')
    .set({
      state: 'complete',
      number: sheetId,
      completed_at: testNow,
      completed_by: registrar.session.user_id,
    })
    .where('id', '=', sheetId)
    .execute()

const list = async (about: FollowUpKind, more: { only_open?: boolean } = {}, by: Client = registrar) =>
  (await by(missionFollowUp.list, { about, from: today, to: today, number_of_rec: 100, ...more })).rows
const find = async (about: FollowUpKind, missionId: string, more: { only_open?: boolean } = {}) =>
  (await list(about, more)).find(({ mission }) => mission._id === missionId)
const require = async (about: FollowUpKind, missionId: string): Promise<FollowUp> => {
  const row = await find(about, missionId, { only_open: false })
  if (!row) throw new Error('it is not listed')
  return row
}

type Payment = Omit<Input<typeof missionFollowUp.recordPayment>, '_id' | 'version'>
const pay = async (missionId: string, payment: Payment, by: Client = registrar) => {
  const { sheet } = await require('payment', missionId)
  return (
    await by(missionFollowUp.recordPayment, {
      _id: sheet?._id ?? '',
      version: sheet?.version ?? 1,
      ...payment,
    })
  ).row
}
const paid: Payment = { payment: 'PAID', channel: 'CASH', receipt_number: 'R 12', price: 1500 }

describe('the payment of a transfer', () => {
  test('is open until it is paid, and stands on the sheet', async () => {
    const missionId = await drive(plannedRequest)
    const sheetId = await writeSheet('payment', missionId)
    expect(await find('payment', missionId)).toMatchObject({ payment: { state: null, total: null } })
    await pay(missionId, { payment: 'UNPAID', price: 1500, km: 12.5, km_rate: 10 })
    expect(await find('payment', missionId)).toMatchObject({ payment: { state: 'UNPAID', total: 1625 } })
    await pay(missionId, { ...paid, km: 12.5, km_rate: 10 })
    expect(await find('payment', missionId)).toBeUndefined()
    const row = await require('payment', missionId)
    expect(row.payment).toMatchObject({ state: 'PAID', channel: 'CASH', receipt_number: 'R 12', total: 1625 })
    const { rows } = await nurse(transportationTreatments.list, { _id: sheetId })
    expect(rows[0]?.answers).toMatchObject({
      payment: 'PAID',
      payment_channel: 'CASH',
      fee_km: 12.5,
      paid_to: row.payment?.paid_to,
    })
    expect(row.payment?.paid_to).not.toBeNull()
  })

  test('is recorded by a registrar, who has no right to forms, and not by a crew', async () => {
    const missionId = await drive(plannedRequest)
    await writeSheet('payment', missionId)
    expect(await getErrorName(pay(missionId, paid, crew))).toBe('not-allowed')
    expect(await pay(missionId, paid)).toMatchObject({ payment: { state: 'PAID' } })
  })

  test('is corrected with a reason alone: what was recorded stays, and an addendum says why', async () => {
    const missionId = await drive(plannedRequest)
    const sheetId = await writeSheet('payment', missionId)
    await pay(missionId, paid)
    const refused = await expectRefusal(pay(missionId, { ...paid, channel: 'TRANSFER' }))
    expect(refused.fields).toEqual([{ field: 'reason', message: 'reason-required' }])
    const row = await pay(missionId, { ...paid, channel: 'TRANSFER', reason: 'โอน ไม่ใช่เงินสด' })
    expect(row.payment).toMatchObject({ channel: 'TRANSFER' })
    const channels = row.records.filter(({ field }) => field === 'payment_channel')
    expect(channels.map(({ answer }) => answer)).toEqual(['TRANSFER', 'CASH'])
    const { rows } = await nurse(transportationTreatments.list, { _id: sheetId })
    expect(rows[0]?.addenda).toMatchObject([
      {
        what: 'ช่องทางชำระ: เงินสด → โอน / Channel: Cash → Transfer',
        why: 'โอน ไม่ใช่เงินสด',
        by: { _id: registrar.session.user_id },
      },
    ])
  })

  test('of a complete sheet is changed on it by nobody, and with a reason in its follow-up', async () => {
    const missionId = await drive(plannedRequest)
    const sheetId = await writeSheet('payment', missionId)
    await pay(missionId, paid)
    await completeSheet(sheetId)
    const write = (answers: Record<string, unknown>) =>
      nurse(transportationTreatments.edit, { _id: sheetId, operations: answerAll(answers) })
    const changed = await write({ price: 1, payment: 'UNPAID', satisfaction_patient: '5' })
    expect(changed.results.map(({ outcome }) => outcome)).toEqual(['closed', 'closed', 'applied'])
    expect(changed.record.answers).toMatchObject({ price: 1500, payment: 'PAID' })
    const row = await pay(missionId, { ...paid, price: 1400, reason: 'คิดราคาผิด' })
    expect(row.payment).toMatchObject({ price: 1400 })
    const { rows } = await nurse(transportationTreatments.list, { _id: sheetId })
    expect(rows[0]?.addenda).toMatchObject([{ why: 'คิดราคาผิด' }])
  })

  test('that somebody else recorded meanwhile is shown and not overwritten', async () => {
    const missionId = await drive(plannedRequest)
    await writeSheet('payment', missionId)
    const { sheet } = await require('payment', missionId)
    await pay(missionId, paid)
    const refused = await expectRefusal(
      nurse(missionFollowUp.recordPayment, {
        _id: sheet?._id ?? '',
        version: sheet?.version ?? 0,
        payment: 'UNPAID',
      }),
    )
    expect(FollowUpChangedMeanwhile.parse(refused.detail).row.payment).toMatchObject({ state: 'PAID' })
    expect(await require('payment', missionId)).toMatchObject({ payment: { state: 'PAID' } })
  })

  test('names what is missing: the channel, the price, and why it is another than that of its code', async () => {
    const missionId = await drive(plannedRequest)
    await writeSheet('payment', missionId)
    const problems = async (payment: Payment) => (await expectRefusal(pay(missionId, payment))).fields
    const fields = (await problems({ payment: 'PAID' }))?.map(({ field }) => field)
    expect(fields).toEqual(['channel', 'price'])
    const admin = await bedside.panel.as('admin')
    const fee_code = newId().slice(-8)
    await admin(fleet.saveOperation, {
      code: fee_code,
      name: 'ส่งต่อ',
      unit_level: 'ALS',
      fee_code,
      price: 1200,
    })
    expect(await problems({ ...paid, fee_code })).toEqual([
      { field: 'price_reason', message: 'reason-required' },
    ])
    expect(await problems({ ...paid, discount: 100 })).toEqual([
      { field: 'discount_reason', message: 'reason-required' },
    ])
    const waived = await pay(missionId, { payment: 'PAID', channel: 'WAIVED' })
    expect(waived.payment).toMatchObject({ state: 'PAID', total: null })
  })

  test('is missing where nobody wrote the sheet', async () => {
    const planned = await drive(plannedRequest)
    expect(await find('payment', planned)).toMatchObject({ _id: planned, sheet: null, payment: null })
  })

  test('follows the operation of its mission while nobody has written it', async () => {
    const admin = await bedside.panel.as('admin')
    const addOperation = async (price: number) =>
      (
        await admin(fleet.saveOperation, {
          code: newId().slice(-8),
          name: 'ออกเหตุ',
          unit_level: 'ALS',
          price,
          ...(price > 1000 && { km_rate: 15 }),
        })
      ).operation._id
    const [first, second] = [await addOperation(1200), await addOperation(800)]
    const missionId = await drive(sceneRequest, { operation_id: first, isClosed: false })
    const sheetId = await writeSheet('outcome', missionId)
    const write = async (answers: Record<string, unknown>) => {
      const { record } = await nurse(operationRecords.edit, {
        _id: sheetId,
        operations: answerAll(answers),
      })
      return record.answers
    }
    expect(await write({ zone: '1' })).toMatchObject({ price: 1200, km_rate: 15 })
    await takeSteps(nurse, missionId, [{ step: 'OPERATION_CHANGED', at: before(95), operation_id: second }])
    const changed = await write({ police_station: 'สน. 1' })
    expect(changed).toMatchObject({ price: 800 })
    expect(changed).not.toHaveProperty('km_rate')
    await nurse(operationRecords.edit, {
      _id: sheetId,
      operations: answerAll({ price: 900 }).map((one) => ({ ...one, base: 800 })),
    })
    await takeSteps(nurse, missionId, [{ step: 'OPERATION_CHANGED', at: before(94), operation_id: first }])
    expect(await write({ operation_number: '7' })).toMatchObject({ price: 900, km_rate: 15 })
  })

  test('of a mission to a scene stands on the operation form, with the price of its operation', async () => {
    const admin = await bedside.panel.as('admin')
    const { operation } = await admin(fleet.saveOperation, {
      code: newId().slice(-8),
      name: 'ออกเหตุ',
      unit_level: 'ALS',
      fee_code: newId().slice(-8),
      price: 1200,
      km_rate: 15,
    })
    const missionId = await drive(sceneRequest, { operation_id: operation._id })
    const listed = { fee_code: operation.fee_code, price: 1200, km_rate: 15 }
    expect(await find('payment', missionId)).toMatchObject({ sheet: null, mission: { operation: listed } })
    const sheetId = await writeSheet('outcome', missionId, { is_transported: true })
    expect(await find('payment', missionId)).toMatchObject({
      sheet: { _id: sheetId, form: 'operation-form' },
      payment: { state: null, fee_code: operation.fee_code, price: 1200, km_rate: 15 },
      records: [],
    })
    const row = await pay(missionId, {
      ...paid,
      fee_code: operation.fee_code,
      price: 1200,
      km: 10,
      km_rate: 15,
    })
    expect(row.payment).toMatchObject({ state: 'PAID', total: 1350 })
    expect(await find('payment', missionId)).toBeUndefined()
    const transfer = await drive(plannedRequest)
    await writeSheet('outcome', transfer, { is_transported: true })
    expect(await find('payment', transfer)).toMatchObject({ sheet: null })
  })

  test('of a transfer has the price of its operation, and another one has a reason, whatever its code', async () => {
    const admin = await bedside.panel.as('admin')
    const { operation } = await admin(fleet.saveOperation, {
      code: newId().slice(-8),
      name: 'ส่งต่อ',
      unit_level: 'ALS',
      fee_code: newId().slice(-8),
      price: 1200,
      km_rate: 4,
    })
    const missionId = await drive(plannedRequest, { operation_id: operation._id })
    const sheetId = await writeSheet('payment', missionId)
    const { rows } = await nurse(transportationTreatments.list, { _id: sheetId })
    expect(rows[0]?.answers).toMatchObject({ price: 1200, list_price: 1200, fee_code: operation.fee_code })
    await bedside.panel.root
      .updateTable('form_records')
      .set({ state: 'complete', number: sheetId, completed_at: testNow, completed_by: crew.session.user_id })
      .where('id', '=', sheetId)
      .execute()
    for (const fee_code of [operation.fee_code, null, 'X1'])
      expect((await expectRefusal(pay(missionId, { ...paid, price: 1000, fee_code }))).fields).toEqual([
        { field: 'price_reason', message: 'reason-required' },
      ])
    expect((await expectRefusal(pay(missionId, { ...paid, price: 1200, km_rate: 6 }))).fields).toEqual([
      { field: 'price_reason', message: 'reason-required' },
    ])
    // The sheet itself says the same.
    const write = async (answers: Record<string, unknown>) => {
      const operations = answerAll(answers).map((one) => ({
        ...one,
        base: one.path === 'price' ? 1200 : null,
      }))
      const { results } = await nurse(transportationTreatments.edit, { _id: sheetId, operations })
      return results.map(({ problem, outcome }) => problem ?? outcome)
    }
    expect(await write({ price: 1000, payment: 'PAID', payment_channel: 'CASH' })).toEqual([
      'applied',
      { field: 'payment', message: 'reason-required' },
      { field: 'payment_channel', message: 'reason-required' },
    ])
    const row = await pay(missionId, { ...paid, price: 1000, price_reason: 'ระยะทางสั้น' })
    expect(row.payment).toMatchObject({ state: 'PAID', price: 1000, price_reason: 'ระยะทางสั้น' })
  })

  describe('of an operation that costs more by now', () => {
    let missionId: string
    let sheetId: string
    let raise: () => Promise<unknown>
    const edit = async (answers: Record<string, unknown>) => {
      const sent = { _id: sheetId, operations: answerAll(answers) }
      return (await nurse(transportationTreatments.edit, sent)).record.answers
    }
    const begin = async (isClosed: boolean) => {
      const admin = await bedside.panel.as('admin')
      const values = { code: newId().slice(-8), name: 'ส่งต่อ', unit_level: 'ALS' as const }
      const { operation } = await admin(fleet.saveOperation, { ...values, price: 1200 })
      const { _id, version } = operation
      raise = () => admin(fleet.saveOperation, { ...values, _id, version, price: 1500, km_rate: 15 })
      missionId = await drive(plannedRequest, { operation_id: _id, isClosed })
      sheetId = await writeSheet('payment', missionId)
    }
    const own = { price: 1200, list_price: 1200 }

    test('stays as it was paid, and is corrected without a reason for its price', async () => {
      await begin(false)
      await pay(missionId, { ...paid, price: 1200 })
      await raise()
      const answers = await edit({ satisfaction_patient: '5' })
      expect(answers).toMatchObject(own)
      expect(answers).not.toHaveProperty('km_rate')
      const reason = 'โอน ไม่ใช่เงินสด'
      const row = await pay(missionId, { ...paid, price: 1200, channel: 'TRANSFER', reason })
      expect(row.payment).toMatchObject({ list_price: 1200, price: 1200, total: 1200 })
    })

    test('is paid as its sheet said', async () => {
      await begin(false)
      await raise()
      await pay(missionId, { ...paid, price: 1200 })
      expect(await edit({ satisfaction_patient: '5' })).toMatchObject(own)
    })

    test('is that of the day on which the mission was closed, and another one has a reason', async () => {
      await begin(true)
      await raise()
      const answers = await edit({ satisfaction_patient: '5' })
      expect(answers).toMatchObject(own)
      expect(answers).not.toHaveProperty('km_rate')
      expect((await expectRefusal(pay(missionId, { ...paid, price: 1500 }))).fields).toEqual([
        { field: 'price_reason', message: 'reason-required' },
      ])
      expect(await pay(missionId, { ...paid, price: 1200 })).toMatchObject({ payment: { total: 1200 } })
    })
  })

  test('by a fee code stays as it was paid, though the code costs more by now', async () => {
    const admin = await bedside.panel.as('admin')
    const [code, fee_code] = [newId().slice(-8), newId().slice(-8)]
    const values = { code, name: 'ส่งต่อ', unit_level: 'ALS' as const, fee_code }
    const { operation } = await admin(fleet.saveOperation, { ...values, price: 1200 })
    const missionId = await drive(plannedRequest)
    await writeSheet('payment', missionId)
    await pay(missionId, { ...paid, price: 1200, fee_code })
    const { _id, version } = operation
    await admin(fleet.saveOperation, { ...values, _id, version, price: 1500 })
    const correct = (price: number) =>
      pay(missionId, { ...paid, price, fee_code, receipt_number: 'R 13', reason: 'เลขที่ผิด' })
    expect((await expectRefusal(correct(1300))).fields).toEqual([
      { field: 'price_reason', message: 'reason-required' },
    ])
    expect(await correct(1200)).toMatchObject({ payment: { receipt_number: 'R 13', price: 1200 } })
  })

  test('names who received it, also when somebody else corrects it', async () => {
    const missionId = await drive(plannedRequest)
    await writeSheet('payment', missionId)
    const { payment } = await pay(missionId, paid)
    const corrected = await pay(missionId, { ...paid, receipt_number: 'R 13', reason: 'เลขที่ผิด' }, nurse)
    expect(corrected.payment).toMatchObject({ receipt_number: 'R 13', paid_to: payment?.paid_to })
    const back = await pay(missionId, { ...paid, payment: 'UNPAID', reason: 'เช็คคืน' }, nurse)
    expect(back.payment).toMatchObject({ paid_to: null })
    const again = await pay(missionId, paid, nurse)
    expect(again.payment?.paid_to).not.toBe(payment?.paid_to)
  })

  test('of somebody who was not carried from a scene is not asked for', async () => {
    const missionId = await drive(sceneRequest)
    await writeSheet('outcome', missionId, { is_transported: false })
    expect(await find('payment', missionId, { only_open: false })).toBeUndefined()
  })

  test('of a record outside the wards of the caller is neither shown nor recorded', async () => {
    const missionId = await drive(plannedRequest)
    const sheetId = await writeSheet('payment', missionId)
    await pay(missionId, paid)
    const outsider = await bedside.panel.asNew({ staffType: 'registrar' })
    const admin = await bedside.panel.as('admin')
    await admin(groups.save, {
      name: 'Another ward',
      ward_ids: await listOtherWards(),
      member_ids: [outsider.session.user_id],
    })
    const row = (await list('payment', { only_open: false }, outsider)).find(({ _id }) => _id === sheetId)
    expect(row).toMatchObject({ is_hidden: true, payment: null, records: [] })
    const version = row?.sheet?.version ?? 1
    const call = outsider(missionFollowUp.recordPayment, { _id: sheetId, version, payment: 'UNPAID' })
    expect(await getErrorName(call)).toBe('break-glass-needed')
  })
})

describe('the outcome in the hospital', () => {
  const carried = { is_transported: true, result: 'FOUND' }
  const admit = async (at = before(100)) => {
    const { doctors } = await nurse(admissions.doctors, {})
    const { stay } = await nurse(admissions.admit, {
      patient_id: patientId,
      admit_type: 'E',
      admit_source: 'E',
      arrival_type: 1,
      department: '01',
      attending_id: doctors[0]?._id ?? '',
      diagnosis: 'กระดูกหัก',
      ward_id: wardId,
      at,
    })
    return stay
  }
  const confirm = async (
    missionId: string,
    more: Partial<Input<typeof missionFollowUp.recordOutcome>> = {},
    by: Client = registrar,
  ) => {
    const { sheet } = await require('outcome', missionId)
    const sent = { was_admitted: true, days: 0, outcome: 'IMPROVED', ...more } as const
    return (
      await by(missionFollowUp.recordOutcome, {
        _id: sheet?._id ?? '',
        version: sheet?.version ?? 1,
        ...sent,
      })
    ).row
  }

  test('is suggested from the stay with its source, and counts when a person has confirmed it', async () => {
    const missionId = await drive(sceneRequest)
    const sheetId = await writeSheet('outcome', missionId, carried)
    expect(await find('outcome', missionId)).toMatchObject({ outcome: { outcome: null, suggestion: null } })
    const stay = await admit()
    expect(await find('outcome', missionId)).toMatchObject({
      outcome: {
        outcome: null,
        suggestion: {
          source: { kind: 'STAY', number: stay.an, to: null },
          was_admitted: true,
          outcome: null,
        },
      },
    })
    await nurse(admissions.discharge, {
      stay_id: stay._id,
      version: stay.version,
      patient_id: patientId,
      discharge_status: 2,
      discharge_type: 1,
    })
    expect(await find('outcome', missionId)).toMatchObject({
      outcome: { outcome: null, suggestion: { outcome: 'IMPROVED', days: 0 } },
    })
    const row = await confirm(missionId)
    expect(row.outcome).toMatchObject({ outcome: 'IMPROVED', days: 0, followed_at: bedside.at() })
    expect(await find('outcome', missionId)).toBeUndefined()
    const { rows } = await nurse(operationRecords.list, { _id: sheetId })
    expect(rows[0]?.answers).toMatchObject({ hospital_outcome: 'IMPROVED', was_admitted: true })
  })

  test('of a visit is not suggested from a stay in which the patient was when they came', async () => {
    await admit(before(3 * 24 * 60))
    const missionId = await drive(sceneRequest)
    await writeSheet('outcome', missionId, carried)
    const visit = await bedside.arrive({ id: patientId }, { visited_at: before(130) })
    await bedside.panel.root
      .insertInto('inbound_acts')
      .values({
        hospital_id: bedside.hospitalId,
        id: newId(),
        mission_id: missionId,
        act: 'ARRIVED',
        at: before(130),
        staff_id: registrar.session.user_id,
        pre_alert_id: null,
        zone: null,
        bay: null,
        patient_id: patientId,
        visit_id: visit._id,
      })
      .execute()
    expect((await require('outcome', missionId)).outcome?.suggestion).toBeNull()
    await nurse(visits.end, { patient_id: patientId, visit_id: visit._id, disposition: 7 })
    expect((await require('outcome', missionId)).outcome?.suggestion).toMatchObject({
      source: { kind: 'VISIT', number: visit.vn },
      outcome: 'REFUSED',
    })
  })

  test('is corrected with a reason alone, and its author is whoever stated it last', async () => {
    const missionId = await drive(sceneRequest)
    const sheetId = await writeSheet('outcome', missionId, carried)
    await confirm(missionId, { outcome: 'UNKNOWN', was_admitted: false, days: null })
    await completeSheet(sheetId)
    const [written] = (await nurse(operationRecords.list, { _id: sheetId })).rows
    const onSheet = await nurse(operationRecords.edit, {
      _id: sheetId,
      operations: ['hospital_outcome', 'admitted_days', 'followed_by'].flatMap((name) =>
        answerAll({ [name]: name === 'admitted_days' ? 3 : 'DIED' }).map((one) => ({
          ...one,
          base: written?.answers[name] ?? null,
        })),
      ),
    })
    expect(onSheet.results.map(({ outcome }) => outcome)).toEqual(['closed', 'closed', 'closed'])
    expect((await expectRefusal(confirm(missionId))).fields).toEqual([
      { field: 'reason', message: 'reason-required' },
    ])
    const row = await confirm(missionId, { reason: 'พบประวัติการรักษาแล้ว' }, nurse)
    const outcomes = row.records.filter(({ field }) => field === 'hospital_outcome')
    expect(outcomes.map(({ answer }) => answer)).toEqual(['IMPROVED', 'UNKNOWN'])
  })

  test('is missing of nobody who was not carried', async () => {
    const missionId = await drive(sceneRequest)
    await writeSheet('outcome', missionId, { is_transported: false, result: 'FOUND' })
    expect(await find('outcome', missionId)).toBeUndefined()
  })

  test('is asked of whoever the steps say was carried, before the sheet says so or one is there', async () => {
    const missionId = await drive(sceneRequest)
    const sheetId = await writeSheet('outcome', missionId)
    for (const about of ['payment', 'outcome'] as const)
      expect(await find(about, missionId)).toMatchObject({ sheet: { _id: sheetId, state: 'draft' } })
    expect((await confirm(missionId)).outcome).toMatchObject({ outcome: 'IMPROVED' })
    expect((await pay(missionId, paid)).payment).toMatchObject({ state: 'PAID' })
    const event = await drive({ ...plannedRequest, kind: 'EVENT' })
    for (const about of ['payment', 'outcome'] as const)
      expect(await find(about, event)).toMatchObject({ sheet: null })
  })

  test('is recorded by nobody of the crew, neither here nor on the sheet', async () => {
    const leader = await bedside.panel.asNew({ staffType: 'nurse' })
    const missionId = await drive(sceneRequest, { leader })
    const sheetId = await writeSheet('outcome', missionId, carried)
    expect(await getErrorName(confirm(missionId, {}, leader))).toBe('not-allowed')
    const { results } = await leader(operationRecords.edit, {
      _id: sheetId,
      operations: answerAll({ hospital_outcome: 'IMPROVED' }),
    })
    expect(results[0]).toMatchObject({ outcome: 'refused', problem: { message: 'not-allowed' } })
    expect((await confirm(missionId)).outcome).toMatchObject({ outcome: 'IMPROVED' })
  })

  test('is recorded by nobody without the right to admit', async () => {
    const missionId = await drive(sceneRequest)
    await writeSheet('outcome', missionId, carried)
    expect(await getErrorName(confirm(missionId, {}, crew))).toBe('not-allowed')
  })
})

test('a mission is followed up once it is handed over: its vehicle can go on before it is back', async () => {
  const called = before(180)
  const id = await requestAmbulance(nurse, { ...sceneRequest, received_at: called, patient: patientId })
  const { call_sign: _callSign, ...assigned } = await addCrew(bedside.panel, crew)
  await takeSteps(nurse, id, [
    { step: 'ASSIGNED', at: before(175), ...assigned },
    { step: 'AT_DESTINATION', at: before(130) },
  ])
  for (const about of ['payment', 'outcome'] as const) expect(await find(about, id)).toBeUndefined()
  await takeSteps(nurse, id, [{ step: 'HANDED_OVER', at: before(120) }])
  const next = await requestAmbulance(nurse, { ...sceneRequest, received_at: before(119) })
  await takeSteps(nurse, next, [{ step: 'ASSIGNED', at: before(118), ...assigned }])
  for (const about of ['payment', 'outcome'] as const)
    expect(await find(about, id, { only_open: true })).toMatchObject({ mission: { state: 'HANDED_OVER' } })
})

test('a mission shows what is followed up of it by sheet', async () => {
  const missionId = await drive(plannedRequest, { isClosed: false })
  const sheetId = await writeSheet('payment', missionId)
  const { rows } = await registrar(missionFollowUp.ofMission, { _id: missionId })
  expect(rows).toMatchObject([{ _id: sheetId, payment: { state: null }, outcome: null }])
  expect(await getErrorName(registrar(missionFollowUp.ofMission, { _id: newId() }))).toBe('not-found')
})

test('the list leaves as a file, in the words of its reader', async () => {
  const missionId = await drive(plannedRequest)
  await writeSheet('payment', missionId)
  await pay(missionId, { ...paid, receipt_number: 'R 99' })
  const file = await registrar(missionFollowUp.exportList, {
    about: 'payment',
    from: today,
    to: today,
    only_open: false,
    language: 'th',
  })
  const line = (await file.text()).split('\n').find((one) => one.includes('R 99'))
  expect(line).toContain('ชำระแล้ว')
  expect(line).toContain('1500')
  expect(line).toContain('เงินสด')
})
