import { describe, expect, test } from 'vitest'
import {
  type DischargeStatus,
  type DischargeType,
  dischargeStatuses,
  dischargeTypes,
} from '../patient-flow/admission-codes.ts'
import { toStayOutcome, validateDischarge } from './discharge.ts'

type Person = { gender: 'male' | 'female' | 'other'; date_of_birth: string | null }
const on = '2026-11-05'
const untold = { goes_home_to_die: false, discharge_diagnoses: [] }

/** The problems of a discharge of this type and status, by field. */
function listProblems(type: DischargeType, status: DischargeStatus, person: Partial<Person> = {}) {
  const where = type === 4 ? { discharged_to: '10670', discharge_cause: 1 } : {}
  const refusal = type === 2 ? { signed_by: 'PATIENT' as const, signer_name: null } : null
  const discharge = {
    discharge_type: type,
    discharge_status: status,
    discharged_to: null,
    discharge_cause: null,
    ...untold,
    refusal,
    ...where,
  }
  return validateDischarge(discharge, { gender: 'female', date_of_birth: null, on, ...person }).map(
    ({ field, message }) => `${field}: ${message}`,
  )
}

describe('a discharge', () => {
  test('as dead, in type or status, is refused unless the other says so too', () => {
    const differs = ['discharge_status: death-differs']
    for (const type of [8, 9] as const)
      for (const status of dischargeStatuses)
        expect(listProblems(type, status)).toEqual(status >= 8 ? [] : differs)
    for (const status of [8, 9] as const)
      for (const type of dischargeTypes) expect(listProblems(type, status)).toEqual(type >= 8 ? [] : differs)
  })

  test.each([
    ['a day before 10 years', '2016-11-06', true],
    ['on the 10th birthday', '2016-11-05', false],
    ['at 60 years and 364 days', '1965-11-06', false],
    ['on the 61st birthday', '1965-11-05', true],
    ['of unknown age', null, false],
  ])(
    'after a delivery, or before one, of a woman %s (born %s) is refused: %s',
    (_when, date_of_birth, isRefused) => {
      for (const status of [4, 5] as const)
        expect(listProblems(1, status, { date_of_birth })).toEqual(
          isRefused ? ['discharge_status: delivery-impossible'] : [],
        )
    },
  )

  test('after a delivery is refused for a man, whatever his age, and not where the sex is another', () => {
    for (const date_of_birth of [null, '1996-11-05'])
      expect(listProblems(1, 4, { gender: 'male', date_of_birth })).toEqual([
        'discharge_status: delivery-impossible',
      ])
    expect(listProblems(1, 4, { gender: 'other', date_of_birth: '1996-11-05' })).toEqual([])
  })

  test.each([
    ['a day before the first birthday', '2025-11-06', false],
    ['on the first birthday', '2025-11-05', true],
    ['of unknown age', null, false],
  ])('of a newborn %s (born %s) is refused: %s', (_when, date_of_birth, isRefused) => {
    for (const status of [6, 7] as const)
      expect(listProblems(1, status, { gender: 'male', date_of_birth })).toEqual(
        isRefused ? ['discharge_status: newborn-too-old'] : [],
      )
  })

  test('to another hospital names where to and why', () => {
    const transfer = { discharge_type: 4, discharge_status: 2 } as const
    const person = { gender: 'male', date_of_birth: null, on } as const
    const where = { discharged_to: null, discharge_cause: null, refusal: null }
    expect(validateDischarge({ ...transfer, ...where, ...untold }, person)).toEqual([
      { field: 'discharged_to', message: 'field-required' },
      { field: 'discharge_cause', message: 'field-required' },
    ])
    expect(listProblems(4, 2)).toEqual([])
  })
})

test('a discharge against advice needs the refusal, with the name of a relative who signs; no other has one', () => {
  const person = { gender: 'male', date_of_birth: null, on } as const
  const leave = (
    discharge_type: DischargeType,
    refusal: Parameters<typeof validateDischarge>[0]['refusal'],
  ) =>
    validateDischarge(
      { discharge_type, discharge_status: 3, discharged_to: null, discharge_cause: null, refusal, ...untold },
      person,
    )
  expect(leave(2, null)).toEqual([{ field: 'refusal', message: 'field-required' }])
  expect(leave(1, { signed_by: 'PATIENT', signer_name: null })).toEqual([
    { field: 'refusal', message: 'choice-invalid' },
  ])
  for (const signed_by of ['PATIENT', 'NOBODY'] as const)
    expect(leave(2, { signed_by, signer_name: null })).toEqual([])
  expect(leave(2, { signed_by: 'RELATIVE', signer_name: null })).toEqual([
    { field: 'refusal.signer_name', message: 'field-required' },
  ])
  expect(leave(2, { signed_by: 'RELATIVE', signer_name: 'นางสมใจ' })).toEqual([])
})

test('whoever goes home to die leaves against advice', () => {
  const person = { gender: 'male', date_of_birth: null, on } as const
  const left = {
    discharge_status: 3,
    discharged_to: null,
    discharge_cause: null,
    discharge_diagnoses: [],
  } as const
  const home = { ...left, goes_home_to_die: true }
  const refusal = { signed_by: 'PATIENT', signer_name: null } as const
  expect(validateDischarge({ ...home, discharge_type: 2, refusal }, person)).toEqual([])
  for (const discharge_type of [1, 3, 5] as const)
    expect(validateDischarge({ ...home, discharge_type, refusal: null }, person)).toEqual([
      { field: 'goes_home_to_die', message: 'home-to-die-type' },
    ])
})

describe('the final diagnoses', () => {
  type Rows = [code: string, role: number][]
  const toDiagnoses = (rows: Rows) => rows.map(([code, role]) => ({ code, role }))
  const list = (rows: Rows, before?: Rows) =>
    validateDischarge(
      {
        discharge_type: 1,
        discharge_status: 2,
        discharged_to: null,
        discharge_cause: null,
        refusal: null,
        goes_home_to_die: false,
        discharge_diagnoses: toDiagnoses(rows),
      },
      { gender: 'male', date_of_birth: null, on },
      before && {
        discharge_type: 1,
        discharged_to: null,
        discharge_cause: null,
        refusal: null,
        discharge_diagnoses: toDiagnoses(before),
      },
    ).map(({ field, message }) => `${field}: ${message}`)

  test.each<[string, Rows, string[]]>([
    ['none is told yet', [], []],
    [
      'one is the principal',
      [
        ['I10', 2],
        ['J18.9', 1],
      ],
      [],
    ],
    [
      'none is the principal',
      [
        ['I10', 2],
        ['J18.9', 3],
      ],
      ['discharge_diagnoses.0.role: principal-missing'],
    ],
    [
      'two are the principal',
      [
        ['I10', 1],
        ['J18.9', 1],
      ],
      ['discharge_diagnoses.1.role: principal-twice'],
    ],
    [
      'one is there twice',
      [
        ['I10', 1],
        ['J18.9', 2],
        ['I10', 3],
      ],
      ['discharge_diagnoses.2.code: diagnosis-twice'],
    ],
  ])('of which %s, %j, have the problems %j', (_, rows, problems) => {
    expect(list(rows)).toEqual(problems)
  })

  test('what stood before is not asked for again until it is changed', () => {
    const old: Rows = [
      ['I10', 1],
      ['J18.9', 1],
    ]
    expect(list(old, old)).toEqual([])
    expect(list([...old, ['E11.9', 2]], old)).toEqual(['discharge_diagnoses.1.role: principal-twice'])
  })
})

test('the outcome of a stay derives from its type and status', () => {
  const toOutcome = (discharge_type: number | null, discharge_status: number | null, goes = false) =>
    toStayOutcome({
      discharged_at: '2026-11-05T03:00:00.000Z',
      discharge_type,
      discharge_status,
      goes_home_to_die: goes,
    })
  expect(
    toStayOutcome({
      discharged_at: null,
      discharge_type: null,
      discharge_status: null,
      goes_home_to_die: false,
    }),
  ).toBe('STILL_IN')
  expect(toOutcome(null, null)).toBe('UNKNOWN')
  expect([1, 2, 4, 5, 6, 7].map((status) => toOutcome(1, status))).toEqual(Array(6).fill('IMPROVED'))
  expect(toOutcome(1, 3)).toBe('UNKNOWN')
  expect([2, 3].map((type) => toOutcome(type, 3))).toEqual(['REFUSED', 'REFUSED'])
  expect(toOutcome(2, 3, true)).toBe('HOME_DIED')
  expect(toOutcome(3, 3, true)).toBe('REFUSED')
  expect(toOutcome(4, 3)).toBe('ELSEWHERE')
  expect([8, 9].flatMap((type) => [8, 9].map((status) => toOutcome(type, status)))).toEqual(
    Array(4).fill('DIED'),
  )
})
