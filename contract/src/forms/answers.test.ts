import { describe, expect, test } from 'vitest'
import { judgeOperation, listRows, parseAnswerPath, readAnswer, writeAnswer } from './answers.ts'
import { isNeeded, omitHidden } from './conditions.ts'
import { type Answers, type Form, needed } from './form.ts'
import {
  buildCompleteSchema,
  buildDraftSchema,
  listDoubtful,
  listMissing,
  listMissingSignatures,
  parseAnswer,
} from './schema.ts'

const form: Form = {
  name: 'test',
  version: 1,
  sections: [
    {
      name: 'first',
      fields: {
        kind: { kind: 'choice', options: 'request-kind', ...needed },
        needed_at: { kind: 'instant', shown: { field: 'kind', of: ['APPOINTMENT'] }, ...needed },
        reason: {
          kind: 'text',
          most: 10,
          shown: { field: 'is_urgent', of: [true] },
          need: { field: 'kind', of: ['SCENE'] },
        },
        is_urgent: { kind: 'yes-no', shown: { field: 'kind', of: ['SCENE', 'BODY'] }, mayGiveReason: true },
        hazards: { kind: 'choices', options: 'hazard', most: 2 },
      },
    },
    {
      name: 'vitals',
      shown: {
        every: [{ field: 'kind', of: ['SCENE'] }, { some: [{ field: 'hazards', of: ['FIRE', 'WATER'] }] }],
      },
      fields: {
        vitals: {
          kind: 'rows',
          most: 2,
          need: 'always',
          fields: {
            systolic: {
              kind: 'number',
              decimals: 0,
              possible: [0, 300],
              plausible: [50, 250],
              mayGiveReason: true,
              ...needed,
            },
            method: { kind: 'text', most: 5, shown: { field: 'is_urgent', of: [true] } },
          },
        },
      },
    },
  ],
}

const [first, second] = [
  '01900000-0000-7000-8000-000000000001',
  '01900000-0000-7000-8000-000000000002',
] as const
const atScene: Answers = { kind: 'SCENE', is_urgent: true, hazards: ['FIRE'], reason: 'x' }

describe('answers', () => {
  test('are read and written at their paths, and a row that is struck out stays', () => {
    const inner = { field: 'vitals', row: first, inner: 'systolic' }
    const row = { field: 'vitals', row: first }
    let answers = writeAnswer({}, inner, 120)
    answers = writeAnswer(answers, { field: 'vitals', row: second }, true)
    expect(readAnswer(answers, inner)).toBe(120)
    expect(readAnswer(answers, row)).toBe(true)
    answers = writeAnswer(answers, row, false)
    expect(readAnswer(answers, row)).toBe(false)
    expect(readAnswer(answers, inner)).toBe(120)
    expect(listRows(answers, 'vitals').map(([id]) => id)).toEqual([second])
    answers = writeAnswer(answers, row, true)
    expect(listRows(answers, 'vitals').map(([id]) => id)).toEqual([first, second])
    expect(readAnswer(writeAnswer(answers, inner, null), inner)).toBeNull()
  })

  test('stand at a field or in a row and nowhere else', () => {
    expect(parseAnswerPath('a/b/c')).toEqual({ field: 'a', row: 'b', inner: 'c' })
    for (const path of ['', '/', 'a/', 'a//c', 'a/b/c/d']) expect(parseAnswerPath(path), path).toBeUndefined()
  })

  test.each([
    ['kind', 'SCENE', 'SCENE'],
    ['reason', '  ten chars ', 'ten chars'],
    ['is_urgent', { reason: 'UNABLE' }, { reason: 'UNABLE' }],
    ['hazards', ['FIRE', 'WATER'], ['FIRE', 'WATER']],
    [`vitals/${first}/systolic`, 120.4, 120],
    [`vitals/${first}/systolic`, 0, 0],
    [`vitals/${first}/systolic`, 300, 300],
    [`vitals/${first}`, false, false],
    ['kind', null, null],
  ])('%s takes %j', (path, given, stored) => {
    expect(parseAnswer(form, path, given)).toEqual({ answer: stored })
  })

  test.each([
    ['kind', 'scene', 'choice-invalid'],
    ['kind', { reason: 'UNABLE' }, 'choice-invalid'],
    ['reason', 'eleven chars', 'too-long'],
    ['reason', ' ', 'field-required'],
    ['needed_at', '2569-11-05', 'date-invalid'],
    ['hazards', [], 'field-required'],
    ['hazards', ['FIRE', 'FIRE'], 'choice-invalid'],
    ['hazards', ['FIRE', 'NONE'], 'none-beside-others'],
    ['hazards', ['FIRE', 'WATER', 'ANIMAL'], 'too-many'],
    [`vitals/${first}/systolic`, -1, 'number-range'],
    [`vitals/${first}/systolic`, 301, 'number-range'],
    [`vitals/${first}/systolic`, '120', 'number-invalid'],
    [`vitals/${first}/toString`, 1, 'field-unknown'],
    [`vitals/not-an-id/systolic`, 120, 'field-unknown'],
    ['vitals', {}, 'field-unknown'],
    ['kind/x', 'SCENE', 'field-unknown'],
  ])('%s refuses %j', (path, given, message) => {
    expect(parseAnswer(form, path, given)).toEqual({ problem: { field: path, message } })
  })
})

describe('two people', () => {
  test.each([
    ['writing on what both saw', 'a', 'a', 'b', 'applied'],
    ['saying the same', 'b', 'a', 'b', 'same'],
    ['saying different things', 'c', 'a', 'b', 'conflict'],
    ['answering an empty field', null, null, 'b', 'applied'],
    ['taking back what another changed', 'c', 'a', null, 'conflict'],
  ] as const)('%s', (_, present, base, answer, outcome) => {
    expect(judgeOperation(present, base, answer)).toBe(outcome)
  })
})

describe('completion', () => {
  test('asks for what is needed and shown, in rows too', () => {
    expect(listMissing(form, {}).map(({ field }) => field)).toEqual(['kind'])
    expect(listMissing(form, { kind: 'APPOINTMENT' }).map(({ field }) => field)).toEqual(['needed_at'])
    expect(listMissing(form, { kind: 'SCENE', is_urgent: true }).map(({ field }) => field)).toEqual([
      'reason',
    ])
    expect(listMissing(form, atScene).map(({ field }) => field)).toEqual(['vitals'])
    const rows = { [first]: {}, [second]: { is_struck_out: true } } as const
    expect(listMissing(form, { ...atScene, vitals: rows }).map(({ field }) => field)).toEqual([
      `vitals/${first}/systolic`,
    ])
  })

  test('leaves out what is hidden, and what is hidden by that', () => {
    const { answers, omitted } = omitHidden(form, {
      kind: 'APPOINTMENT',
      is_urgent: true,
      reason: 'x',
      vitals: { [first]: { systolic: 120 } },
    })
    expect(answers).toEqual({ kind: 'APPOINTMENT' })
    expect(omitted.toSorted()).toEqual(['is_urgent', 'reason', 'vitals'])
  })

  test('leaves fields of a row out that are hidden', () => {
    const given: Answers = {
      ...atScene,
      is_urgent: false,
      vitals: { [first]: { systolic: 1, method: 'cuff' } },
    }
    expect(omitHidden(form, given)).toEqual({
      answers: { kind: 'SCENE', is_urgent: false, hazards: ['FIRE'], vitals: { [first]: { systolic: 1 } } },
      omitted: ['reason', `vitals/${first}/method`],
    })
  })

  test('a draft may lack what a complete record may not', () => {
    const draft = { kind: 'SCENE' }
    const whole = { ...atScene, vitals: { [first]: { systolic: { reason: 'UNABLE' } } } }
    expect(buildDraftSchema(form).safeParse(draft).success).toBe(true)
    expect(buildDraftSchema(form).safeParse({ other: 1 }).success).toBe(false)
    expect(buildCompleteSchema(form).safeParse(whole).success).toBe(true)
    const { error } = buildCompleteSchema(form).safeParse({ ...whole, vitals: { [first]: {} } })
    expect(error?.issues.map(({ path, message }) => [path, message])).toEqual([
      [['vitals', first, 'systolic'], 'field-required'],
    ])
  })

  test.each([
    [49, 1],
    [50, 0],
    [250, 0],
    [251, 1],
  ])('a systolic of %i is asked about or not', (systolic, asked) => {
    expect(listDoubtful(form, { vitals: { [first]: { systolic } } })).toHaveLength(asked)
  })
})

describe('a field of a row that a calculation of the row shows', () => {
  const warns = { marked: { rule: 'map' } } as const
  const pressures: Form = {
    name: 'test',
    version: 1,
    sections: [
      {
        name: 'only',
        fields: {
          vitals: {
            kind: 'rows',
            most: 9,
            fields: {
              systolic: { kind: 'number', decimals: 0, possible: [0, 300] },
              diastolic: { kind: 'number', decimals: 0, possible: [0, 300] },
              why_low: { kind: 'text', most: 50, shown: warns, ...needed },
            },
          },
        },
      },
    ],
  }
  const vitals = { [first]: { systolic: 80, diastolic: 40 }, [second]: { systolic: 120, diastolic: 80 } }

  test('is needed in the rows with a warning, and in no other', () => {
    expect(listMissing(pressures, { vitals }).map(({ field }) => field)).toEqual([`vitals/${first}/why_low`])
  })

  test('is left out of the rows without a warning', () => {
    const answered = Object.fromEntries(
      Object.entries(vitals).map(([id, row]) => [id, { ...row, why_low: 'x' }]),
    )
    expect(omitHidden(pressures, { vitals: answered }).omitted).toEqual([`vitals/${second}/why_low`])
  })
})

describe('signatures', () => {
  const signed: Form = {
    ...form,
    signatures: [
      { by: ['RECEIVER'], need: 'always', unless: 'reason' },
      { by: ['WITNESS', 'PATIENT'], need: { field: 'kind', of: ['BODY'] }, unless: 'unsigned' },
    ],
  }
  const listNeeded = (answers: Answers, ...roles: ('RECEIVER' | 'PATIENT' | 'DOCTOR')[]) =>
    listMissingSignatures(
      signed,
      answers,
      roles.map((role) => ({ role })),
    )

  test('are asked for by the field that says why there is none, as their conditions say', () => {
    const missing = { field: 'reason', message: 'signature-missing' }
    expect(listNeeded({})).toEqual([missing])
    expect(listNeeded({ kind: 'BODY' })).toEqual([missing, { ...missing, field: 'unsigned' }])
    expect(listNeeded({}, 'DOCTOR')).toEqual([missing])
  })

  test('are given by one of those who may sign, or replaced by a reason', () => {
    expect(listNeeded({ kind: 'BODY' }, 'RECEIVER', 'PATIENT')).toEqual([])
    expect(listNeeded({ kind: 'BODY', unsigned: 'REFUSED' }, 'RECEIVER')).toEqual([])
  })

  test('are needed by no form that does not ask for them', () => {
    expect(listMissingSignatures(form, {}, [])).toEqual([])
    expect(isNeeded({}, {})).toBe(false)
  })
})

test('a finding that is normal stands alone, as NONE does', () => {
  const normal = { kind: 'choices', options: 'skin', alone: 'NORMAL' } as const
  const one: Form = { name: 'test', version: 1, sections: [{ name: 'only', fields: { skin: normal } }] }
  expect(parseAnswer(one, 'skin', ['NORMAL'])).toEqual({ answer: ['NORMAL'] })
  expect(parseAnswer(one, 'skin', ['NORMAL', 'PALE'])).toMatchObject({
    problem: { message: 'none-beside-others' },
  })
  expect(parseAnswer(one, 'skin', ['PALE', 'SWEATY'])).toEqual({ answer: ['PALE', 'SWEATY'] })
})
