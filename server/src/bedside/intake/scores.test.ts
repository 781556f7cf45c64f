import { admissions, monitoring, patients, readings, summary, triage, visits } from 'contract'
import { expect, test } from 'vitest'
import { minute, startTestBedside } from '../../../test/support/bedside.ts'
import { expectRefusal } from '../../../test/support/refusal.ts'

test('a score has the time of its newest part and states that of its oldest, to fractions of a second', async () => {
  const bedside = await startTestBedside()
  const patient = await bedside.addPatient()
  const at = (ms: number) => new Date(Date.parse(bedside.at(1)) + ms).toISOString()
  const [oldest, newest] = [at(0), at(500)]
  const parts = [
    { kind: 'blood_pressure', systolic: 120, diastolic: 70 },
    { kind: 'spo2', spo2: 97 },
    { kind: 'pulse', pulse: 80 },
    { kind: 'respiration', respiration_rate: 18 },
    { kind: 'temperature', temperature: 37 },
    { kind: 'consciousness', consciousness: 'A', oxygen: false },
  ]
  await patient.send(
    ...parts.map(({ kind, ...values }, part) => ({
      kind,
      measured_at: part === 2 ? newest : oldest,
      ...values,
    })),
  )
  const { tiles } = await bedside.nurse(monitoring.wall, { patient_id: patient.id })
  const score = tiles[0]?.latest.find(({ vital }) => vital === 'news2')
  const instants = [score?.note, score?.measured_at].map((text) => new Date(text ?? '').toISOString())
  expect(instants).toEqual([oldest, newest])
  await bedside.panel.close()
})

/** Each column of the flowsheet has the newest score alone. */
const column = 15 * minute

/** A woman whose values give a score of 9, which raises an alarm. */
async function startWithScore() {
  const bedside = await startTestBedside()
  const patient = await bedside.addPatient()
  const measure = () =>
    patient.send(
      { kind: 'respiration', respiration_rate: 26 },
      { kind: 'spo2', spo2: 91, pulse: 125, oxygen: false },
      { kind: 'blood_pressure', systolic: 105, diastolic: 64 },
      { kind: 'temperature', temperature: 37 },
      { kind: 'consciousness', consciousness: 'A' },
    )
  const readScore = async () => {
    const { tiles } = await bedside.nurse(monitoring.wall, { patient_id: patient.id })
    return tiles[0]?.latest.find(({ vital }) => vital === 'news2')?.value
  }
  const listScored = async () => (await patient.listAlarms()).filter(({ rule }) => rule === 'news2')
  /** The totals of the flowsheet, with how many minutes after the first measurement each was measured. */
  const listTotals = async () => {
    const { scores } = await bedside.nurse(readings.flowsheet, {
      patient_id: patient.id,
      from: bedside.at(12 * 60),
      column_minutes: 15,
      columns: 96,
    })
    return scores.map(({ at, total }) => [(Date.parse(at) - Date.parse(begun)) / minute, total])
  }
  const begun = bedside.at()
  await measure()
  expect(await readScore()).toBe(9)
  expect(await listScored()).toMatchObject([{ state: 'active' }])
  bedside.skip(column)
  return { bedside, patient, measure, readScore, listScored, listTotals }
}

test('whoever arrives pregnant loses the score with its alarm, is due no triage by it, and has one again later', async () => {
  const { bedside, patient, measure, readScore, listScored } = await startWithScore()
  const { _id } = await bedside.arrive(patient, { pregnancy: 'yes', pregnancy_weeks: 30 })
  expect(await readScore()).toBeUndefined()
  expect(await listScored()).toMatchObject([{ state: 'cleared', clearing: 'pregnant' }])
  bedside.skip(minute)
  await measure()
  expect(await readScore()).toBeUndefined()
  expect(await listScored()).toHaveLength(1)
  const { rows } = await bedside.nurse(triage.queue, {})
  expect(rows.find((row) => row.patient._id === patient.id)).toMatchObject({ score: null })
  const { trends } = await bedside.nurse(summary.get, { patient_id: patient.id })
  expect(trends.map(({ vital }) => vital)).not.toContain('news2')
  expect((await bedside.nurse(patients.get, { _id: patient.id })).patient.is_pregnant).toBe(true)

  await bedside.nurse(visits.end, { patient_id: patient.id, visit_id: _id, disposition: 1 })
  expect((await bedside.nurse(patients.get, { _id: patient.id })).patient.is_pregnant).toBe(false)
  bedside.skip(minute)
  await measure()
  expect(await readScore()).toBe(9)
  await bedside.panel.close()
})

test('whoever is admitted pregnant without a visit loses the score with its alarm, until the stay says otherwise', async () => {
  const { bedside, patient, measure, readScore, listScored, listTotals } = await startWithScore()
  const { doctors } = await bedside.nurse(admissions.doctors, {})
  const asked = {
    patient_id: patient.id,
    admit_type: 'L',
    admit_source: 'O',
    arrival_type: 1,
    department: '03',
    attending_id: doctors[0]?._id ?? '',
    diagnosis: 'G1P0 39 wk, labour pain',
  } as const
  const isPregnant = async () => (await bedside.nurse(patients.get, { _id: patient.id })).patient.is_pregnant
  const { stay } = await bedside.nurse(admissions.admit, {
    ...asked,
    ward_id: patient.ward,
    pregnancy: 'yes',
  })
  expect(stay.pregnancy).toBe('yes')
  expect(await isPregnant()).toBe(true)
  expect(await readScore()).toBeUndefined()
  expect(await listScored()).toMatchObject([{ state: 'cleared', clearing: 'pregnant' }])
  bedside.skip(minute)
  await measure()
  expect(await readScore()).toBeUndefined()

  const change = (pregnancy: 'no' | 'yes', version: number) =>
    bedside.nurse(admissions.update, { ...asked, stay_id: stay._id, version, pregnancy })
  const { stay: corrected } = await change('no', stay.version)
  expect(corrected.acts[0]?.changes).toEqual([{ field: 'pregnancy', from: 'yes', to: 'no' }])
  expect(await isPregnant()).toBe(false)
  expect(await readScore()).toBe(9)
  expect(await listTotals()).toEqual([
    [0, 9],
    [16, 9],
  ])
  expect((await listScored()).filter(({ state }) => state === 'active')).toHaveLength(1)
  const { stay: again } = await change('yes', corrected.version)
  expect(await readScore()).toBeUndefined()
  expect(await listTotals()).toEqual([[0, 9]])
  bedside.skip(minute)
  await bedside.nurse(admissions.discharge, {
    patient_id: patient.id,
    stay_id: stay._id,
    version: again.version,
    discharge_status: 2,
    discharge_type: 1,
  })
  expect(await isPregnant()).toBe(false)
  bedside.skip(column)
  await measure()
  expect(await listTotals()).toEqual([
    [0, 9],
    [32, 9],
  ])
  await bedside.panel.close()
})

test('the pregnancy that a stay records counts before that of the visit, and a man is not pregnant', async () => {
  const { bedside, patient, measure, readScore, listTotals } = await startWithScore()
  const { doctors } = await bedside.nurse(admissions.doctors, {})
  await bedside.arrive(patient, { pregnancy: 'yes' })
  expect(await readScore()).toBeUndefined()
  bedside.skip(minute)
  await measure()
  expect(await listTotals()).toEqual([[0, 9]])
  bedside.skip(column)
  const asked = {
    patient_id: patient.id,
    ward_id: patient.ward,
    admit_type: 'E',
    admit_source: 'E',
    arrival_type: 1,
    department: '03',
    attending_id: doctors[0]?._id ?? '',
    diagnosis: 'after delivery',
  } as const
  await bedside.nurse(admissions.admit, { ...asked, pregnancy: 'no' })
  expect(await readScore()).toBe(9)
  await measure()
  expect(await listTotals()).toEqual([
    [0, 9],
    [31, 9],
  ])
  const man = await bedside.addPatient()
  await bedside.panel.root.updateTable('patients').set({ gender: 'male' }).where('id', '=', man.id).execute()
  const refused = await expectRefusal(
    bedside.nurse(admissions.admit, { ...asked, patient_id: man.id, pregnancy: 'yes' }),
  )
  expect(refused.fields).toEqual([{ field: 'pregnancy', message: 'pregnant-man' }])
  await bedside.panel.close()
})

test('a corrected birth date takes the score and its alarm from a child, and gives an adult one', async () => {
  const { bedside, patient, readScore, listScored } = await startWithScore()
  const correct = async (date_of_birth: string) => {
    const { patient: known } = await bedside.nurse(patients.get, { _id: patient.id })
    await bedside.nurse(patients.update, { _id: patient.id, version: known.version, date_of_birth })
  }
  await correct('2015-06-01')
  expect(await readScore()).toBeUndefined()
  expect(await listScored()).toMatchObject([{ state: 'cleared', clearing: 'age' }])
  bedside.skip(minute)
  await correct('1950-02-01')
  expect(await readScore()).toBe(9)
  expect((await listScored()).map(({ state }) => state).toSorted()).toEqual(['active', 'cleared'])
  await bedside.panel.close()
})
