import { ambulanceReferrals, type Client, formRecords } from 'contract'
import { v7 as newId } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestPanel, type TestPanel, testNow } from '../../testing.ts'

let panel: TestPanel
let doctor: Client

beforeAll(async () => {
  panel = await startTestPanel()
  doctor = await panel.as('doctor')
})
afterAll(() => panel.close())

test('an export has a line a record, with each answer in its column as the screens name it', async () => {
  const [kept, struckOut] = [newId(), newId()]
  const answers = {
    direction: 'OUT',
    lacking: ['BED_FULL', 'RIGHTS'],
    onset_at: { reason: 'UNABLE' },
    to_hospital: '=cmd()',
    [`diagnoses/${kept}/diagnosis`]: 'ปอดบวม',
    [`diagnoses/${struckOut}/diagnosis`]: 'Asthma',
    [`diagnoses/${struckOut}`]: false,
  }
  await doctor(ambulanceReferrals.add, {
    new_id: newId(),
    operations: Object.entries(answers).map(([path, answer]) => ({
      op_id: newId(),
      path,
      answer,
      base: path.endsWith(struckOut) ? true : null,
      at: testNow,
      device: 'test',
    })),
  })
  const read = async (language: 'en' | 'th') => {
    const text = await (await doctor(formRecords.exportList, { form: 'ambulance-referral', language })).text()
    const [headings = '', line = '', ...rest] = text.trim().split('\r\n')
    expect(rest).toEqual([])
    return { headings, line }
  }
  const english = await read('en')
  expect(english.headings).toContain('To hospital')
  expect(english.line).toContain("'=cmd()")
  expect(english.line).toContain('Unable')
  expect(english.line).toContain('"Beds full, Coverage"')
  expect(english.line).toContain('Diagnosis: ปอดบวม')
  expect(english.line).not.toContain('Asthma')
  const thai = await read('th')
  expect(thai.headings).toContain('ถึงโรงพยาบาล')
  expect(thai.line).toContain('ส่งออก')
})
