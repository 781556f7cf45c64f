import { expect, test } from 'vitest'
import { rankNames } from './rank-names.ts'

const names = ['Record vital signs of …', 'บันทึกสัญญาณชีพของ …', 'chart measure blood pressure']

test.each([
  ['rec', 'begins'],
  ['VITAL', 'begins'],
  ['signs rec', 'begins'],
  ['บันทึก', 'begins'],
  ['blood', 'begins'],
  ['สัญญาณชีพ', 'contains'],
  ['ital', 'contains'],
  ['record chart', undefined],
  ['สมหญิง', undefined],
  ['', undefined],
  ['  ', undefined],
] as const)('what is typed as "%s" %s its names', (typed, rank) => {
  expect(rankNames(names, typed)).toBe(rank)
})
