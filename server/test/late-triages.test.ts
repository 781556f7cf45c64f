import {
  erBoard,
  errorCodes,
  type Input,
  neededTriageVitals,
  patients,
  readings,
  triage,
  visits,
} from 'contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { minute, startTestBedside, type TestBedside, type TestPatient } from './support/bedside.ts'
import { expectRefusal } from './support/refusal.ts'
import { roundVitals as round, unmeasured } from './support/triages.ts'

let bedside: TestBedside
beforeAll(async () => {
  bedside = await startTestBedside()
})
afterAll(() => bedside.panel.close())

type Decision = Input<typeof triage.record>['decision']

const arrive = async (patient: TestPatient) => (await bedside.arrive(patient))._id

/** A patient who has arrived, and triages them. */
async function visitor() {
  const patient = await bedside.addPatient()
  const visit_id = await arrive(patient)
  const decide = async (decision: Partial<Decision>) => {
    const { triage: recorded } = await bedside.nurse(triage.record, {
      patient_id: patient.id,
      visit_id,
      decision: {
        complaint: 'ไข้ ไอ',
        infection_signs: ['NONE'],
        is_accident: false,
        level: 'WHITE',
        zone: 'OPD',
        resources: [],
        values: { ...round },
        missing: unmeasured,
        ...decision,
      },
    })
    return recorded
  }
  const readLevel = async () => (await bedside.nurse(patients.get, { _id: patient.id })).patient.triage_level
  return { patient, visit_id, decide, readLevel }
}

describe('a triage of a visit that is over', () => {
  type Correction = Input<typeof triage.correct>['correction']
  const green: Correction = {
    level: 'GREEN',
    resources: ['LAB'],
    life_saving: ['NONE'],
    high_risk: ['NONE'],
    missing: unmeasured,
  }
  async function left(decision: Partial<Decision> = {}) {
    const known = await visitor()
    const { patient, visit_id } = known
    const last = await known.decide(decision)
    bedside.skip(minute)
    const body = { patient_id: patient.id, visit_id }
    const { act_id } = await bedside.nurse(visits.end, { ...body, disposition: 1 })
    bedside.skip(minute)
    const correct = (correction: Correction, more: Partial<Input<typeof triage.correct>> = {}) =>
      bedside.nurse(triage.correct, {
        ...body,
        last_triage: last._id,
        correction,
        reason: 'เลือกระดับผิด',
        ...more,
      })
    const listTriages = async () => (await bedside.nurse(triage.history, { patient_id: patient.id })).triages
    return { ...known, body, act_id, last, correct, listTriages }
  }

  test('is corrected by the values that were measured then, with a reason', async () => {
    const { patient, last, correct, listTriages, readLevel } = await left({ high_risk: ['NONE'] })
    const count = async () => (await bedside.nurse(readings.history, { patient_id: patient.id })).total
    const before = await count()
    const { triage: right } = await correct(green)
    expect(right).toMatchObject({
      from: 'WHITE',
      level: 'GREEN',
      suggested: 'GREEN',
      rule: 'C',
      corrects: last._id,
      completes: false,
      late_reason: 'เลือกระดับผิด',
      zone: last.zone,
      news2: last.news2,
      unasked: [],
    })
    expect(right.found).toMatchObject({
      values: last.found.values,
      resources: ['LAB'],
      high_risk: ['NONE'],
    })
    expect((await listTriages()).map(({ _id, corrected_by }) => [_id, corrected_by])).toEqual([
      [right._id, null],
      [last._id, right._id],
    ])
    expect(await count()).toBe(before)
    expect(await readLevel()).toBeNull()
  })

  test('keeps a danger sign that was measured: another level needs a reason in words', async () => {
    const { correct } = await left({
      level: 'RED',
      zone: 'RESUS',
      values: { ...round, spo2: 86 },
      resources: null,
    })
    const list = async (correction: Correction) => (await expectRefusal(correct(correction))).fields
    expect(await list({ ...green, level: 'PINK' })).toEqual([
      { field: 'correction.override', message: 'reason-required' },
      { field: 'correction.override_words', message: 'field-required' },
    ])
    const words = { override: 'OTHER', override_words: 'นิ้วเย็น วัดซ้ำได้ 98' } as const
    const { triage: right } = await correct({ ...green, ...words })
    expect(right).toMatchObject({ level: 'GREEN', suggested: 'RED', rule: 'A', ...words })
    const unexplained = await expectRefusal(
      correct({ level: 'RED' }, { last_triage: right._id, reason: ' ' }),
    )
    expect(unexplained.fields).toEqual([{ field: 'reason', message: 'reason-required' }])
  })

  test('needs the resources where no sign decides', async () => {
    const { correct } = await left()
    const { fields } = await expectRefusal(correct({ ...green, resources: null, override: 'OTHER' }))
    expect(fields).toEqual([{ field: 'correction.resources', message: 'field-required' }])
  })

  test('is corrected once, by whoever saw the newest', async () => {
    const { correct } = await left()
    const results = await Promise.allSettled([green, green, green].map((one) => correct(one)))
    const refused = results.flatMap((one) => (one.status === 'rejected' ? [one.reason.code] : []))
    expect(refused).toEqual([errorCodes['changed-meanwhile'], errorCodes['changed-meanwhile']])
  })

  test('is not corrected so while the visit lasts, nor after it was cancelled', async () => {
    const { patient, visit_id, decide } = await visitor()
    const { _id: last_triage } = await decide({})
    const body = { patient_id: patient.id, visit_id, last_triage, correction: green, reason: 'ผิด' }
    const open = await expectRefusal(bedside.nurse(triage.correct, body))
    expect(open.code).toBe(errorCodes['visit-not-ended'])
    await bedside.nurse(visits.void, { patient_id: patient.id, visit_id, reason: 'WRONG_PATIENT' })
    const voided = await expectRefusal(bedside.nurse(triage.correct, body))
    expect(voided.code).toBe(errorCodes['visit-void'])
  })

  test('leaves the level of a patient who has come again', async () => {
    const { patient, correct, readLevel } = await left()
    const visit_id = await arrive(patient)
    await bedside.nurse(triage.record, {
      patient_id: patient.id,
      visit_id,
      decision: { values: {}, level: 'RED', zone: 'RESUS', life_saving: ['CPR'] },
    })
    expect(await readLevel()).toBe('RED')
    await correct(green)
    expect(await readLevel()).toBe('RED')
  })

  test('of RED is made less urgent only once all is asked that a triage asks', async () => {
    const { correct, body, act_id } = await left({
      values: {},
      life_saving: ['CPR'],
      level: 'RED',
      zone: 'RESUS',
      complaint: null,
      infection_signs: [],
      is_accident: null,
      missing: [],
    })
    const { fields } = await expectRefusal(correct({ ...green, missing: [] }))
    expect(fields.map(({ field }) => field)).toEqual([
      ...neededTriageVitals.map((vital) => `correction.missing.${vital}`),
      'correction.complaint',
      'correction.infection_signs',
      'correction.is_accident',
    ])
    const missing = neededTriageVitals.map((vital) => ({ vital, reason: 'UNABLE' as const }))
    const answers = { complaint: 'เวียนศีรษะ', infection_signs: ['NONE'] as ['NONE'], is_accident: false }
    const { triage: right } = await correct({ ...green, ...answers, missing })
    expect(right).toMatchObject({ level: 'GREEN', found: { ...answers, missing } })
    await bedside.nurse(erBoard.undo, { ...body, act_id })
    const { visit } = await bedside.nurse(triage.prepare, { patient_id: body.patient_id })
    expect(visit).toMatchObject(answers)
  })

  test('leaves the patient where they were moved since, in their bay', async () => {
    const { patient, visit_id, decide } = await visitor()
    const last = await decide({ zone: 'ACUTE' })
    const body = { patient_id: patient.id, visit_id }
    await bedside.nurse(erBoard.change, { ...body, change: { act: 'place', zone: 'RESUS', bay: 'L7' } })
    const { act_id } = await bedside.nurse(visits.end, { ...body, disposition: 1 })
    bedside.skip(minute)
    await bedside.nurse(triage.correct, {
      ...body,
      last_triage: last._id,
      correction: green,
      reason: 'เลือกระดับผิด',
    })
    await bedside.nurse(erBoard.undo, { ...body, act_id })
    const { rows } = await bedside.nurse(erBoard.board, { patient_ids: [patient.id] })
    expect(rows.map(({ visit: { zone, bay } }) => [zone, bay])).toEqual([['RESUS', 'L7']])
  })

  test('is judged by the age of the day of the visit, also when it is corrected again', async () => {
    const { patient, visit_id, decide } = await visitor()
    const birthday = bedside.at(-10).slice(0, 10)
    await bedside.panel.root
      .updateTable('patients')
      .set({ date_of_birth: `${Number(birthday.slice(0, 4)) - 8}${birthday.slice(4)}` })
      .where('id', '=', patient.id)
      .execute()
    const fast = { ...green, level: 'YELLOW' as const, resources: ['LAB' as const, 'XRAY' as const] }
    const last = await decide({ ...fast, zone: 'ACUTE', values: { ...round, pulse: 120 } })
    const body = { patient_id: patient.id, visit_id }
    await bedside.nurse(visits.end, { ...body, disposition: 1 })
    // The first correction was a year later.
    bedside.skip(minute)
    const correct = (last_triage: string) =>
      bedside.nurse(triage.correct, { ...body, last_triage, correction: fast, reason: 'ทบทวน' })
    const { triage: first } = await correct(last._id)
    await bedside.panel.root.transaction().execute(async (tx) => {
      await sql`alter table triages disable trigger triages_append_only`.execute(tx)
      await sql`update triages set at = at + interval '1 year' where id = ${first._id}`.execute(tx)
      await sql`alter table triages enable trigger triages_append_only`.execute(tx)
    })
    const { triage: second } = await correct(first._id)
    expect(second).toMatchObject({
      level: 'YELLOW',
      suggested: first.suggested,
      rule: first.rule,
      override: null,
    })
  })

  test('of a fast track that was left out starts its clock when the patient was looked at', async () => {
    const { body, act_id, last, correct } = await left()
    await correct({ ...green, fast_tracks: ['SEPSIS'] })
    await bedside.nurse(erBoard.undo, { ...body, act_id })
    const { rows } = await bedside.nurse(erBoard.board, { patient_ids: [body.patient_id] })
    const [running] = rows.flatMap(({ visit }) => visit.fast_tracks ?? [])
    expect(running).toMatchObject({ track: 'SEPSIS' })
    expect(Date.parse(running?.since ?? '')).toBe(Date.parse(last.at))
  })

  test('is due by when the patient was looked at, once the visit goes on', async () => {
    const { patient, body, act_id, last, correct } = await left()
    bedside.skip(10 * minute)
    await correct(green)
    await bedside.nurse(erBoard.undo, { ...body, act_id })
    const { rows } = await bedside.nurse(triage.queue, {})
    const row = rows.find(({ visit }) => visit._id === body.visit_id)
    expect(row?.patient._id).toBe(patient.id)
    expect(row?.last?.level).toBe('GREEN')
    expect(Date.parse(row?.last?.at ?? '')).toBe(Date.parse(last.at))
  })

  test('does not keep the visit from being corrected to have ended before', async () => {
    const { body, correct } = await left()
    bedside.skip(10 * minute)
    await correct(green)
    const { visits: all } = await bedside.nurse(triage.history, { patient_id: body.patient_id })
    const { visit } = await bedside.nurse(visits.correct, {
      ...body,
      last_correction: all[0]?.last_correction ?? null,
      changed: { left_at: bedside.at(5) },
      reason: 'เวลาผิด',
    })
    expect(Date.parse(visit.left_at ?? '')).toBe(Date.parse(bedside.at(5)))
  })
})
