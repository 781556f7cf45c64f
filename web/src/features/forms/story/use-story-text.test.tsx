import { type Answers, findForm, getMostStoryLetters } from 'contract'
import { expect, test } from 'vitest'
import { show } from '../../../../test/render.tsx'
import { useStoryText } from './use-story-text.ts'

const form = findForm('operation-form') ?? expect.fail('the form is not released')
const at = (minute: number) => `2026-03-01T03:${minute}:00.000Z`
const rows = (count: number, describe: (index: number) => Record<string, string | number>) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`0194-${index}`, describe(index)]))

/** All that a crew writes of an arrest. */
const arrest: Answers = {
  unit_level: 'ALS',
  result: 'FOUND',
  case_kind: 'ILLNESS',
  blocks: ['ARREST'],
  airway: ['PARTIAL'],
  breathing: 'NONE',
  medical: ['CHEST_PAIN'],
  vitals: {
    '0191-1': {
      measured_at: at(40),
      systolic: 80,
      diastolic: 40,
      pulse: 130,
      respiration_rate: 12,
      spo2: 90,
      oxygen_device: 'BVM',
      oxygen_flow: 10,
      etco2: 30,
      temperature: 36,
      blood_glucose: 90,
      consciousness: 'U',
      right_pupil: 3,
      right_reaction: 'FIXED',
      left_pupil: 3,
      left_reaction: 'FIXED',
      rhythm: 'VF',
      eye: '1',
      verbal: '1',
      motor: '1',
    },
  },
  airway_care: ['ET'],
  cpr: 'AED_DF',
  first_rhythm: 'VF',
  has_rosc: true,
  arrest_outcome: 'ROSC',
  circulation_changes: rows(4, (index) => ({ circulation: 'ROSC', circulation_at: at(30 + index) })),
  shocks: rows(5, (index) => ({ energy: 200, rhythm_after: 'VF', shocked_at: at(10 + index) })),
  drugs: {
    ...rows(8, (index) => ({
      drug: 'ADRENALINE',
      dose: 1,
      dose_unit: 'mg',
      route: 'IV',
      given_at: at(10 + 3 * index),
    })),
    '0195-1': { drug: 'AMIODARONE', dose: 300, dose_unit: 'mg', route: 'IV', given_at: at(35) },
  },
  fluids: { '0196-1': { fluid: 'NSS', hung_ml: 500 }, '0196-2': { fluid: 'NSS', hung_ml: 500 } },
}

function Assessment({ answers }: { answers: Answers }) {
  const told = Object.fromEntries(useStoryText('operation-form')(form, answers, 'ISBAR'))
  return <p>{told['assessment']}</p>
}

test.each(['en', 'th'])('all that was found and done in an arrest is told (%s)', async (language) => {
  const { container } = await show(<Assessment answers={arrest} />, { language })
  const kept = container.querySelector('p')?.textContent ?? ''
  expect(kept.length).toBeLessThanOrEqual(getMostStoryLetters('assessment'))
  expect(kept).toContain('SBP 80 mmHg')
  expect(kept).toContain('1 mg IV 10:10, 10:13, 10:16, 10:19, 10:22, 10:25, 10:28, 10:31')
  expect(kept).toMatch(/Amiodarone .*300 mg IV 10:35/)
  expect(kept).toContain('200 J VF 10:10, 10:11, 10:12, 10:13, 10:14')
  // Two bags of which nobody wrote when stay two.
  expect(kept.match(/500 mL/g)).toHaveLength(2)
})

test.each([
  ['en', '(Successful: No)'],
  ['th', '(สำเร็จ: ไม่ใช่)'],
])('a procedure that did not succeed says so (%s)', async (language, no) => {
  const procedures = {
    '0197-1': { procedure: 'IO', procedure_detail: 'EZ-IO', was_successful: false, done_at: at(12) },
    '0197-2': { procedure: 'IO', procedure_detail: 'EZ-IO', was_successful: true, done_at: at(14) },
  }
  const { container } = await show(<Assessment answers={{ ...arrest, procedures }} />, { language })
  const text = container.querySelector('p')?.textContent
  expect(text).toContain(`EZ-IO ${no} 10:12`)
  expect(text).toContain('EZ-IO 10:14')
})
