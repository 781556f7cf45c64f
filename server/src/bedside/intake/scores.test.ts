import { monitoring, patients, summary, triage, visits } from 'contract'
import { expect, test } from 'vitest'
import { minute, startTestBedside } from '../../../test/support/bedside.ts'

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

test('whoever arrives pregnant loses the score with its alarm, is due no triage by it, and has one again later', async () => {
  const bedside = await startTestBedside()
  const patient = await bedside.addPatient()
  await bedside.panel.root
    .updateTable('patients')
    .set({ gender: 'female' })
    .where('id', '=', patient.id)
    .execute()
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
  await measure()
  expect(await readScore()).toBe(9)
  expect(await listScored()).toMatchObject([{ state: 'active' }])

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
