import {
  alarms,
  computePermissions,
  DutyChangedMeanwhile,
  errorCodes,
  type Limits,
  monitoring,
  NotifyChangedMeanwhile,
  type NotifyDraft,
  patients,
  type StaffTypeCode,
  staffTypes,
  summary,
} from 'contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addDevice, minute, startTestBedside, type TestBedside } from '../../../test/support/bedside.ts'
import { expectRefusal } from '../../../test/support/refusal.ts'

let bedside: TestBedside
beforeAll(async () => {
  bedside = await startTestBedside()
})
afterAll(() => bedside.panel.close())

const none: Limits = { critical_low: null, low: null, high: null, critical_high: null }

async function refusal(
  promise: Promise<unknown>,
): Promise<{ code: number; fields: string[]; detail: unknown }> {
  const { code, fields, detail } = await expectRefusal(promise)
  return { code, fields: fields.map(({ field, message }) => `${field} ${message}`), detail }
}

async function saturated(spo2: number, minutesAgo = 0) {
  const patient = await bedside.addPatient()
  await patient.send({ kind: 'spo2', spo2, minutesAgo })
  return patient
}

describe('an alarm is raised', () => {
  test('once, however many readings arrive at the same time', async () => {
    const patient = await bedside.addPatient()
    await Promise.all(
      Array.from({ length: 20 }, (_, at) =>
        patient.send({ kind: 'spo2', spo2: 70 + at, minutesAgo: 2 - at / 10 }),
      ),
    )
    expect(await patient.listAlarms()).toMatchObject([
      { rule: 'spo2-low', severity: 'high', state: 'active' },
    ])
  })

  test('not by a reading that arrives late, nor by one that is sent again', async () => {
    const patient = await saturated(85, 11)
    expect(await patient.listAlarms()).toEqual([])
    await patient.send({ kind: 'spo2', spo2: 85, minutesAgo: 5 })
    const { _id } = await patient.findOpenAlarm()
    await bedside.nurse(alarms.clear, { _id, note: 'probe slipped' })
    expect(await patient.send({ kind: 'spo2', spo2: 85, minutesAgo: 5 })).toEqual(['known'])
    expect(await patient.listAlarms()).toHaveLength(1)
  })

  test('by a value beyond the limit only after the required repetitions', async () => {
    const patient = await saturated(91, 2)
    expect(await patient.listAlarms()).toEqual([])
    await patient.send({ kind: 'spo2', spo2: 91, minutesAgo: 1 })
    expect(await patient.findOpenAlarm()).toMatchObject({ severity: 'medium', value: 91, limit: 92 })
  })

  test('by an early-warning score when its last part arrives', async () => {
    const patient = await bedside.addPatient()
    await patient.send(
      { kind: 'blood_pressure', systolic: 105, diastolic: 70, pulse: 105 },
      { kind: 'spo2', spo2: 93 },
      { kind: 'respiration', respiration_rate: 18 },
      { kind: 'temperature', temperature: 38.2 },
    )
    expect(await patient.listAlarms()).toEqual([])
    await patient.send({ kind: 'consciousness', consciousness: 'V', oxygen: true })
    expect(await patient.findOpenAlarm()).toMatchObject({
      rule: 'news2',
      severity: 'high',
      value: 10,
      limit: 7,
    })
  })

  test('by a fall once, with its position, and not by the next message of the same fall', async () => {
    const patient = await bedside.addPatient()
    const { mac } = await addDevice(bedside, 'watch', { id: patient.id, minutesAgo: 60 })
    const fall = { device: mac, kind: 'fall', lat: 17.88, lang: 102.74 }
    await bedside.send([
      { ...fall, measured_at: bedside.at(2) },
      { ...fall, measured_at: bedside.at(1) },
    ])
    expect(await patient.findOpenAlarm()).toMatchObject({
      rule: 'fall',
      severity: 'high',
      lat: 17.88,
      lang: 102.74,
      patient: { hn: patient.hn },
      device: { mac },
    })
  })
})

describe('an alarm', () => {
  test('that is acknowledged is open again when it worsens', async () => {
    const patient = await bedside.addPatient()
    await patient.send({ kind: 'spo2', spo2: 91, minutesAgo: 4 }, { kind: 'spo2', spo2: 91, minutesAgo: 3 })
    const { _id } = await patient.findOpenAlarm()
    await bedside.nurse(alarms.acknowledge, { _id, severity: 'medium' })
    await patient.send({ kind: 'spo2', spo2: 85, minutesAgo: 2 })
    expect(await patient.findOpenAlarm()).toMatchObject({
      _id,
      state: 'active',
      severity: 'high',
      value: 85,
      acknowledged_by: null,
    })
    expect(await bedside.listSteps(_id)).toEqual(['raised', 'acknowledged', 'worsened'])
  })

  test('that has worsened cannot be acknowledged, silenced or closed at its earlier severity', async () => {
    const patient = await bedside.addPatient()
    await patient.send({ kind: 'temperature', temperature: 39, minutesAgo: 2 })
    const { _id, severity } = await patient.findOpenAlarm()
    await patient.send({ kind: 'temperature', temperature: 41, minutesAgo: 1 })
    for (const call of [
      () => bedside.nurse(alarms.acknowledge, { _id, severity, note: 'on my way' }),
      () => bedside.nurse(alarms.snooze, { _id, severity, minutes: 30 }),
      () => bedside.nurse(alarms.clear, { _id, severity, note: 'probe slipped' }),
    ])
      expect((await refusal(call())).code).toBe(errorCodes['alarm-worsened'])
    expect(await patient.findOpenAlarm()).toMatchObject({
      state: 'active',
      severity: 'high',
      snoozed_until: null,
    })
    expect(await bedside.listSteps(_id)).toEqual(['raised', 'worsened'])
  })

  test('that eased can still be acknowledged at its earlier severity', async () => {
    const patient = await bedside.addPatient()
    await patient.send({ kind: 'temperature', temperature: 39 })
    const { _id } = await patient.findOpenAlarm()
    const { alarm } = await bedside.nurse(alarms.acknowledge, { _id, severity: 'high' })
    expect(alarm.state).toBe('acknowledged')
  })

  test('of medium severity clears itself when the value recovers', async () => {
    const patient = await bedside.addPatient()
    await patient.send(
      { kind: 'spo2', spo2: 91, minutesAgo: 4 },
      { kind: 'spo2', spo2: 91, minutesAgo: 3 },
      { kind: 'spo2', spo2: 97, minutesAgo: 2 },
    )
    expect(await patient.listAlarms()).toMatchObject([
      { state: 'cleared', clearing: 'recovered', cleared_by: null, last_value: 97 },
    ])
  })

  test('of high severity stays until it is acknowledged, which clears it', async () => {
    const patient = await saturated(85, 3)
    await patient.send({ kind: 'spo2', spo2: 97, minutesAgo: 2 })
    const { _id, state, ended_at } = await patient.findOpenAlarm()
    expect({ state, ended_at }).toEqual({ state: 'active', ended_at: expect.any(String) })
    const { alarm } = await bedside.nurse(alarms.acknowledge, { _id, severity: 'high' })
    expect(alarm).toMatchObject({ state: 'cleared', clearing: 'recovered', cleared_by: null })
    expect(alarm.acknowledged_by).toMatchObject({ first_name: 'สุภาพร' })
    const { steps } = await bedside.nurse(alarms.get, { _id })
    expect(steps.map(({ step, by }) => [step, by?.first_name])).toEqual([
      ['raised', undefined],
      ['ended', undefined],
      ['acknowledged', 'สุภาพร'],
      ['cleared', undefined],
    ])
  })

  test('is acknowledged once by the same person, and by another person as a step of its own', async () => {
    const patient = await saturated(85)
    const { _id } = await patient.findOpenAlarm()
    const first = await bedside.nurse(alarms.acknowledge, { _id, severity: 'high', note: 'on my way' })
    await bedside.advance(minute)
    expect((await bedside.nurse(alarms.acknowledge, { _id, severity: 'high' })).alarm).toEqual(first.alarm)
    const second = await bedside.doctor(alarms.acknowledge, { _id, severity: 'high' })
    expect(second.alarm).toEqual(first.alarm)
    const { steps } = await bedside.nurse(alarms.get, { _id })
    expect(steps.map(({ step, note }) => [step, note])).toEqual([
      ['raised', null],
      ['acknowledged', 'on my way'],
      ['acknowledged', null],
    ])
  })

  test('that many people acknowledge at once is acknowledged by one', async () => {
    const patient = await saturated(85)
    const { _id } = await patient.findOpenAlarm()
    const people = await Promise.all(
      Array.from({ length: 4 }, () => bedside.panel.asNew({ staffType: 'nurse' })),
    )
    const replies = await Promise.all(
      people.map((call) => call(alarms.acknowledge, { _id, severity: 'high' })),
    )
    expect(new Set(replies.map(({ alarm }) => alarm.acknowledged_by?._id)).size).toBe(1)
  })

  test('of a fall can be closed only with an outcome', async () => {
    const patient = await bedside.addPatient()
    const { mac } = await addDevice(bedside, 'watch', { id: patient.id, minutesAgo: 60 })
    await bedside.send([{ device: mac, kind: 'fall', measured_at: bedside.at(1) }])
    const { _id } = await patient.findOpenAlarm()
    expect((await bedside.nurse(alarms.acknowledge, { _id, severity: 'high' })).alarm.state).toBe(
      'acknowledged',
    )
    expect(await refusal(bedside.nurse(alarms.clear, { _id, note: 'seen' }))).toEqual({
      code: errorCodes.invalid,
      fields: ['outcome field-required'],
    })
    const { alarm } = await bedside.nurse(alarms.clear, { _id, outcome: 'injured', note: 'wrist' })
    expect(alarm).toMatchObject({ state: 'cleared', clearing: 'person', outcome: 'injured', note: 'wrist' })
    expect(alarm.cleared_by).toMatchObject({ first_name: 'สุภาพร' })
  })

  test('whose cause lasts can be closed only with a note', async () => {
    const { _id } = await (await saturated(85)).findOpenAlarm()
    expect((await refusal(bedside.nurse(alarms.clear, { _id }))).fields).toEqual(['note field-required'])
    expect((await bedside.nurse(alarms.clear, { _id, note: 'known' })).alarm.clearing).toBe('person')
  })

  test('that is closed accepts no further acts', async () => {
    const { _id } = await (await saturated(85)).findOpenAlarm()
    await bedside.nurse(alarms.clear, { _id, note: 'known' })
    const { user_id } = (await bedside.panel.as('doctor')).session
    for (const call of [
      () => bedside.nurse(alarms.acknowledge, { _id, severity: 'high' }),
      () => bedside.nurse(alarms.snooze, { _id, severity: 'high', minutes: 5 }),
      () => bedside.nurse(alarms.assign, { _id, staff_id: user_id }),
      () => bedside.nurse(alarms.clear, { _id, note: 'again' }),
    ])
      expect((await refusal(call())).code).toBe(errorCodes['alarm-closed'])
  })

  test('can be handed over to users who may act, and to nobody else', async () => {
    const { _id } = await (await saturated(85)).findOpenAlarm()
    const doctor = (await bedside.panel.as('doctor')).session.user_id
    const paramedic = (await bedside.panel.asNew({ staffType: 'paramedic' })).session.user_id
    expect((await bedside.nurse(alarms.assign, { _id, staff_id: doctor })).alarm.assigned_to?._id).toBe(
      doctor,
    )
    expect((await refusal(bedside.nurse(alarms.assign, { _id, staff_id: paramedic }))).fields).toEqual([
      'staff_id choice-invalid',
    ])
    const { steps } = await bedside.nurse(alarms.get, { _id })
    expect(steps.at(-1)).toMatchObject({ step: 'assigned', to: { _id: doctor } })
  })

  test('sends every act to every screen', async () => {
    const { _id } = await (await saturated(85)).findOpenAlarm()
    await bedside.nurse(alarms.acknowledge, { _id, severity: 'high' })
    const events = await bedside.panel.root
      .selectFrom('events')
      .select('data')
      .where('kind', '=', 'alarm')
      .orderBy('number', 'desc')
      .limit(1)
      .execute()
    expect(events).toMatchObject([{ data: { alarm: { _id, state: 'acknowledged' } } }])
  })
})

describe('a list', () => {
  test('of open alarms has lasting ones before ended ones, the most severe first, newer before older', async () => {
    const over = await saturated(85, 5)
    await over.send({ kind: 'spo2', spo2: 97, minutesAgo: 0 })
    const sos = await bedside.addPatient()
    await sos.send({ kind: 'sos', minutesAgo: 6 })
    const seen = await saturated(85, 5)
    await bedside.nurse(alarms.acknowledge, { _id: (await seen.findOpenAlarm())._id, severity: 'high' })
    const [newer, older] = [await saturated(85, 1), await saturated(85, 4)]
    const medium = await bedside.addPatient()
    await medium.send({ kind: 'temperature', temperature: 39, minutesAgo: 9 })
    const open = (await bedside.nurse(alarms.open, {})).alarms.map(({ patient }) => patient?._id)
    const ours = [seen, newer, older, medium, over, sos].map(({ id }) => id)
    expect(open.filter((id) => ours.includes(id ?? ''))).toEqual([
      newer.id,
      older.id,
      sos.id,
      seen.id,
      medium.id,
      over.id,
    ])
  })

  test('of all alarms filters by patient, ward, state, rule, severity and time', async () => {
    const patient = await saturated(85, 2)
    const ask = async (more: object) =>
      (await bedside.nurse(alarms.list, { patient_id: patient.id, ...more })).rows.length
    const yes = [
      { ward: patient.ward },
      { state: 'active' },
      { rule: 'spo2-low' },
      { severity: 'high' },
      { from: bedside.at(3), to: bedside.at() },
    ]
    const no = [
      { ward: patient.id },
      { state: 'cleared' },
      { rule: 'spo2-high' },
      { severity: 'low' },
      { from: bedside.at(1) },
      { to: bedside.at(2) },
    ]
    expect(await Promise.all(yes.map(ask))).toEqual(yes.map(() => 1))
    expect(await Promise.all(no.map(ask))).toEqual(no.map(() => 0))
  })

  test('of all alarms has pages, newest first', async () => {
    const all = await bedside.nurse(alarms.list, { number_of_rec: 100 })
    expect(all.total).toBe(all.rows.length)
    expect(all.rows.map(({ raised_at }) => raised_at)).toEqual(
      all.rows
        .map(({ raised_at }) => raised_at)
        .toSorted()
        .toReversed(),
    )
    const second = await bedside.nurse(alarms.list, { number_of_rec: 2, page: 2 })
    expect(second.rows).toEqual(all.rows.slice(2, 4))
  })
})

describe("the alarm setting of one patient's vital sign", () => {
  const read = (patientId: string) => bedside.nurse(alarms.settings, { patient_id: patientId })
  /** A change of the settings of the saturation, on their present version. */
  const set = async (patientId: string, { reason = null as string | null, ...more }) => {
    const { version } = await read(patientId)
    const settings = { spo2: { mode: 'own', ...more } } as NotifyDraft
    const saved = await bedside.nurse(alarms.updateSettings, {
      patient_id: patientId,
      version,
      settings,
      reason,
    })
    const setting = saved.settings.find(({ vital }) => vital === 'spo2')
    if (!setting) throw new Error('the saturation has no setting')
    return { setting }
  }
  const notifyStatus = async (id: string) =>
    (
      await bedside.panel.root
        .selectFrom('patients')
        .select('notify_status')
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
    ).notify_status

  test('with own limits ends an alarm of a value within them', async () => {
    const patient = await saturated(89)
    const { _id } = await patient.findOpenAlarm()
    const own = { ...none, critical_low: 80, low: 88 }
    const { setting } = await set(patient.id, { limits: own, reason: 'COPD' })
    expect(setting).toMatchObject({ mode: 'own', limits: own, changed_by: { first_name: 'สุภาพร' } })
    expect((await bedside.nurse(alarms.get, { _id })).alarm).toMatchObject({
      state: 'cleared',
      clearing: 'person',
      note: 'COPD',
    })
    await patient.send({ kind: 'spo2', spo2: 88 })
    expect((await patient.listAlarms()).length).toBe(1)
    await set(patient.id, { mode: 'default' })
    const { settings, changes } = await bedside.nurse(alarms.settings, { patient_id: patient.id })
    expect(settings.find(({ vital }) => vital === 'spo2')).toMatchObject({ mode: 'default', limits: null })
    expect(changes.map(({ mode }) => mode)).toEqual(['default', 'own'])
  })

  test('with own limits is told to the screens until it ends, so that they colour values as alarms do', async () => {
    const patient = await saturated(89)
    const limits = { ...none, critical_low: 80, low: 88 }
    const until = bedside.at(-60)
    const readOwn = async () => {
      const { tiles } = await bedside.nurse(monitoring.wall, { patient_id: patient.id })
      const { own_limits } = await bedside.nurse(summary.get, { patient_id: patient.id })
      expect(tiles).toMatchObject([{ own_limits }])
      return own_limits
    }
    expect(await readOwn()).toEqual([])
    await set(patient.id, { limits, until })
    expect(await readOwn()).toEqual([{ vital: 'spo2', limits, until }])
    await bedside.advance(60 * minute)
    expect(await readOwn()).toEqual([])
    await set(patient.id, { limits })
    expect(await readOwn()).toEqual([{ vital: 'spo2', limits, until: null }])
    await set(patient.id, { mode: 'disabled', reason: 'probe is changed' })
    expect(await readOwn()).toEqual([])
  })

  test('leaves an alarm that the new limits would also raise', async () => {
    const patient = await saturated(85)
    await set(patient.id, { limits: { ...none, critical_low: 86, low: 88 } })
    expect((await patient.findOpenAlarm()).state).toBe('active')
  })

  test('is off for four hours by default, and the wall shows it', async () => {
    const patient = await saturated(95)
    const { setting } = await set(patient.id, { mode: 'disabled', reason: 'probe is changed' })
    expect(Date.parse(setting.until ?? '')).toBe(Date.parse(bedside.at(-240)))
    const { tiles } = await bedside.nurse(monitoring.wall, { patient_id: patient.id })
    expect(tiles).toMatchObject([{ alarms_off: [{ vital: 'spo2', bounds: null, until: bedside.at(-240) }] }])
  })

  test('whose own limits drop one of the hospital is off beyond it: with a reason and an end, and shown until then', async () => {
    const patient = await saturated(85)
    const limits = { ...none, high: 100 }
    const problems = async (more: object) => (await refusal(set(patient.id, { limits, ...more }))).fields
    expect(await problems({})).toEqual(['reason reason-required', 'settings.spo2.until off-without-end'])
    const days = (many: number) => bedside.at(-many * 24 * 60)
    expect(await problems({ reason: 'palliative', until: days(31) })).toEqual([
      'settings.spo2.until off-too-long',
    ])
    expect((await patient.findOpenAlarm()).state).toBe('active')
    const until = bedside.at(-60)
    await set(patient.id, { limits, reason: 'palliative', until })
    expect(await notifyStatus(patient.id)).toBe('disabled')
    const off = [{ vital: 'spo2', bounds: ['critical_low', 'low'], until }]
    const { tiles } = await bedside.nurse(monitoring.wall, { patient_id: patient.id })
    expect(tiles).toMatchObject([{ alarms_off: off }])
    expect((await bedside.nurse(patients.get, { _id: patient.id })).alarms_off).toEqual(off)
    await bedside.advance(60 * minute)
    expect(await notifyStatus(patient.id)).toBe('default')
    expect((await bedside.nurse(patients.get, { _id: patient.id })).alarms_off).toEqual([])
    await patient.send({ kind: 'spo2', spo2: 84 })
    expect(await patient.findOpenAlarm()).toMatchObject({ rule: 'spo2-low', severity: 'high' })
  })

  test('is off until it is on again, and the list shows it', async () => {
    const patient = await saturated(85)
    const until = bedside.at(-60)
    await set(patient.id, { mode: 'disabled', reason: 'probe is changed', until })
    expect(await notifyStatus(patient.id)).toBe('disabled')
    expect(await patient.listAlarms()).toMatchObject([{ clearing: 'person' }])
    await patient.send({ kind: 'spo2', spo2: 84 })
    expect(await patient.listAlarms()).toHaveLength(1)
    await bedside.advance(59 * minute)
    expect(await notifyStatus(patient.id)).toBe('disabled')
    await bedside.advance(minute)
    expect(await notifyStatus(patient.id)).toBe('default')
    const { settings } = await bedside.nurse(alarms.settings, { patient_id: patient.id })
    expect(settings.find(({ vital }) => vital === 'spo2')?.mode).toBe('default')
    await patient.send({ kind: 'spo2', spo2: 84 })
    expect(await patient.findOpenAlarm()).toMatchObject({ rule: 'spo2-low' })
  })

  test('needs limits for "own", in order and of values that people have, and a reason for "off"', async () => {
    const patient = await bedside.addPatient()
    const problems = async (more: object) => (await refusal(set(patient.id, more))).fields
    expect(await problems({})).toEqual(['settings.spo2.limits field-required'])
    expect(await problems({ limits: none })).toEqual(['settings.spo2.limits field-required'])
    expect(await problems({ mode: 'disabled' })).toEqual(['reason reason-required'])
    expect(await problems({ limits: { ...none, low: 95, high: 90 } })).toEqual([
      'settings.spo2.limits.high limits-out-of-order',
    ])
    expect(await problems({ limits: { ...none, low: 29, high: 101 } })).toEqual([
      'settings.spo2.limits.low number-range',
      'settings.spo2.limits.high number-range',
    ])
  })

  test('is saved with those of other vital signs at once, or none of them', async () => {
    const patient = await saturated(89)
    const { _id } = await patient.findOpenAlarm()
    const save = (until: string) =>
      bedside.nurse(alarms.updateSettings, {
        patient_id: patient.id,
        version: 0,
        settings: {
          spo2: { mode: 'own', limits: { ...none, critical_low: 80, low: 88 } },
          pulse: { mode: 'disabled', until },
        },
        reason: 'COPD',
      })
    expect((await refusal(save(bedside.at(1)))).fields).toEqual(['settings.pulse.until date-in-past'])
    expect((await read(patient.id)).changes).toEqual([])
    const { settings, changes, version } = await save(bedside.at(-60))
    expect(settings.flatMap(({ vital, mode }) => (mode === 'default' ? [] : [[vital, mode]]))).toEqual([
      ['pulse', 'disabled'],
      ['spo2', 'own'],
    ])
    expect(changes.map(({ vital, reason }) => `${vital}: ${reason}`).toSorted()).toEqual([
      'pulse: COPD',
      'spo2: COPD',
    ])
    expect(version).toBe(2)
    expect((await bedside.nurse(alarms.get, { _id })).alarm.state).toBe('cleared')
  })

  test('is not saved over one that somebody else saved meanwhile, which the failure tells', async () => {
    const patient = await bedside.addPatient()
    await set(patient.id, { limits: { ...none, critical_low: 80, low: 88 }, reason: 'COPD' })
    const late = bedside.doctor(alarms.updateSettings, {
      patient_id: patient.id,
      version: 0,
      settings: { pulse: { mode: 'disabled' } },
      reason: 'ผ่าตัด',
    })
    const { code, detail } = await refusal(late)
    expect(code).toBe(errorCodes['changed-meanwhile'])
    const { version, changes } = NotifyChangedMeanwhile.parse(detail)
    expect([version, changes.map(({ vital }) => vital)]).toEqual([1, ['spo2']])
    expect((await read(patient.id)).version).toBe(1)
  })
})

test('an alarm can be handed over to every listed user of each staff type that may act, and to no other', async () => {
  const { _id } = await (await saturated(85)).findOpenAlarm()
  const isVisibleForStaff = async (staff_id: string) =>
    bedside.nurse(alarms.assign, { _id, staff_id }).then(
      () => true,
      () => false,
    )
  for (const staffType of Object.keys(staffTypes) as StaffTypeCode[]) {
    const { session } = await bedside.panel.asNew({ staffType })
    const { acting } = await bedside.nurse(alarms.duties, {})
    const listed = acting.find(({ staff }) => staff.some((one) => one._id === session.user_id))
    const mayAct = computePermissions(staffType, false).includes('alarm:act')
    expect(listed?.type).toBe(mayAct ? staffType : undefined)
    expect(await isVisibleForStaff(session.user_id)).toBe(mayAct)
  }
})

describe('who is in charge of a ward', () => {
  test('is a nurse and a doctor of the hospital', async () => {
    const { wards, nurses, doctors } = await bedside.nurse(alarms.duties, {})
    const [ward_id, nurse, doctor] = [wards[0]?.ward._id ?? '', nurses[0]?._id ?? '', doctors[0]?._id ?? '']
    await bedside.putInCharge(ward_id, { nurse_in_charge: nurse, doctor })
    expect((await bedside.nurse(alarms.duties, {})).wards[0]).toMatchObject({
      nurse_in_charge: { _id: nurse },
      doctor: { _id: doctor },
    })
    const from = { nurse_in_charge: nurse, doctor }
    const swapped = { ward_id, nurse_in_charge: doctor, doctor: nurse, from }
    expect((await refusal(bedside.nurse(alarms.updateDuty, swapped))).fields).toEqual([
      'nurse_in_charge choice-invalid',
      'doctor choice-invalid',
    ])
    const nowhere = { ward_id: nurse, nurse_in_charge: null, doctor: null, from }
    expect((await refusal(bedside.nurse(alarms.updateDuty, nowhere))).code).toBe(errorCodes['not-found'])
  })

  test('is not saved over whom somebody else named meanwhile, and the audit says from whom to whom', async () => {
    const { wards, nurses, doctors } = await bedside.nurse(alarms.duties, {})
    const [ward_id, nurse, doctor] = [wards[1]?.ward._id ?? '', nurses[0]?._id ?? '', doctors[0]?._id ?? '']
    const nobody = { nurse_in_charge: null, doctor: null }
    await bedside.putInCharge(ward_id)
    const named = { nurse_in_charge: nurse, doctor: null }
    await bedside.nurse(alarms.updateDuty, { ward_id, ...named, from: nobody })
    const late = { ward_id, nurse_in_charge: null, doctor, from: nobody }
    const { code, detail } = await refusal(bedside.doctor(alarms.updateDuty, late))
    expect(code).toBe(errorCodes['changed-meanwhile'])
    expect(DutyChangedMeanwhile.parse(detail).duty).toEqual(named)
    const newest = await bedside.panel.root
      .selectFrom('audit')
      .select('detail')
      .where('action', '=', 'alarms.updateDuty')
      .where('outcome', '=', 'ok')
      .orderBy('at', 'desc')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
    expect(newest.detail).toMatchObject({ ward: ward_id, from: nobody, to: named })
  })
})

test('the burden of a ward counts its beds, its alarms and the time to acknowledge', async () => {
  await bedside.advance(1000)
  const from = bedside.at()
  const patient = await saturated(85)
  await bedside.advance(90_000)
  await bedside.nurse(alarms.acknowledge, { _id: (await patient.findOpenAlarm())._id, severity: 'high' })
  const { wards, rules } = await bedside.nurse(alarms.burden, { from, to: bedside.at(-24 * 60) })
  const ward = wards.find((one) => one.ward?._id === patient.ward)
  expect(ward).toMatchObject({
    alarms: 1,
    high: 1,
    median_seconds_to_acknowledge: 90,
    percent_without_action: null,
    escalated: 0,
  })
  expect(ward?.beds).toBeGreaterThan(3)
  expect(rules).toEqual([{ rule: 'spo2-low', alarms: 1, percent_without_action: null }])
  expect((await refusal(bedside.nurse(alarms.burden, { from, to: from }))).fields).toEqual([
    'to to-before-from',
  ])
})
