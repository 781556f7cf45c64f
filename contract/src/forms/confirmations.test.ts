import { describe, expect, test } from 'vitest'
import { parseAnswerPath, readAnswer, splitLater, toConfirmationPath, writeAnswer } from './answers.ts'
import { vitalRows } from './care-rows.ts'
import {
  listConfirmed,
  listUnconfirmed as listUnconfirmedAt,
  omitConfirmations,
  omitSpentConfirmations,
} from './confirmations.ts'
import type { Answer, Answers, Form, Row } from './form.ts'
import { findForm } from './forms.ts'
import { buildDraftSchema, parseAnswer } from './schema.ts'
import { compareSigned, pickSigned, writeSignedText } from './signatures.ts'

const weight = { kind: 'number', decimals: 1, possible: [0, 400], plausible: [1, 200] } as const
const form: Form = {
  name: 'test',
  version: 1,
  sections: [
    {
      name: 'patient',
      fields: {
        weight,
        is_weighed: { kind: 'yes-no' },
        second_weight: { ...weight, shown: { field: 'is_weighed', of: [true] } },
        price: { kind: 'number', decimals: 0, possible: [0, 100] },
        vitals: { kind: 'rows', most: 9, fields: { pulse: { ...weight, possible: [0, 300] } } },
      },
    },
    { name: 'appraisal', later: 'triage:record', fields: { later_weight: weight } },
  ],
}
const row = '0199a0c0-0000-7000-8000-000000000001'
const say = (answers: Answers, path: string, answer: Answer): Answers =>
  writeAnswer(answers, parseAnswerPath(path) ?? expect.fail(path), answer)
const confirm = (answers: Answers, path: string): Answers => {
  const place = parseAnswerPath(path) ?? expect.fail(path)
  return say(answers, toConfirmationPath(path), readAnswer(answers, place) as number)
}
const now = '2026-11-05T08:00:00.000Z'
const listUnconfirmed = (of: Form, answers: Answers) => listUnconfirmedAt(of, answers, now)
const pulse = `vitals/${row}/pulse`
const unusual = say({ weight: 250 }, pulse, 280)

test('each unusual number is asked about until somebody says that it is right', () => {
  expect(listUnconfirmed(form, unusual)).toEqual(['weight', pulse])
  const once = confirm(unusual, 'weight')
  expect(listUnconfirmed(form, once)).toEqual([pulse])
  expect(listConfirmed(form, once)).toEqual(['weight'])
  expect(listUnconfirmed(form, confirm(once, pulse))).toEqual([])
})

test('another unusual number in its place is asked about again', () => {
  const confirmed = confirm(confirm(unusual, 'weight'), pulse)
  expect(listUnconfirmed(form, say(confirmed, 'weight', 260))).toEqual(['weight'])
  expect(listUnconfirmed(form, say(confirmed, 'weight', 60))).toEqual([])
})

test('a call of more than a day ago is asked about, and so is a time that is far from the sending', () => {
  const request = findForm('ambulance-request') ?? expect.fail('the form is not released')
  const called = (received_at: string): Answers => ({ received_at })
  expect(listUnconfirmed(request, called('2026-11-04T08:00:00.000Z'))).toEqual([])
  const old = called('2001-11-05T08:00:00.000Z')
  expect(listUnconfirmed(request, old)).toEqual(['received_at'])
  const confirmed: Answers = { ...old, 'received_at/confirmed': '2001-11-05T08:00:00.000Z' }
  expect(listUnconfirmed(request, confirmed)).toEqual([])
  expect(omitSpentConfirmations(request, confirmed)).toEqual(confirmed)
  expect(parseAnswer(request, 'received_at/confirmed', now)).toEqual({ answer: now })

  const sheet = findForm('operation-form') ?? expect.fail('the form is not released')
  const written: Answers = {
    result: 'FOUND',
    dispatch: now,
    at_scene: '2026-11-05T09:00:00.000Z',
    left_scene: '2026-12-05T09:00:00.000Z',
    is_transported: true,
    vitals: { [row]: { measured_at: '2025-11-05T09:00:00.000Z' } },
  }
  expect(listUnconfirmed(sheet, written)).toEqual(['left_scene', `vitals/${row}/measured_at`])
  const { dispatch, ...unsent } = written
  expect(listUnconfirmed(sheet, { ...unsent, left_base: dispatch as string })).toEqual(
    listUnconfirmed(sheet, written),
  )
})

test('of a stand-by that was booked ahead nothing is asked, unless somebody typed when it was booked', () => {
  const sheet = findForm('operation-form') ?? expect.fail('the form is not released')
  const booked: Answers = {
    result: 'FOUND',
    call: '2026-11-01T08:00:00.000Z',
    dispatch: '2026-11-05T06:00:00.000Z',
    left_base: '2026-11-05T06:10:00.000Z',
    at_scene: '2026-11-05T06:30:00.000Z',
    vitals: { [row]: { measured_at: '2026-11-05T07:00:00.000Z' } },
  }
  expect(listUnconfirmedAt(sheet, booked, now, ['call'])).toEqual([])
  expect(listUnconfirmed(sheet, booked)).toEqual(['call'])
  expect(listUnconfirmed(sheet, { ...booked, dispatch: '2025-11-05T06:00:00.000Z' })).toEqual(
    expect.arrayContaining(['dispatch', 'left_base', 'at_scene']),
  )
})

test('a way of more than 999 km by the odometer is asked about, at the reading that ends it', () => {
  const km = { kind: 'number', decimals: 1, possible: [0, 9_999_999] } as const
  const fields = { odometer_base: km, odometer_scene: km, odometer_back: km, price: km }
  const sheet: Form = { name: 'test', version: 1, sections: [{ name: 'times', fields }] }
  const driven = { odometer_base: 1_000, odometer_scene: 2_000, odometer_back: 2_010, price: 5_000 }
  expect(listUnconfirmed(sheet, driven)).toEqual(['odometer_scene'])
  expect(listUnconfirmed(sheet, { ...driven, odometer_scene: 1_999 })).toEqual([])
  const path = 'odometer_scene/confirmed'
  expect(parseAnswer(sheet, path, 2_000)).toEqual({ answer: 2_000 })
  expect(parseAnswer(sheet, 'price/confirmed', 5_000)).toHaveProperty('problem')
  const confirmed = say(driven, path, 2_000)
  expect(buildDraftSchema(sheet).safeParse(confirmed).success).toBe(true)
  expect(listUnconfirmed(sheet, confirmed)).toEqual([])
  expect(listUnconfirmed(sheet, say(confirmed, 'odometer_scene', 2_100))).toEqual(['odometer_scene'])
  expect(omitSpentConfirmations(sheet, say(confirmed, 'odometer_base', 1_500))).not.toHaveProperty([path])
})

test.each([
  ['operation-form', 7, false],
  ['operation-form', 8, true],
  ['transportation-treatment', 8, false],
  ['transportation-treatment', 9, true],
] as const)(
  'a long way on %s %d, which an older app may have, is asked about: %s',
  (name, version, isAsked) => {
    const sheet = findForm(name, version) ?? expect.fail('the version is not released')
    const asked = listUnconfirmed(sheet, { result: 'FOUND', odometer_base: 1_000, odometer_scene: 3_000 })
    expect(asked.includes('odometer_scene')).toBe(isAsked)
  },
)

test('what is hidden, struck out or written later is not asked about', () => {
  expect(listUnconfirmed(form, { is_weighed: false, second_weight: 250, later_weight: 300 })).toEqual([])
  expect(listUnconfirmed(form, { is_weighed: true, second_weight: 250 })).toEqual(['second_weight'])
  expect(listUnconfirmed(form, say(unusual, `vitals/${row}`, false))).toEqual(['weight'])
})

test('the zeros of an arrest are not asked about, and a typing error among them is', () => {
  const sheet: Form = { ...form, sections: [{ name: 'care', fields: { vitals: vitalRows } }] }
  const zeros = { systolic: 0, diastolic: 0, pulse: 0, respiration_rate: 0, spo2: 0 }
  const ask = (values: Row) =>
    listUnconfirmed(sheet, { unit_level: 'ALS', vitals: { [row]: values } }).map((path) => path.split('/')[2])
  expect(ask({ ...zeros, etco2: 9 })).toEqual([])
  expect(ask({ systolic: 0, spo2: 0, rhythm: 'VF' })).toEqual([])
  expect(ask({ ...zeros, temperature: 25, blood_glucose: 9 })).toEqual(['temperature', 'blood_glucose'])
  expect(ask({ ...zeros, pulse: 80, etco2: 9 })).toEqual([
    'systolic',
    'diastolic',
    'respiration_rate',
    'spo2',
    'etco2',
  ])
  expect(ask({ rhythm: 'VF', spo2: 4, etco2: 120 })).toEqual(['spo2', 'etco2'])
  expect(ask({ pulse: 0, systolic: 120 })).toEqual(['pulse'])
})

describe('a confirmation', () => {
  test('is stored behind the path of a number that can be unusual, and nowhere else', () => {
    expect(parseAnswer(form, 'weight/confirmed', 250)).toEqual({ answer: 250 })
    expect(parseAnswer(form, `${pulse}/confirmed`, 280)).toEqual({ answer: 280 })
    expect(parseAnswer(form, 'weight/confirmed', null)).toEqual({ answer: null })
    for (const path of [
      'price/confirmed',
      'is_weighed/confirmed',
      `vitals/${row}/confirmed`,
      'other/confirmed',
    ])
      expect(parseAnswer(form, path, 1), path).toEqual({ problem: { field: path, message: 'field-unknown' } })
    expect(parseAnswer(form, 'weight/confirmed', { reason: 'UNABLE' })).toHaveProperty('problem')
  })

  test('is part of a draft, and belongs to the section of its number', () => {
    const confirmed = confirm(confirm({ ...unusual, later_weight: 300 }, pulse), 'later_weight')
    expect(buildDraftSchema(form).safeParse(confirmed).success).toBe(true)
    expect(splitLater(form, confirmed).later).toEqual({ later_weight: 300, 'later_weight/confirmed': 300 })
  })

  test('of a number that does not stand there any more is left out', () => {
    const confirmed = confirm(confirm(unusual, 'weight'), pulse)
    expect(omitSpentConfirmations(form, confirmed)).toEqual(confirmed)
    const changed = say(say(confirmed, 'weight', 60), pulse, 270)
    expect(omitSpentConfirmations(form, changed)).toEqual(omitConfirmations(form, changed))
    expect(omitConfirmations(form, changed)).toEqual({ weight: 60, vitals: { [row]: { pulse: 270 } } })
  })

  test('changes nothing of what was signed', () => {
    const signed = pickSigned(form, unusual)
    const confirmed = confirm(confirm(unusual, 'weight'), pulse)
    expect(writeSignedText(form, confirmed)).toBe(writeSignedText(form, unusual))
    expect(compareSigned(form, signed, confirmed)).toEqual({ holds: true, has_more: false })
    // Nor if it was sent as signed, and does not stand there any more.
    expect(compareSigned(form, confirmed, unusual)).toEqual({ holds: true, has_more: false })
  })
})
