import { expect, test } from 'vitest'
import {
  classifyMorse,
  computeMorse,
  isMorseTotal,
  type MorseAnswers,
  morseItems,
  morseScores,
} from './morse.ts'

const steady: MorseAnswers = {
  history: 'NO',
  secondary_diagnosis: 'NO',
  aid: 'NONE',
  infusion: 'NO',
  gait: 'NORMAL',
  forgets_limits: 'NO',
}

test('the total runs from 0 to 125', () => {
  expect(computeMorse(steady)).toBe(0)
  expect(
    computeMorse({
      history: 'YES',
      secondary_diagnosis: 'YES',
      aid: 'FURNITURE',
      infusion: 'YES',
      gait: 'IMPAIRED',
      forgets_limits: 'YES',
    }),
  ).toBe(125)
})

test.each(
  morseItems.flatMap((item) =>
    Object.entries<number>(morseScores[item]).map(([answer, score]) => [item, answer, score] as const),
  ),
)('%s %s adds %i', (item, answer, score) => {
  expect(computeMorse({ ...steady, [item]: answer })).toBe(score)
})

test.each(morseItems)('without %s there is no total', (item) => {
  expect(computeMorse({ ...steady, [item]: null })).toBeNull()
})

test.each([
  [0, 'LOW'],
  [24, 'LOW'],
  [25, 'MODERATE'],
  [44, 'MODERATE'],
  [45, 'HIGH'],
  [125, 'HIGH'],
])('a total of %i is %s', (total, risk) => {
  expect(classifyMorse(total)).toBe(risk)
})

test('a hospital may set other limits', () => {
  const limits = { moderate: 25, high: 51 }
  expect(classifyMorse(50, limits)).toBe('MODERATE')
  expect(classifyMorse(51, limits)).toBe('HIGH')
})

test('a total is one that some answers come to', () => {
  expect([0, 10, 15, 45, 125].every(isMorseTotal)).toBe(true)
  expect([-5, 5, 7, 12.5, 120, 130].some(isMorseTotal)).toBe(false)
})
