import { expect, test } from 'vitest'
import { computeListDigest, judgeApproval } from './approval.ts'

const approval = { approved_by: 'นพ. ก', licence: 'ว.1', approved_on: '2026-11-01', of: '' }

test('an approval lapses when anything of its list changes, and not when its keys are in another order', () => {
  const list = { U: { kit: ['VENTILATOR'], vitals_minutes: 5 }, H: { kit: [], vitals_minutes: 10 } }
  const reordered = { H: { vitals_minutes: 10, kit: [] }, U: { vitals_minutes: 5, kit: ['VENTILATOR'] } }
  const given = { ...approval, of: computeListDigest(list) }
  expect(judgeApproval(given, computeListDigest(reordered))).toBe('approved')
  const changed = { ...list, U: { ...list.U, vitals_minutes: 6 } }
  expect(judgeApproval(given, computeListDigest(changed))).toBe('lapsed')
})

test('an approval without a digest holds for no list', () => {
  expect(judgeApproval(approval, computeListDigest([]))).toBe('lapsed')
  expect(judgeApproval(null, computeListDigest([]))).toBe('none')
})
