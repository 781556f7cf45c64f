import { expect, test } from 'vitest'
import { computeListMark, judgeApproval } from './approval.ts'

const approval = { approved_by: 'นพ. ก', licence: 'ว.1', approved_on: '2026-11-01', of: '' }

test('an approval lapses when anything of its list changes, and not when its keys are in another order', () => {
  const list = { U: { kit: ['VENTILATOR'], vitals_minutes: 5 }, H: { kit: [], vitals_minutes: 10 } }
  const reordered = { H: { vitals_minutes: 10, kit: [] }, U: { vitals_minutes: 5, kit: ['VENTILATOR'] } }
  const given = { ...approval, of: computeListMark(list) }
  expect(judgeApproval(given, computeListMark(reordered))).toBe('approved')
  const changed = { ...list, U: { ...list.U, vitals_minutes: 6 } }
  expect(judgeApproval(given, computeListMark(changed))).toBe('lapsed')
})

test('an approval without a mark is of no list that is known', () => {
  expect(judgeApproval(approval, computeListMark([]))).toBe('lapsed')
  expect(judgeApproval(null, computeListMark([]))).toBe('none')
})
