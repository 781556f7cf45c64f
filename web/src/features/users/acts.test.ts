import { expect, test } from 'vitest'
import { actsAroundEdit, actsFor } from './acts.ts'

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

test('what closes an account stands last, behind changing it', () => {
  expect(actsAroundEdit('pending', false)).toEqual({ before: ['approve', 'decline'], after: ['delete'] })
  expect(actsAroundEdit('approved', false)).toEqual({ before: [], after: ['block', 'delete'] })
  expect(actsAroundEdit('blocked', false)).toEqual({ before: ['unblock'], after: ['delete'] })
})
