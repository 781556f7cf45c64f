import { expect, test } from 'vitest'
import { actsFor } from './acts.ts'

test('whoever waits is approved or declined first of all, and whoever is blocked is let in again', () => {
  expect(actsFor('pending', false)).toEqual(['approve', 'decline', 'delete'])
  expect(actsFor('blocked', false)).toEqual(['unblock', 'delete'])
  expect(actsFor('declined', false)).toEqual(['approve', 'delete'])
  expect(actsFor('approved', false)).toEqual(['block', 'delete'])
})

test('nobody is offered to shut herself out, and nothing is done with whoever was deleted', () => {
  expect(actsFor('approved', true)).toEqual([])
  expect(actsFor('deleted', false)).toEqual([])
})
