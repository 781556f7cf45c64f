import { expect, test } from 'vitest'
import { compareLists } from './rules.ts'

const latex = { _id: 'a', substance: 'Latex', severity: 'mild' }
const penicillin = { substance: 'Penicillin', severity: 'severe' }
const shrimp = { _id: 'b', substance: 'Shrimp', severity: 'mild' }

test('a list names the added, the removed and the changed entries', () => {
  const worse = { ...latex, severity: 'severe' }
  expect(compareLists([latex, shrimp], [worse, penicillin])).toEqual({
    added: [penicillin],
    removed: [shrimp],
    changed: [{ from: latex, to: worse }],
  })
})
