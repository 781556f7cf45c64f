import { releasedFormSettings } from 'contract'
import { expect, test } from 'vitest'
import { mergeSettings } from './merge-settings.ts'

const before = { ...releasedFormSettings, needed: { 'ambulance-request': ['landmark'] } }

test('what others saved meanwhile stays where the user changed nothing, and what the user changed stays too', () => {
  const mine = { ...before, needed: { 'ambulance-request': [] } }
  const drug_list = { approved_by: 'นพ. ก', licence: 'ว.1', approved_on: '2026-11-01' }
  const theirs = { ...before, not_offered: { position: ['SIT'] }, drug_list }
  expect(mergeSettings({ before, mine, theirs })).toEqual({
    needed: { 'ambulance-request': [] },
    not_offered: { position: ['SIT'] },
    drug_list,
  })
  expect(mergeSettings({ before, mine: before, theirs })).toEqual(theirs)
  expect(mergeSettings({ before, mine, theirs: before })).toEqual(mine)
})
