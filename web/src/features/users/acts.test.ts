import { expect, test } from 'vitest'
import { listActs, splitActs } from './acts.ts'

test('whoever waits is approved or declined first of all, and whoever is blocked is let in again', () => {
  expect(listActs('pending', false)).toEqual(['approve', 'decline', 'delete'])
  expect(listActs('blocked', false)).toEqual(['unblock', 'delete'])
  expect(listActs('declined', false)).toEqual(['approve', 'delete'])
  expect(listActs('approved', false)).toEqual(['block', 'delete'])
})

test('nobody is offered to shut herself out, and nothing is done with whoever was deleted', () => {
  expect(listActs('approved', true)).toEqual([])
  expect(listActs('deleted', false)).toEqual([])
})

test('what closes an account stands last, behind changing it', () => {
  expect(splitActs('pending', false)).toEqual({ before: ['approve', 'decline'], after: ['delete'] })
  expect(splitActs('approved', false)).toEqual({ before: [], after: ['block', 'delete'] })
  expect(splitActs('blocked', false)).toEqual({ before: ['unblock'], after: ['delete'] })
})
