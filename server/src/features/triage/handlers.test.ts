import {
  admissions,
  alarms,
  erBoard,
  errorCodes,
  findTriageDigest,
  type Input,
  judgeApproval,
  listConfirmable,
  neededTriageVitals,
  news2KeptMs,
  patients,
  readings,
  standardTriageSettings,
  summary,
  type TriageSettings,
  triage,
  visits,
  type Zone,
} from 'contract'
import { sql } from 'kysely'
import { v7 as newId } from 'uuid'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  minute,
  startTestBedside,
  type TestBedside,
  type TestPatient,
} from '../../../test/support/bedside.ts'
import { expectRefusal } from '../../../test/support/refusal.ts'
import { roundVitals as round, unmeasured } from '../../../test/support/triages.ts'
import { testNow } from '../../testing.ts'

let bedside: TestBedside
beforeAll(async () => {
  bedside = await startTestBedside()
})
afterAll(() => bedside.panel.close())

type Decision = Input<typeof triage.record>['decision']

/** Readings which with a consciousness make a NEWS2, without an alarm of their own. */
const scorable = [
  { kind: 'blood_pressure', systolic: 105, diastolic: 70, pulse: 105 },
  { kind: 'spo2', spo2: 93 },
  { kind: 'respiration', respiration_rate: 18 },
  { kind: 'temperature', temperature: 38.2 },
]

/** What every triage but a red one asks. */
const asked = {
  complaint: 'ไข้ ไอ',
  infection_signs: ['NONE'],
  is_accident: false,
} satisfies Partial<Decision>

const arrive = async (patient: TestPatient) => (await bedside.arrive(patient))._id

/** A patient who has arrived, and triages them from the newest triage on. */
async function visitor() {
  const patient = await bedside.addPatient()
  const visit_id = await arrive(patient)
  const decide = async (decision: Partial<Decision>, more: object = {}) => {
    const { triages } = await bedside.nurse(triage.prepare, { patient_id: patient.id })
    const { triage: recorded } = await bedside.nurse(triage.record, {
      patient_id: patient.id,
      visit_id,
      last_triage: triages[0]?._id ?? null,
      decision: {
        ...asked,
        level: 'WHITE',
        zone: 'OPD',
        resources: [],
        values: { ...round },
        missing: unmeasured,
        ...decision,
      } as Decision,
      ...more,
    })
    return recorded
  }
  const readLevel = async () => (await bedside.nurse(patients.get, { _id: patient.id })).patient.triage_level
  return { patient, visit_id, decide, readLevel }
}

describe('a triage', () => {
  test('stores the level with the suggestion, the rule and the values that fired', async () => {
    const { decide, readLevel } = await visitor()
    expect(await readLevel()).toBeNull()
    const recorded = await decide({
      level: 'RED',
      zone: 'RESUS',
      values: { ...round, spo2: 86 },
      resources: null,
      fast_tracks: ['SEPSIS'],
      complaint: 'หอบเหนื่อย',
    })
    expect(Date.parse(recorded.at)).toBe(Date.parse(bedside.at()))
    expect(recorded).toMatchObject({
      from: null,
      level: 'RED',
      suggested: 'RED',
      rule: 'A',
      findings: [{ of: 'spo2', value: 86, comparison: '<', limit: 90 }],
      override: null,
      zone: 'RESUS',
      fast_tracks: ['SEPSIS'],
      corrects: null,
      corrected_by: null,
    })
    expect(recorded.by).toMatchObject({ first_name: expect.any(String) })
    expect(await readLevel()).toBe('RED')
  })

  test('tells "assessed, none" from "nobody looked", and lets none stand beside nothing', async () => {
    const { patient, decide } = await visitor()
    const unlooked = await decide({ fast_tracks: ['OB'] })
    expect(unlooked.found).toMatchObject({ life_saving: [], high_risk: [] })
    bedside.skip(minute)
    const none = await decide({ life_saving: ['NONE'], high_risk: ['NONE'], fast_tracks: ['NONE'] })
    expect(none).toMatchObject({
      suggested: 'WHITE',
      fast_tracks: ['NONE'],
      found: { life_saving: ['NONE'], high_risk: ['NONE'] },
    })
    const { visit } = await bedside.nurse(triage.prepare, { patient_id: patient.id })
    expect(visit?.fast_tracks).toEqual([])
    const both = await expectRefusal(decide({ high_risk: ['NONE', 'STROKE'], fast_tracks: ['OB', 'NONE'] }))
    expect(both.fields).toEqual([
      { field: 'decision.high_risk', message: 'none-beside-others' },
      { field: 'decision.fast_tracks', message: 'none-beside-others' },
    ])
  })

  test('stores what was measured anew as readings, once, and evaluates them', async () => {
    const { patient, decide } = await visitor()
    await patient.send(
      { kind: 'pulse', pulse: 130, minutesAgo: 3 },
      { kind: 'pulse', pulse: 130, minutesAgo: 2 },
    )
    await decide({
      level: 'RED',
      zone: 'RESUS',
      values: { ...round, pulse: 130, spo2: 86 },
      measured: [{ vital: 'pulse', measured_at: bedside.at(2) }],
    })
    const { rows } = await bedside.nurse(readings.history, { patient_id: patient.id })
    const charted = rows.filter(({ source }) => source === 'manual')
    expect(charted.map(({ kind }) => kind).toSorted()).toEqual([
      'blood_pressure',
      'consciousness',
      'pain_score',
      'respiration',
      'spo2',
      'temperature',
    ])
    expect(charted.find(({ kind }) => kind === 'spo2')).toMatchObject({ spo2: 86, oxygen: false })
    expect(new Set(charted.map(({ measured_at }) => Date.parse(measured_at)))).toEqual(
      new Set([Date.parse(bedside.at())]),
    )
    expect(new Set(charted.map(({ act_id }) => act_id)).size).toBe(1)
    expect((await patient.listAlarms()).map(({ rule }) => rule)).toContain('spo2-low')
  })

  test('stores a change of oxygen though nothing else was measured anew, and NEWS2 counts it', async () => {
    const { patient, decide } = await visitor()
    expect((await decide({})).news2).toBe(0)
    bedside.skip(minute)
    const vitals = [
      'systolic',
      'diastolic',
      'pulse',
      'respiration_rate',
      'spo2',
      'temperature',
      'pain_score',
    ] as const
    const measured = [...vitals, 'consciousness' as const].map((vital) => ({
      vital,
      measured_at: bedside.at(1),
    }))
    expect((await decide({ values: { ...round, oxygen: true }, measured })).news2).toBe(2)
    const { rows } = await bedside.nurse(readings.history, { patient_id: patient.id })
    const charted = rows.filter(({ measured_at }) => Date.parse(measured_at) === Date.parse(bedside.at()))
    expect(charted).toMatchObject([
      { kind: 'consciousness', consciousness: 'A', oxygen: true, source: 'manual' },
    ])
  })

  test('stores oxygen with the SpO₂ that a device measured if the form has no consciousness, without a question', async () => {
    const { patient, decide } = await visitor()
    const gcs = { eye: 4, verbal: 5, motor: 6 } as const
    await decide({
      level: 'RED',
      zone: 'RESUS',
      gcs,
      values: { ...round, consciousness: null, spo2: 62, oxygen: true },
      measured: [{ vital: 'spo2', measured_at: bedside.at(2) }],
    })
    const { latest } = await bedside.nurse(triage.prepare, { patient_id: patient.id })
    expect(latest.find(({ vital }) => vital === 'oxygen')).toMatchObject({ value: 1, source: 'manual' })
  })

  test('judges a coma scale that was measured before, and stores no other reading of it', async () => {
    const { patient, decide } = await visitor()
    const stored = await decide({
      level: 'PINK',
      zone: 'ACUTE',
      gcs: { eye: 3, verbal: 3, motor: 5 },
      measured: [{ vital: 'gcs', measured_at: bedside.at(12) }],
    })
    expect(stored.findings).toMatchObject([{ of: 'gcs', value: 11 }])
    const { rows } = await bedside.nurse(readings.history, { patient_id: patient.id })
    expect(rows.filter(({ kind }) => kind === 'gcs')).toEqual([])
  })

  test('stores values of a draft with the time at which they were typed, and the others with its own', async () => {
    const { patient, decide } = await visitor()
    const noted = (['pulse', 'spo2', 'oxygen', 'systolic', 'gcs'] as const).map((vital) => ({
      vital,
      measured_at: bedside.at(25),
    }))
    await decide({ noted, gcs: { eye: 4, verbal: 5, motor: 6 } })
    const { rows } = await bedside.nurse(readings.history, { patient_id: patient.id })
    const times = Object.fromEntries(rows.map(({ kind, measured_at }) => [kind, Date.parse(measured_at)]))
    const [typed, now] = [Date.parse(bedside.at(25)), Date.parse(bedside.at())]
    expect(times).toMatchObject({ pulse: typed, spo2: typed, gcs: typed })
    // Half of the pressure is of now, and so is the reading.
    expect(times).toMatchObject({ blood_pressure: now, respiration: now, consciousness: now })
  })

  test('stores no value as measured later than now, though the clock of a browser is ahead', async () => {
    const { patient, decide } = await visitor()
    await decide({ noted: [{ vital: 'pulse', measured_at: bedside.at(-10) }] })
    const { latest } = await bedside.nurse(triage.prepare, { patient_id: patient.id })
    expect(latest.find(({ vital }) => vital === 'pulse')?.measured_at).toBe(bedside.at())
  })

  test('refuses oxygen beside which nothing stands, unless a life is saved first', async () => {
    const { decide } = await visitor()
    const gcs = { eye: 4, verbal: 5, motor: 6 } as const
    const alone = {
      gcs,
      values: { ...round, consciousness: null, spo2: null },
      missing: neededTriageVitals.map((vital) => ({ vital, reason: 'UNABLE' as const })),
    } as const
    expect((await expectRefusal(decide(alone))).fields).toEqual([
      { field: 'decision.values.oxygen', message: 'oxygen-alone' },
    ])
    const dying = { level: 'RED', zone: 'RESUS', life_saving: ['CPR'] } satisfies Partial<Decision>
    expect((await decide({ ...alone, ...dying })).found.values.oxygen).toBe(false)
  })

  test('knows the NEWS2 that its own values make', async () => {
    const { decide } = await visitor()
    expect((await decide({})).news2).toBe(0)
    bedside.skip(minute)
    const worse = await decide({
      level: 'PINK',
      zone: 'ACUTE',
      resources: ['LAB', 'XRAY'],
      values: { ...round, respiration_rate: 23, pulse: 104 },
    })
    expect(worse).toMatchObject({ from: 'WHITE', level: 'PINK', rule: 'D', news2: 3 })
  })

  test('has no NEWS2 whose oldest part is too old to count, and the queue shows none', async () => {
    const { patient, decide } = await visitor()
    expect((await decide({})).news2).toBe(0)
    const findScore = async () => {
      const { rows } = await bedside.nurse(triage.queue, {})
      return rows.find((row) => row.patient._id === patient.id)?.score
    }
    const { consciousness: _, ...unscored } = round
    const gcs = { eye: 4, verbal: 5, motor: 6 } as const
    await bedside.advance(news2KeptMs - minute)
    expect((await decide({ values: unscored, gcs })).news2).toBe(0)
    expect(await findScore()).toMatchObject({ value: 0 })
    await bedside.advance(minute)
    expect((await decide({ values: unscored, gcs })).news2).toBeNull()
    expect(await findScore()).toBeNull()
  })

  test('of another level than suggested needs a reason, and words against A and B', async () => {
    const { decide } = await visitor()
    const yellow = { level: 'YELLOW', zone: 'ACUTE', values: { ...round, spo2: 88 } } as const
    expect((await expectRefusal(decide(yellow))).fields).toEqual([
      { field: 'decision.override', message: 'reason-required' },
      { field: 'decision.override_words', message: 'field-required' },
    ])
    const reasoned = await decide({ ...yellow, override: 'BASELINE', override_words: 'COPD, ปกติ 88 %' })
    expect(reasoned).toMatchObject({
      level: 'YELLOW',
      suggested: 'RED',
      override: 'BASELINE',
      override_words: 'COPD, ปกติ 88 %',
    })
    bedside.skip(minute)
    expect((await decide({ override: 'OTHER', override_words: 'not needed' })).override).toBeNull()
  })

  test('judges the total of a coma scale that was measured without its parts, and no other one', async () => {
    const { decide } = await visitor()
    const measured = [{ vital: 'gcs' as const, measured_at: bedside.at(5) }]
    const red = { level: 'RED', zone: 'RESUS', gcs_total: 7 } satisfies Partial<Decision>
    const refusal = [{ field: 'decision.gcs_total', message: 'not-of-this-kind' }]
    expect((await expectRefusal(decide(red))).fields).toEqual(refusal)
    const gcs = { eye: 1, verbal: null, motor: null } as const
    const both = await expectRefusal(decide({ ...red, measured, gcs, override: 'LOOKS_WORSE' }))
    expect(both.fields).toEqual(refusal)
    expect(await decide({ ...red, measured })).toMatchObject({
      suggested: 'RED',
      rule: 'A',
      findings: [{ of: 'gcs', value: 7 }],
      found: { gcs_total: 7 },
    })
  })

  test('asks a woman of 10 to 55 years about a pregnancy unless it is RED, and tells the visit', async () => {
    const { patient, decide } = await visitor()
    await bedside.panel.root
      .updateTable('patients')
      .set({ date_of_birth: '1996-03-02' })
      .where('id', '=', patient.id)
      .execute()
    const readVisit = async () => (await bedside.nurse(triage.prepare, { patient_id: patient.id })).visit
    expect((await expectRefusal(decide({}))).fields).toEqual([
      { field: 'decision.pregnancy', message: 'field-required' },
    ])
    await decide({ level: 'RED', zone: 'RESUS', life_saving: ['CPR'] })
    expect(await readVisit()).toMatchObject({ pregnancy: 'not_asked' })
    bedside.skip(minute)
    expect((await decide({ pregnancy: 'unknown' })).found).toMatchObject({ pregnancy: 'unknown' })
    expect(await readVisit()).toMatchObject({ pregnancy: 'unknown' })
    bedside.skip(minute)
    const weeks = decide({ pregnancy: 'no', pregnancy_weeks: 12 })
    expect((await expectRefusal(weeks)).fields).toEqual([
      { field: 'decision.pregnancy_weeks', message: 'not-pregnant' },
    ])
    const pregnant = await decide({ pregnancy: 'yes', pregnancy_weeks: 12 })
    expect(pregnant).toMatchObject({ news2: null, found: { pregnancy: 'yes', pregnancy_weeks: 12 } })
    expect(await readVisit()).toMatchObject({ pregnancy: 'yes', pregnancy_weeks: 12 })
    bedside.skip(minute)
    // Only a correction of the arrival, which has a reason, changes what is known for sure.
    expect((await expectRefusal(decide({ pregnancy: 'no' }))).fields).toEqual([
      { field: 'decision.pregnancy', message: 'changed-meanwhile' },
    ])
    expect((await decide({})).found).toMatchObject({ pregnancy: 'yes', pregnancy_weeks: 12 })
    const { corrections } = await bedside.nurse(triage.history, { patient_id: patient.id })
    expect(corrections.map(({ reason, after }) => [reason, after.pregnancy])).toEqual([
      [null, 'yes'],
      [null, 'unknown'],
      [null, undefined],
    ])
  })

  test('of a man takes no pregnancy', async () => {
    const { patient, decide } = await visitor()
    await bedside.panel.root
      .updateTable('patients')
      .set({ gender: 'male', date_of_birth: '1996-03-02' })
      .where('id', '=', patient.id)
      .execute()
    expect((await expectRefusal(decide({ pregnancy: 'yes' }))).fields).toEqual([
      { field: 'decision.pregnancy', message: 'pregnant-man' },
    ])
    expect((await decide({})).found).toMatchObject({ pregnancy: 'not_asked' })
  })

  test('says of each value why it was not measured, unless it is RED', async () => {
    const { decide } = await visitor()
    const refused = await expectRefusal(
      decide({ values: { blood_glucose: 96 }, gcs: { eye: 4, verbal: 5, motor: null }, missing: [] }),
    )
    const needed = neededTriageVitals.filter((name) => name !== 'blood_glucose')
    expect(refused.fields).toEqual(
      needed.map((name) => ({ field: `decision.missing.${name}`, message: 'reason-required' })),
    )
    const { systolic: _, diastolic: __, ...rest } = round
    const missing = [{ vital: 'systolic', reason: 'REFUSED' }, ...unmeasured] satisfies Decision['missing']
    // What was measured after all has no reason any more.
    const pulse = { vital: 'pulse', reason: 'UNABLE' } as const
    const recorded = await decide({ values: rest, missing: [...missing, pulse] })
    expect(recorded.found).toMatchObject({ missing, missing_reason: null })
    bedside.skip(minute)
    await decide({ level: 'RED', zone: 'RESUS', life_saving: ['CPR'], values: {}, missing: [] })
    bedside.skip(minute)
    const dying = {
      level: 'RED',
      zone: 'RESUS',
      life_saving: ['CPR'],
      values: {},
    } satisfies Partial<Decision>
    await decide({ ...dying, missing: [{ vital: 'pulse', reason: 'NOT_DONE' }] })
  })

  test('counts what a meter shows as a glucose, and the letters and a known total as a coma scale', async () => {
    const { decide } = await visitor()
    const { consciousness: _, ...rest } = round
    const values = { ...rest, weight: 61, beyond: 'above' } as const
    await decide({ values, gcs: { eye: 'C', verbal: 'T', motor: 6 }, missing: [] })
    bedside.skip(minute)
    const measured = [{ vital: 'gcs' as const, measured_at: bedside.at(2) }]
    await decide({ values, gcs_total: 15, measured, missing: [] })
  })

  test('reads a triage from before each value had a reason of its own', async () => {
    const { patient, visit_id, decide } = await visitor()
    const { by } = await decide({})
    const inputs = { values: { pulse: 82 }, missing_reason: 'REFUSED', age: null, paediatric_pressure: false }
    await bedside.panel.root
      .insertInto('triages')
      .values({
        id: newId(),
        hospital_id: bedside.hospitalId,
        patient_id: patient.id,
        visit_id,
        at: bedside.at(-1),
        staff_id: by?._id ?? '',
        level: 5,
        suggested: 5,
        rule: 'C',
        findings: '[]',
        inputs: JSON.stringify(inputs),
        zone: 'OPD',
        fast_tracks: [],
      })
      .execute()
    const { triages } = await bedside.nurse(triage.history, { patient_id: patient.id })
    expect(triages[0]?.found).toMatchObject({ values: { pulse: 82 }, missing: [], missing_reason: 'REFUSED' })
  })

  test('takes no "not done" for a value unless it is RED, and names each that is missing', async () => {
    const { decide } = await visitor()
    const values = { ...round, respiration_rate: null, pain_score: null }
    const missing = (reason: 'NOT_DONE' | 'UNABLE') => [
      ...(['respiration_rate', 'pain_score'] as const).map((vital) => ({ vital, reason })),
      ...unmeasured,
    ]
    const refused = await expectRefusal(decide({ values, missing: missing('NOT_DONE') }))
    expect(refused.fields).toEqual([
      { field: 'decision.missing.respiration_rate', message: 'measured-below-red' },
      { field: 'decision.missing.pain_score', message: 'measured-below-red' },
    ])
    expect((await decide({ values, missing: missing('UNABLE') })).found.missing).toEqual(missing('UNABLE'))
  })

  test('refuses an unusual value until it is confirmed, and stores nothing meanwhile', async () => {
    const { patient, decide, readLevel } = await visitor()
    const hot = { values: { ...round, temperature: 44 } }
    expect((await expectRefusal(decide(hot))).fields).toEqual([
      { field: 'decision.values.temperature', message: 'implausible' },
    ])
    expect(await readLevel()).toBeNull()
    expect((await bedside.nurse(readings.history, { patient_id: patient.id })).total).toBe(0)
    await decide({ ...hot, confirmed: ['temperature'] })
    expect(await readLevel()).toBe('WHITE')
  })

  test('stores the 0/0 of an arrest once it is confirmed, and refuses other pressures of two equal halves', async () => {
    const { patient, decide } = await visitor()
    const arrest = { level: 'RED', zone: 'RESUS', life_saving: ['CPR'] } satisfies Partial<Decision>
    const equal = decide({ ...arrest, values: { systolic: 60, diastolic: 60 } })
    expect((await expectRefusal(equal)).fields).toEqual([
      { field: 'decision.values.diastolic', message: 'diastolic-above-systolic' },
    ])
    const confirmed = ['systolic', 'diastolic'] satisfies Decision['confirmed']
    const stored = await decide({ ...arrest, values: { systolic: 0, diastolic: 0 }, confirmed })
    expect(stored.found.values).toMatchObject({ systolic: 0, diastolic: 0 })
    const { latest } = await bedside.nurse(triage.prepare, { patient_id: patient.id })
    expect(latest.find(({ vital }) => vital === 'blood_pressure')).toMatchObject({ value: 0, second: 0 })
  })

  test.each([
    ['blood_glucose-low', 'below'],
    ['blood_glucose-high', 'above'],
  ] as const)(
    'stores a glucose that the meter shows no number for, which is critical: %s',
    async (rule, beyond) => {
      const { patient, decide } = await visitor()
      const stored = await decide({ values: { ...round, beyond } })
      expect(stored).toMatchObject({ suggested: 'WHITE', found: { values: { beyond } } })
      const { rows } = await bedside.nurse(readings.history, { patient_id: patient.id, kinds: ['glucose'] })
      expect(rows).toMatchObject([{ beyond, source: 'manual' }])
      expect(rows[0]).not.toHaveProperty('blood_glucose')
      expect(await patient.findOpenAlarm()).toMatchObject({ rule, severity: 'high' })
      const { latest } = await bedside.nurse(triage.prepare, { patient_id: patient.id })
      expect(latest.find(({ vital }) => vital === 'blood_glucose')).toMatchObject({
        value: null,
        note: beyond,
      })
    },
  )

  test('stores no second reading of a glucose beyond its meter that a device sent, and names when it did', async () => {
    const { patient, decide } = await visitor()
    await patient.send({ kind: 'glucose', beyond: 'below', minutesAgo: 3 })
    const measured = [{ vital: 'beyond' as const, measured_at: bedside.at(3) }]
    const stored = await decide({ values: { ...round, beyond: 'below' }, measured })
    expect(stored.found).toMatchObject({ values: { beyond: 'below' }, measured })
    const { rows } = await bedside.nurse(readings.history, { patient_id: patient.id, kinds: ['glucose'] })
    expect(rows.map(({ source }) => source)).toEqual(['system'])
  })

  test('refuses a glucose that is a number and beyond its meter, also where a device measured the number', async () => {
    const { decide } = await visitor()
    const both = { values: { ...round, blood_glucose: 110, beyond: 'below' } } as const
    const measured = [{ vital: 'blood_glucose' as const, measured_at: bedside.at(1) }]
    for (const decision of [both, { ...both, measured }])
      expect((await expectRefusal(decide(decision))).fields).toEqual([
        { field: 'decision.values.beyond', message: 'not-of-this-kind' },
      ])
  })

  test('of a child is judged by the pressure that the hospital chose', async () => {
    const { patient, decide } = await visitor()
    await bedside.panel.root
      .updateTable('patients')
      .set({ date_of_birth: '2020-06-01' })
      .where('id', '=', patient.id)
      .execute()
    const child = { values: { ...round, systolic: 84, diastolic: 52, pulse: 110, respiration_rate: 22 } }
    expect((await expectRefusal(decide(child))).fields).toContainEqual({
      field: 'decision.override',
      message: 'reason-required',
    })
    const { version } = await bedside.doctor(triage.settings, {})
    await bedside.doctor(triage.updateSettings, {
      version,
      settings: { ...standardTriageSettings, paediatric_pressure: true },
      reason: 'PALS',
    })
    expect(await decide(child)).toMatchObject({ suggested: 'WHITE', override: null })
  })

  test('that was based on an earlier one than the newest is refused, naming that', async () => {
    const { patient, visit_id, decide } = await visitor()
    const first = await decide({})
    bedside.skip(minute)
    const stale = expectRefusal(
      bedside.doctor(triage.record, {
        patient_id: patient.id,
        visit_id,
        last_triage: null,
        decision: {
          ...asked,
          level: 'WHITE',
          zone: 'OPD',
          resources: [],
          values: { ...round },
          missing: unmeasured,
        },
      }),
    )
    const error = await stale
    expect(error.code).toBe(errorCodes['changed-meanwhile'])
    expect(error.detail).toMatchObject({ triage: { _id: first._id, level: 'WHITE' } })
  })

  test('is stored once and refused once when two are made at the same time', async () => {
    const { decide, patient } = await visitor()
    const results = await Promise.allSettled([1, 2, 3].map(() => decide({}, { last_triage: null })))
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect((await bedside.nurse(triage.history, { patient_id: patient.id })).triages).toHaveLength(1)
  })

  test('that was wrong is corrected by a later one that names it; neither can be changed', async () => {
    const { patient, decide, readLevel } = await visitor()
    const wrong = await decide({})
    bedside.skip(minute)
    const right = await decide(
      { level: 'GREEN', zone: 'FAST_TRACK', resources: ['LAB'] },
      { is_correction: true },
    )
    expect(right).toMatchObject({ from: 'WHITE', corrects: wrong._id })
    const { triages } = await bedside.nurse(triage.history, { patient_id: patient.id })
    expect(triages.map(({ _id, corrected_by }) => [_id, corrected_by])).toEqual([
      [right._id, null],
      [wrong._id, right._id],
    ])
    expect(await readLevel()).toBe('GREEN')
    for (const change of ['update triages set level = 1', 'delete from triages', 'truncate triages'])
      await expect(sql.raw(change).execute(bedside.panel.root), change).rejects.toThrow('append-only')
  })

  test('ends with the visit: the patient has no level, and cannot be triaged', async () => {
    const { patient, visit_id, decide, readLevel } = await visitor()
    await decide({})
    await bedside.nurse(visits.end, { patient_id: patient.id, visit_id, disposition: 1 })
    expect(await readLevel()).toBeNull()
    const late = bedside.nurse(triage.record, {
      patient_id: patient.id,
      visit_id,
      decision: {
        ...asked,
        level: 'WHITE',
        zone: 'OPD',
        resources: [],
        values: { ...round },
        missing: unmeasured,
      },
    })
    expect((await expectRefusal(late)).code).toBe(errorCodes['visit-ended'])
    expect((await bedside.nurse(triage.prepare, { patient_id: patient.id })).visit).toBeNull()
  })

  test('of who waits for a bed stands, and is due again, until the discharge, and again when that is undone', async () => {
    const { patient, decide, readLevel } = await visitor()
    await decide({})
    const { doctors } = await bedside.nurse(admissions.doctors, {})
    const { stay } = await bedside.nurse(admissions.admit, {
      patient_id: patient.id,
      admit_type: 'E',
      admit_source: 'E',
      arrival_type: 1,
      department: '01',
      attending_id: doctors[0]?._id ?? '',
      diagnosis: 'ปอดอักเสบ',
      ward_id: patient.ward,
    })
    expect(await readLevel()).toBe('WHITE')
    const waits = async () =>
      (await bedside.nurse(triage.queue, {})).rows.some((row) => row.patient._id === patient.id)
    expect(await waits()).toBe(true)
    bedside.skip(minute)
    const named = { patient_id: patient.id, stay_id: stay._id }
    const left = await bedside.nurse(admissions.discharge, {
      ...named,
      version: stay.version,
      discharge_status: 2,
      discharge_type: 1,
    })
    expect(await readLevel()).toBeNull()
    expect(await waits()).toBe(false)
    await bedside.nurse(admissions.undoDischarge, {
      ...named,
      version: left.stay.version,
      reason: 'WRONG_PATIENT',
    })
    expect(await readLevel()).toBe('WHITE')
    expect(await waits()).toBe(true)
  })

  test('asks the complaint, the infection screen, whether it was an accident and, of a stroke, since when; a red one asks nothing', async () => {
    const { patient, decide } = await visitor()
    const unasked = { complaint: null, infection_signs: [], is_accident: null }
    const stroke = { level: 'PINK', zone: 'ACUTE', high_risk: ['STROKE'] } satisfies Partial<Decision>
    expect((await expectRefusal(decide({ ...stroke, ...unasked }))).fields).toEqual([
      { field: 'decision.complaint', message: 'field-required' },
      { field: 'decision.infection_signs', message: 'field-required' },
      { field: 'decision.is_accident', message: 'field-required' },
      { field: 'decision.onset_at', message: 'field-required' },
    ])
    const ahead = { ...stroke, onset_at: bedside.at(-10) }
    expect((await expectRefusal(decide(ahead))).fields).toEqual([
      { field: 'decision.onset_at', message: 'date-in-future' },
    ])
    await decide({ ...stroke, onset_at: bedside.at(90) })
    const { visit } = await bedside.nurse(triage.prepare, { patient_id: patient.id })
    expect(visit).toMatchObject({ ...asked, onset_at: bedside.at(90) })
    bedside.skip(minute)
    await decide({ ...stroke, ...unasked })
    const woke = await visitor()
    await woke.decide({ ...stroke, is_onset_unknown: true })
    const dying = await visitor()
    await dying.decide({ ...unasked, level: 'RED', zone: 'RESUS', life_saving: ['CPR'], values: {} })
  })

  test('keeps what the arrival said of an accident, and asks again while nobody can say', async () => {
    const patient = await bedside.addPatient()
    const accident = { source: 5 } as const
    const { _id: visit_id } = await bedside.arrive(patient, { is_accident: true, accident })
    const named = { patient_id: patient.id, visit_id }
    const green = {
      ...asked,
      level: 'GREEN',
      zone: 'FAST_TRACK',
      resources: ['LAB'],
      values: round,
      missing: unmeasured,
    } satisfies Decision
    expect((await expectRefusal(bedside.nurse(triage.record, { ...named, decision: green }))).fields).toEqual(
      [{ field: 'decision.is_accident', message: 'changed-meanwhile' }],
    )
    const unsaid = { ...green, is_accident: null }
    const first = await bedside.nurse(triage.record, { ...named, decision: unsaid })
    const read = async (patient_id: string) => (await bedside.nurse(triage.prepare, { patient_id })).visit
    expect(await read(patient.id)).toMatchObject({ is_accident: true, accident: { source: 5 } })
    expect(first.triage.found.is_accident).toBe(true)

    const found = await visitor()
    const unknown = { is_accident: null, is_accident_unknown: true }
    const { found: noted } = await found.decide({ ...green, ...unknown })
    expect(noted).toMatchObject(unknown)
    expect(await read(found.patient.id)).toMatchObject({ is_accident: null })
    bedside.skip(minute)
    await found.decide({ ...green, is_accident: true })
    expect(await read(found.patient.id)).toMatchObject({ is_accident: true, accident: null })
  })

  test('tells in the history what was found, and keeps what was told before', async () => {
    const patient = await bedside.addPatient()
    const { _id: visit_id } = await bedside.arrive(patient, { complaint: 'ปวดท้อง' })
    const gcs = { eye: 4, verbal: 'T', motor: 6 } as const
    await bedside.nurse(triage.record, {
      patient_id: patient.id,
      visit_id,
      decision: {
        ...asked,
        level: 'GREEN',
        zone: 'FAST_TRACK',
        resources: ['LAB'],
        values: { ...round, temperature: null },
        gcs,
        missing: [{ vital: 'temperature', reason: 'REFUSED' }, ...unmeasured],
      },
    })
    const { triages, corrections } = await bedside.nurse(triage.history, { patient_id: patient.id })
    expect(triages[0]?.found).toMatchObject({
      ...asked,
      values: { ...round, temperature: null },
      gcs,
      resources: ['LAB'],
      missing: [
        { vital: 'temperature', reason: 'REFUSED' },
        ...unmeasured.filter(({ vital }) => vital !== 'gcs'),
      ],
    })
    expect(corrections).toMatchObject([
      {
        reason: null,
        visit: { _id: visit_id },
        before: { complaint: 'ปวดท้อง', infection_signs: [], is_accident: null },
        after: asked,
      },
    ])
    const { rows } = await bedside.nurse(readings.history, { patient_id: patient.id, kinds: ['gcs'] })
    expect(rows).toMatchObject([{ gcs_eye: 4, gcs_motor: 6 }])
    expect(rows[0]).not.toHaveProperty('gcs')
  })

  test('can be corrected once: when 20 users do so at the same time, one succeeds', async () => {
    const { patient, decide } = await visitor()
    const wrong = await decide({})
    bedside.skip(minute)
    const green = { level: 'GREEN', zone: 'FAST_TRACK', resources: ['LAB'] } satisfies Partial<Decision>
    const results = await Promise.allSettled(
      Array.from({ length: 20 }, () => decide(green, { last_triage: wrong._id, is_correction: true })),
    )
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const { triages } = await bedside.nurse(triage.history, { patient_id: patient.id })
    expect(triages.map(({ corrects }) => corrects)).toEqual([wrong._id, null])
  })

  test('stands in the timeline of the patient', async () => {
    const { patient, decide } = await visitor()
    await decide({})
    const { entries } = await bedside.nurse(summary.timeline, { patient_id: patient.id, group: 'moves' })
    expect(entries.map(({ kind }) => kind)).toContain('triaged')
    expect(entries.find(({ kind }) => kind === 'triaged')).toMatchObject({
      triage: { from: null, level: 'WHITE', suggested: 'WHITE', rule: 'C', news2: 0 },
    })
  })
})

describe('what the record says', () => {
  const addAllergy = (patient: TestPatient, substance: string) =>
    bedside.panel.root
      .insertInto('patient_allergies')
      .values({
        id: newId(),
        hospital_id: bedside.hospitalId,
        patient_id: patient.id,
        substance,
        kind: 'drug',
        severity: 'severe',
        certainty: 'certain',
        recorded_at: bedside.at(10),
      })
      .execute()

  test('of allergies is confirmed as whoever triages saw it, and no other', async () => {
    const { patient, decide } = await visitor()
    const refusal = [{ field: 'decision.confirmed_allergies', message: 'changed-meanwhile' }]
    // Nobody has asked yet: there is nothing to confirm.
    expect((await expectRefusal(decide({ confirmed_allergies: [] }))).fields).toEqual(refusal)
    await addAllergy(patient, 'Penicillin')
    await addAllergy(patient, 'Aspirin')
    const confirmed_allergies = ['Penicillin', 'Aspirin']
    const stored = await decide({ confirmed_allergies })
    expect(stored).toMatchObject({ by: expect.anything(), found: { confirmed_allergies } })
    await addAllergy(patient, 'Ibuprofen')
    bedside.skip(minute)
    expect((await expectRefusal(decide({ confirmed_allergies }))).fields).toEqual(refusal)
    expect((await decide({})).found.confirmed_allergies).toBeNull()
  })

  test('and its diseases and medicines are confirmed each for itself', async () => {
    const { patient, decide } = await visitor()
    const common = {
      hospital_id: bedside.hospitalId,
      patient_id: patient.id,
      recorded_at: bedside.at(10),
    }
    await bedside.panel.root
      .insertInto('patient_underlying_diseases')
      .values({ ...common, id: newId(), underlying_disease: 'hypertension' })
      .execute()
    await bedside.panel.root
      .insertInto('patient_medications')
      .values({ ...common, id: newId(), name: 'Warfarin', dose: '3 mg' })
      .execute()
    const prepared = await bedside.nurse(triage.prepare, { patient_id: patient.id })
    const history = listConfirmable(prepared)
    expect(history).toEqual({
      confirmed_allergies: null,
      confirmed_diseases: [expect.objectContaining({ name_en: expect.any(String) })],
      confirmed_medications: ['Warfarin 3 mg'],
    })
    expect((await decide(history)).found).toMatchObject(history)
    const wrong = { ...history, confirmed_medications: ['Warfarin 5 mg'] }
    expect((await expectRefusal(decide(wrong))).fields).toEqual([
      { field: 'decision.confirmed_medications', message: 'changed-meanwhile' },
    ])
    const unlisted = { ...history, confirmed_diseases: [] }
    expect((await expectRefusal(decide(unlisted))).fields).toEqual([
      { field: 'decision.confirmed_diseases', message: 'changed-meanwhile' },
    ])
  })

  test('and the groups of the complaint can be told anew', async () => {
    const { patient, visit_id, decide } = await visitor()
    expect((await decide({ symptom_groups: [7, 2] })).found.symptom_groups).toEqual([7, 2])
    // A call that changes none of them leaves those that were told.
    expect((await decide({})).found.symptom_groups).toEqual([7, 2])
    const { visit } = await bedside.nurse(triage.prepare, { patient_id: patient.id })
    expect(visit).toMatchObject({ _id: visit_id, symptom_groups: [7, 2] })
    expect((await decide({ symptom_groups: [] })).found.symptom_groups).toEqual([])
  })
})

describe('before a triage', () => {
  test('what the patient takes at home is at hand, and not what was ended', async () => {
    const { patient } = await visitor()
    const add = (name: string, dose: string | null, ended_at: string | null) =>
      bedside.panel.root
        .insertInto('patient_medications')
        .values({
          id: newId(),
          hospital_id: bedside.hospitalId,
          patient_id: patient.id,
          name,
          dose,
          recorded_at: bedside.at(10),
          ended_at,
        })
        .execute()
    await add('Warfarin', '3 mg', null)
    await add('Aspirin', null, bedside.at(5))
    const { medications } = await bedside.nurse(triage.prepare, { patient_id: patient.id })
    expect(medications).toEqual([{ name: 'Warfarin', dose: '3 mg' }])
  })

  test('the newest values, allergies and the visit are at hand', async () => {
    const { patient, visit_id } = await visitor()
    await patient.send({ kind: 'temperature', temperature: 38.2, minutesAgo: 4 })
    const prepared = await bedside.nurse(triage.prepare, { patient_id: patient.id })
    expect(prepared).toMatchObject({
      patient: { hn: patient.hn },
      visit: { _id: visit_id },
      triages: [],
      spo2_scale: 1,
      settings: { minutes: standardTriageSettings.minutes },
    })
    expect(prepared.latest.find(({ vital }) => vital === 'temperature')).toMatchObject({
      value: 38.2,
      measured_at: bedside.at(4),
      source: 'system',
    })
  })
})

describe('the queue', () => {
  const find = async (patient: TestPatient) => {
    const { rows } = await bedside.nurse(triage.queue, {})
    return { row: rows.find((one) => one.patient._id === patient.id), rows }
  }

  test('begins with who waits for the first triage, in the order of arrival', async () => {
    const [first, second, triaged] = [await visitor(), await visitor(), await visitor()]
    await triaged.decide({})
    const { rows } = await find(first.patient)
    const ids = rows.map(({ patient }) => patient._id)
    const [one, two, three] = [first, second, triaged].map(({ patient }) => ids.indexOf(patient.id))
    expect(one).toBeGreaterThanOrEqual(0)
    expect(two).toBeGreaterThan(one ?? 0)
    expect(three).toBeGreaterThan(two ?? 0)
    expect((await find(first.patient)).row).toMatchObject({ last: null, due: null })
  })

  test('says when triage is due again: by the level, or at once by a NEWS2 that rose', async () => {
    const { patient, decide } = await visitor()
    const { at } = await decide({ resources: ['LAB'], level: 'GREEN', zone: 'FAST_TRACK' })
    expect((await find(patient)).row).toMatchObject({
      last: { level: 'GREEN', news2: 0 },
      due: { due_at: new Date(Date.parse(at) + 60 * minute).toISOString(), reason: 'level' },
    })
    bedside.skip(10 * minute)
    await patient.send({ kind: 'respiration', respiration_rate: 22 })
    expect((await find(patient)).row).toMatchObject({
      score: { value: 2 },
      due: { due_at: bedside.at(), reason: 'news2-rise' },
    })
    expect((await find(patient)).row?.last?.level).toBe('GREEN')
  })

  test('has a triage due at once whose level is lower than the NEWS2 before it asks for, until it was judged', async () => {
    const { patient, decide } = await visitor()
    const ill = { ...round, temperature: 39.4, systolic: 98, respiration_rate: 20, pulse: 92, oxygen: true }
    await patient.send({ kind: 'blood_pressure', systolic: ill.systolic, diastolic: ill.diastolic })
    await patient.send({ kind: 'pulse', pulse: ill.pulse })
    await patient.send({ kind: 'respiration', respiration_rate: ill.respiration_rate })
    await patient.send({ kind: 'spo2', spo2: ill.spo2, oxygen: true })
    await patient.send({ kind: 'temperature', temperature: ill.temperature })
    await patient.send({ kind: 'consciousness', consciousness: 'A' })
    const known = [
      'systolic',
      'diastolic',
      'pulse',
      'respiration_rate',
      'spo2',
      'oxygen',
      'temperature',
      'consciousness',
    ] as const
    const measured = known.map((vital) => ({ vital, measured_at: bedside.at() }))
    bedside.skip(minute)
    const green = {
      values: ill,
      measured,
      resources: ['LAB'],
      level: 'GREEN',
      zone: 'FAST_TRACK',
    } satisfies Partial<Decision>
    const first = await decide(green)
    expect(first.news2).toBe(7)
    const now = (triaged: { at: string }) => ({
      due_at: new Date(triaged.at).toISOString(),
      reason: 'news2-high',
    })
    expect((await find(patient)).row?.due).toEqual(now(first))
    bedside.skip(minute)
    const corrected = await decide(green, { is_correction: true })
    expect((await find(patient)).row).toMatchObject({ last: { before: null }, due: now(corrected) })
    bedside.skip(minute)
    await decide(green)
    expect((await find(patient)).row).toMatchObject({
      last: { before: { level: 'GREEN', news2: 7 } },
      due: { reason: 'level' },
    })
  })

  test('has a triage due at once whose own values make a NEWS2 that asks for more than its level', async () => {
    const { patient, decide } = await visitor()
    const ill = { ...round, temperature: 39.4, systolic: 98, respiration_rate: 20, pulse: 92, oxygen: true }
    const { at, news2 } = await decide({
      values: ill,
      resources: ['LAB'],
      level: 'GREEN',
      zone: 'FAST_TRACK',
    })
    expect(news2).toBe(7)
    expect((await find(patient)).row?.due).toEqual({
      due_at: new Date(at).toISOString(),
      reason: 'news2-high',
    })
    bedside.skip(minute)
    const again = await decide({ values: ill, resources: ['LAB'], level: 'GREEN', zone: 'FAST_TRACK' })
    expect((await find(patient)).row?.due).toEqual({
      due_at: new Date(Date.parse(again.at) + 60 * minute).toISOString(),
      reason: 'level',
    })
    bedside.skip(minute)
    const pink = await decide({ values: ill, level: 'PINK', zone: 'ACUTE', override: 'LOOKS_WORSE' })
    expect((await find(patient)).row?.due).toEqual({
      due_at: new Date(Date.parse(pink.at) + 15 * minute).toISOString(),
      reason: 'level',
    })
  })

  test('puts the most urgent of those first for whom triage is due again, however long it has been due', async () => {
    const [yellow, pink, later] = [await visitor(), await visitor(), await visitor()]
    const decideYellow: Parameters<typeof yellow.decide>[0] = {
      resources: ['LAB', 'XRAY'],
      level: 'YELLOW',
      zone: 'ACUTE',
    }
    await yellow.decide(decideYellow)
    bedside.skip(20 * minute)
    await pink.decide({ ...decideYellow, level: 'PINK', override: 'LOOKS_WORSE' })
    bedside.skip(16 * minute)
    await later.decide(decideYellow)
    const { rows } = await find(yellow.patient)
    const due = [yellow, pink].map(({ patient }) => rows.find((row) => row.patient._id === patient.id)?.due)
    expect(Date.parse(due[0]?.due_at ?? '')).toBeLessThan(Date.parse(due[1]?.due_at ?? ''))
    const ids = rows.map(({ patient }) => patient._id)
    const [ofYellow, ofPink, ofLater] = [yellow, pink, later].map(({ patient }) => ids.indexOf(patient.id))
    expect(ofPink).toBeLessThan(ofYellow ?? 0)
    expect(ofYellow).toBeLessThan(ofLater ?? 0)
  })

  test('says how many there are when it shows the newest of them alone', async () => {
    const { rows: before, total } = await bedside.nurse(triage.queue, {})
    expect(total).toBe(before.length)
    const { root } = bedside.panel
    await sql`
      with forgotten as (
        insert into patients (id, hospital_id, number, hn, title, name, surname, gender, identity_kind, created_at,
          updated_at)
        select gen_random_uuid(), ${bedside.hospitalId}, 900000 + n, 'F-' || n, 'นาง', 'ค้าง', n::text, 'female',
          'none', ${testNow}, ${testNow}
        from generate_series(1, 301) n
        returning id, hospital_id, hn)
      insert into visits (id, hospital_id, patient_id, vn, kind, visited_at, is_open)
      select gen_random_uuid(), hospital_id, id, hn, 'ER', ${testNow}::timestamptz - interval '30 days', true
      from forgotten`.execute(root)
    const { patient } = await visitor()
    const { rows, total: all } = await bedside.nurse(triage.queue, {})
    expect([rows.length, all]).toEqual([300, before.length + 302])
    expect(rows.some((row) => row.patient._id === patient.id)).toBe(true)
    await sql`delete from visits where vn like 'F-%'`.execute(root)
    expect((await bedside.nurse(triage.queue, {})).total).toBe(before.length + 1)
  })

  test('loses a patient who leaves', async () => {
    const { patient, visit_id } = await visitor()
    expect((await find(patient)).row).toBeDefined()
    await bedside.nurse(visits.end, { patient_id: patient.id, visit_id, disposition: 8 })
    expect((await find(patient)).row).toBeUndefined()
  })
})

describe('the settings', () => {
  test('name who approved the times, which lapses when a time changes, and no approval of tomorrow', async () => {
    const { version, settings } = await bedside.doctor(triage.settings, {})
    const approval = {
      approved_by: 'พญ. ข',
      licence: 'ว.9',
      approved_on: '2026-11-01',
      of: findTriageDigest(settings),
    }
    const save = (changed: Partial<typeof settings>, held = version) =>
      bedside.doctor(triage.updateSettings, {
        version: held,
        settings: { ...settings, ...changed },
        reason: 'ประชุม',
      })
    const tomorrow = await expectRefusal(save({ approval: { ...approval, approved_on: '2026-12-31' } }))
    expect(tomorrow.fields).toEqual([{ field: 'settings.approval.approved_on', message: 'date-in-future' }])
    const saved = await save({ approval })
    expect(judgeApproval(saved.settings.approval, findTriageDigest(saved.settings))).toBe('approved')
    const minutes = { ...settings.minutes, WHITE: { doctor: 180, reassess: 180 } }
    const later = await save({ approval, minutes }, saved.version)
    expect(judgeApproval(later.settings.approval, findTriageDigest(later.settings))).toBe('lapsed')
    await save({}, later.version)
  })

  test('are changed from the present version only, each change with its reason', async () => {
    const { version, settings } = await bedside.doctor(triage.settings, {})
    const minutes = { ...settings.minutes, GREEN: { doctor: 90, reassess: 45 } }
    const changed = { ...settings, minutes }
    const { event } = await bedside.nurse(erBoard.board, {})
    await bedside.doctor(triage.updateSettings, { version, settings: changed, reason: 'our ER' })
    const { rows: events } = await sql`
      select data from events where hospital_id = ${bedside.hospitalId} and number > ${event}`.execute(
      bedside.panel.root,
    )
    expect(events).toMatchObject([
      { data: { kind: 'visits-outdated', visit_kinds: ['ER'], patient_ids: [] } },
      { data: { kind: 'inbound-outdated' } },
    ])
    const held = await bedside.nurse(triage.settings, {})
    expect(held).toMatchObject({ version: version + 1, settings: changed, standard: standardTriageSettings })
    expect(held.history[0]).toMatchObject({ reason: 'our ER', settings: changed })
    const stale = bedside.doctor(triage.updateSettings, { version, settings, reason: 'late' })
    expect((await expectRefusal(stale)).code).toBe(errorCodes['changed-meanwhile'])
  })

  test('of 20 who change the same version at once exactly one does', async () => {
    const { version, settings } = await bedside.doctor(triage.settings, {})
    const results = await Promise.allSettled(
      Array.from({ length: 20 }, () =>
        bedside.doctor(triage.updateSettings, { version, settings, reason: 'at once' }),
      ),
    )
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect((await bedside.doctor(triage.settings, {})).version).toBe(version + 1)
  })

  test('never let a less urgent level come sooner', async () => {
    const { version, settings } = await bedside.doctor(triage.settings, {})
    const minutes = { ...settings.minutes, WHITE: { doctor: 5, reassess: 120 } }
    const wrong = bedside.doctor(triage.updateSettings, {
      version,
      settings: { ...settings, minutes },
      reason: 'typing error',
    })
    expect((await expectRefusal(wrong)).fields).toEqual([
      { field: 'settings.minutes.WHITE.doctor', message: 'minutes-out-of-order' },
    ])
  })
})

describe('the zones', () => {
  const readSettings = () => bedside.doctor(triage.settings, {})
  /** Saves the zones as they are after a change. */
  async function saveZones(change: (zones: TriageSettings['zones']) => Partial<TriageSettings['zones']>) {
    const { version, settings } = await readSettings()
    const zones = { ...settings.zones, ...change(settings.zones) }
    const saved = await bedside.doctor(triage.updateSettings, {
      version,
      settings: { ...settings, zones },
      reason: 'ปรับผังห้องฉุกเฉิน',
    })
    return saved.settings.zones
  }
  const edit = (code: string, part: Partial<Zone>) =>
    saveZones(({ list }) => ({
      list: list.map((zone) => (zone.code === code ? { ...zone, ...part } : zone)),
    }))
  const add = async (name: string) => {
    const code = newId()
    await saveZones(({ list }) => ({
      list: [...list, { code, name_en: name, name_th: `โซน${name}`, is_retired: false }],
    }))
    return code
  }

  test('are added, renamed and put in another order, and whoever triages chooses of them', async () => {
    const code = await add('Trauma')
    await edit('OPD', { name_en: 'Clinic', name_th: 'ห้องตรวจ' })
    await saveZones(({ list }) => ({ list: list.toReversed() }))
    const { patient, decide } = await visitor()
    expect((await decide({ zone: code })).zone).toBe(code)
    const { settings } = await bedside.nurse(triage.prepare, { patient_id: patient.id })
    expect(settings.zones.list.map((zone) => zone.name_th)).toEqual([
      'โซนTrauma',
      'แยกโรค',
      'ห้องตรวจ',
      'Fast track',
      'Acute',
      'Resus',
    ])
    const board = await bedside.nurse(erBoard.board, {})
    expect(board.rows.find((row) => row.patient._id === patient.id)?.visit.zone).toBe(code)
    expect(board.zones).toEqual(settings.zones)
    await saveZones(({ list }) => ({ list: list.toReversed() }))
  })

  test('that are retired stay those of whoever is there, by their name, and are chosen no more', async () => {
    const code = await add('Corridor')
    const { patient, visit_id, decide } = await visitor()
    const before = await decide({ zone: code })
    await edit(code, { is_retired: true })
    const refused = await expectRefusal(decide({ zone: code }))
    expect(refused.fields).toEqual([{ field: 'decision.zone', message: 'zone-retired' }])
    const place = bedside.nurse(erBoard.change, {
      patient_id: patient.id,
      visit_id,
      change: { act: 'place', zone: code, bay: '1' },
    })
    expect((await expectRefusal(place)).fields).toEqual([{ field: 'change.zone', message: 'zone-retired' }])
    const { rows, zones } = await bedside.nurse(erBoard.board, {})
    expect(rows.find((row) => row.patient._id === patient.id)?.visit.zone).toBe(code)
    expect(zones.list).toContainEqual({
      code,
      name_en: 'Corridor',
      name_th: 'โซนCorridor',
      is_retired: true,
    })
    const { triages } = await bedside.nurse(triage.history, { patient_id: patient.id })
    expect(triages).toMatchObject([{ _id: before._id, zone: code }])
  })

  test('that are retired are used again, unless another has their name by then', async () => {
    const code = await add('Tent')
    await edit(code, { is_retired: true })
    const other = await add('Tent')
    const refused = (await expectRefusal(edit(code, { is_retired: false }))).fields
    expect(refused.map(({ message }) => message)).toEqual(['zone-name-taken', 'zone-name-taken'])
    await edit(other, { is_retired: true })
    expect(await edit(code, { is_retired: false })).toMatchObject({
      list: expect.arrayContaining([expect.objectContaining({ code, is_retired: false })]),
    })
  })

  test('are never removed, nor retired while the triage suggests them', async () => {
    const removed = () =>
      saveZones(({ list }) => ({ list: list.filter(({ code }) => code !== 'FAST_TRACK') }))
    const without = () =>
      saveZones(({ list, of_level }) => ({
        list: list.filter(({ code }) => code !== 'FAST_TRACK'),
        of_level: { ...of_level, GREEN: 'ACUTE' },
      }))
    expect((await expectRefusal(removed())).fields).toEqual([
      { field: 'settings.zones.of_level.GREEN', message: 'choice-invalid' },
    ])
    expect((await expectRefusal(without())).fields).toEqual([
      { field: 'settings.zones.list', message: 'zone-stays' },
    ])
    expect((await expectRefusal(edit('ISOLATION', { is_retired: true }))).fields).toEqual([
      { field: 'settings.zones.isolation', message: 'zone-retired' },
    ])
    expect((await expectRefusal(edit('RESUS', { is_retired: true }))).fields).toEqual([
      { field: 'settings.zones.of_level.RED', message: 'zone-retired' },
    ])
  })

  test('of another hospital are no choice here', async () => {
    const hospitalId = newId()
    await bedside.panel.root
      .insertInto('hospitals')
      .values({
        id: hospitalId,
        code: '99998',
        name_en: 'Elsewhere',
        name_th: 'ที่อื่น',
        created_at: bedside.at(),
      })
      .execute()
    const elsewhere = await bedside.panel.asNew({ staffType: 'admin', hospitalId })
    const { version, settings } = await elsewhere(triage.settings, {})
    expect(settings.zones).toEqual(standardTriageSettings.zones)
    const code = newId()
    const theirs = { code, name_en: 'Theirs', name_th: 'ของเขา', is_retired: false }
    await elsewhere(triage.updateSettings, {
      version,
      settings: { ...settings, zones: { ...settings.zones, list: [...settings.zones.list, theirs] } },
      reason: 'เปิดโซนใหม่',
    })
    const { decide } = await visitor()
    expect((await expectRefusal(decide({ zone: code }))).fields).toEqual([
      { field: 'decision.zone', message: 'choice-invalid' },
    ])
    expect((await readSettings()).settings.zones.list).not.toContainEqual(theirs)
  })
})

describe('a RED triage for which nobody has asked', () => {
  const red = {
    level: 'RED',
    zone: 'RESUS',
    life_saving: ['CPR'],
    values: {},
    complaint: null,
    infection_signs: [],
    is_accident: null,
  } satisfies Partial<Decision>

  /** Answers with the newest triage that the nurse has seen. */
  const complete = (
    { patient, visit_id }: Awaited<ReturnType<typeof visitor>>,
    last_triage: string,
    answers: Input<typeof triage.complete>['answers'],
  ) => bedside.nurse(triage.complete, { patient_id: patient.id, visit_id, last_triage, answers })

  const findCard = async ({ id }: TestPatient) => {
    const { rows } = await bedside.nurse(erBoard.board, {})
    return rows.find(({ patient }) => patient._id === id)
  }

  test('says so on the board and in the history until somebody answers', async () => {
    const here = await visitor()
    const { patient, visit_id, decide } = here
    const first = await decide({ ...red, fast_tracks: ['STROKE'] })
    const all = ['complaint', 'infection_signs', 'is_accident', 'onset_at']
    expect(first.unasked).toEqual(all)
    expect((await findCard(patient))?.visit.unasked).toEqual(all)
    await bedside.nurse(erBoard.change, {
      patient_id: patient.id,
      visit_id,
      change: { act: 'place', zone: 'ISOLATION', bay: null },
    })
    bedside.skip(minute)
    const { triage: half } = await complete(here, first._id, {
      complaint: 'หมดสติ',
      infection_signs: ['FEVER_COUGH'],
      is_accident_unknown: true,
    })
    expect(half).toMatchObject({
      level: 'RED',
      rule: 'A',
      corrects: first._id,
      completes: true,
      zone: 'ISOLATION',
      fast_tracks: ['STROKE'],
      found: { life_saving: ['CPR'], complaint: 'หมดสติ', is_accident_unknown: true },
      unasked: ['onset_at'],
    })
    bedside.skip(minute)
    const { triage: whole } = await complete(here, half._id, { is_onset_unknown: true })
    expect(whole).toMatchObject({ unasked: [], found: { is_accident_unknown: true, is_onset_unknown: true } })
    const card = await findCard(patient)
    expect(card?.visit).toMatchObject({ unasked: [], zone: 'ISOLATION', complaint: 'หมดสติ' })
    const { triages, corrections } = await bedside.nurse(triage.history, { patient_id: patient.id })
    expect(triages.map(({ corrected_by, completes, unasked }) => [corrected_by, completes, unasked])).toEqual(
      [
        [null, true, []],
        [whole._id, true, []],
        [half._id, false, []],
      ],
    )
    expect(corrections).toMatchObject([{ reason: null, after: { infection_signs: ['FEVER_COUGH'] } }])
  })

  test('raises no alarm by values of before when somebody answers that nobody is pregnant', async () => {
    const here = await visitor()
    const { patient } = here
    const who = bedside.panel.root.updateTable('patients').set({ date_of_birth: '1996-03-02' })
    await who.where('id', '=', patient.id).execute()
    await patient.send({ kind: 'consciousness', consciousness: 'V', oxygen: true }, ...scorable)
    const { _id, severity } = await patient.findOpenAlarm()
    await bedside.nurse(alarms.clear, { _id, severity, note: 'ให้การรักษาแล้ว' })
    const { _id: first, unasked } = await here.decide(red)
    expect(unasked).toContain('pregnancy')
    bedside.skip(10 * minute)
    await complete(here, first, { pregnancy: 'no' })
    expect((await patient.listAlarms()).map(({ state }) => state)).toEqual(['cleared'])
  })

  test('is due again since it was made, however often somebody answers', async () => {
    const here = await visitor()
    const first = await here.decide(red)
    const findDue = async () => {
      const { rows } = await bedside.nurse(triage.queue, {})
      return rows.find(({ patient }) => patient._id === here.patient.id)
    }
    const since = (await findDue())?.last?.at
    expect(Date.parse(since ?? '')).toBe(Date.parse(first.at))
    bedside.skip(minute)
    const { triage: half } = await complete(here, first._id, { complaint: 'หมดสติ' })
    bedside.skip(minute)
    await complete(here, half._id, { is_accident: false })
    expect(await findDue()).toMatchObject({
      last: { at: since, before: null },
      due: { due_at: since, reason: 'continuous' },
    })
    expect(Date.parse((await findCard(here.patient))?.last?.at ?? '')).toBe(Date.parse(first.at))
    bedside.skip(minute)
    const again = await here.decide(red)
    expect(Date.parse((await findDue())?.last?.at ?? '')).toBe(Date.parse(again.at))
  })

  test('is completed also where nobody wrote what was found', async () => {
    const here = await visitor()
    const first = await here.decide(red)
    bedside.skip(minute)
    const bare = { id: newId(), at: bedside.at(), inputs: {} }
    await sql`insert into triages select (jsonb_populate_record(t, ${JSON.stringify(bare)}::text::jsonb)).*
      from triages t where t.id = ${first._id}`.execute(bedside.panel.root)
    bedside.skip(minute)
    const { triage: whole } = await complete(here, bare.id, {
      complaint: 'หมดสติ',
      infection_signs: ['NONE'],
      is_accident: false,
    })
    expect(whole).toMatchObject({ corrects: bare.id, unasked: [], found: { high_risk: [] } })
  })

  test('takes no answer of which the arrival was told the opposite meanwhile', async () => {
    const here = await visitor()
    await bedside.panel.root
      .updateTable('patients')
      .set({ date_of_birth: '1996-03-02' })
      .where('id', '=', here.patient.id)
      .execute()
    const { _id: id } = await here.decide(red)
    const { visit } = await bedside.nurse(triage.prepare, { patient_id: here.patient.id })
    await bedside.nurse(visits.correct, {
      patient_id: here.patient.id,
      visit_id: here.visit_id,
      last_correction: visit?.last_correction ?? null,
      changed: { pregnancy: 'no', is_accident: true },
      reason: 'ญาติมาถึง',
    })
    const said = { complaint: 'หมดสติ', infection_signs: ['NONE'] } satisfies Partial<Decision>
    const late = complete(here, id, { ...said, pregnancy: 'yes', is_accident: false })
    expect((await expectRefusal(late)).fields).toEqual(
      ['is_accident', 'pregnancy'].map((field) => ({
        field: `answers.${field}`,
        message: 'changed-meanwhile',
      })),
    )
    const { triage: whole } = await complete(here, id, said)
    expect(whole).toMatchObject({ unasked: [], found: { pregnancy: 'no', is_accident: true } })
  })

  test('stays to be asked when the arrival is corrected, until somebody asks the patient', async () => {
    const here = await visitor()
    const { _id: id } = await here.decide({ ...red, infection_signs: ['NONE'] })
    const named = { patient_id: here.patient.id, visit_id: here.visit_id }
    const { visit } = await bedside.nurse(triage.prepare, named)
    await bedside.nurse(visits.correct, {
      ...named,
      last_correction: visit?.last_correction ?? null,
      changed: { complaint: 'หมดสติ', is_accident: true },
      reason: 'ญาติมาถึง',
    })
    const { triages } = await bedside.nurse(triage.prepare, named)
    expect(triages[0]).toMatchObject({ _id: id, unasked: ['complaint', 'is_accident'] })
    expect((await findCard(here.patient))?.visit.unasked).toEqual(['complaint', 'is_accident'])
    const { triage: whole } = await complete(here, id, {})
    expect(whole).toMatchObject({ unasked: [], found: { complaint: 'หมดสติ', is_accident: true } })
  })

  test('is complete, too, when another level is confirmed', async () => {
    const better = await visitor()
    await better.decide(red)
    bedside.skip(minute)
    await better.decide({ level: 'PINK', zone: 'ACUTE', override: 'IMPROVED' })
    expect((await findCard(better.patient))?.visit.unasked).toEqual([])
  })

  test('takes no answers that say nothing, that cannot be, or that another triage has overtaken', async () => {
    const here = await visitor()
    const { _id: first } = await here.decide(red)
    expect((await expectRefusal(complete(here, first, {}))).fields).toEqual(
      ['complaint', 'infection_signs', 'is_accident'].map((field) => ({
        field: `answers.${field}`,
        message: 'field-required',
      })),
    )
    const late = complete(here, first, { onset_at: bedside.at(-60) })
    expect((await expectRefusal(late)).fields).toEqual([
      { field: 'answers.onset_at', message: 'date-in-future' },
    ])
    bedside.skip(minute)
    await here.decide(red)
    const overtaken = await expectRefusal(complete(here, first, { complaint: 'หมดสติ' }))
    expect(overtaken.code).toBe(errorCodes['changed-meanwhile'])
  })
})
