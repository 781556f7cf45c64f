import { expect, test } from 'vitest'
import { errorCodes, successCodes } from './codes.ts'

test.each([
  ['failure', errorCodes],
  ['success', successCodes],
])('every %s has a number of its own', (_, codes) => {
  const numbers = Object.values(codes)
  expect(numbers.filter((number, index) => numbers.indexOf(number) !== index)).toEqual([])
})
