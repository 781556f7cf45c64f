import { expect, test } from 'vitest'
import { listActs, splitActs } from './acts.ts'

test('approve and decline come first for an account that waits, and unblock for a blocked one', () => {
  expect(listActs('pending', false)).toEqual(['approve', 'decline', 'delete'])
  expect(listActs('blocked', false)).toEqual(['unblock', 'delete'])
  expect(listActs('declined', false)).toEqual(['approve', 'delete'])
  expect(listActs('approved', false)).toEqual(['block', 'delete'])
})

test('nobody can block, decline or delete their own account, and a deleted account has no actions', () => {
  expect(listActs('approved', true)).toEqual([])
  expect(listActs('deleted', false)).toEqual([])
})

test("the actions that close an account come last, after 'Edit'", () => {
  expect(splitActs('pending', false)).toEqual({ before: ['approve', 'decline'], after: ['delete'] })
  expect(splitActs('approved', false)).toEqual({ before: [], after: ['block', 'delete'] })
  expect(splitActs('blocked', false)).toEqual({ before: ['unblock'], after: ['delete'] })
})
