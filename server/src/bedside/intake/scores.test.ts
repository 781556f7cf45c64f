import { monitoring } from 'contract'
import { expect, test } from 'vitest'
import { startTestBedside } from '../../../test/support/bedside.ts'

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
