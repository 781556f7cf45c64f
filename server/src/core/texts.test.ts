import { alarmRules } from 'contract'
import { expect, test } from 'vitest'
import { fillText, getRuleText } from './texts.ts'

test('a text is filled with every value that it names', () => {
  expect(fillText('{{ward}}, bed {{bed}}', { ward: 'MED 1', bed: '$& 4' })).toBe('MED 1, bed $& 4')
  expect(() => fillText('Dear {{name}},', {})).toThrow('name')
})

test.each(['en', 'th'] as const)('every alarm has a name for messages outside the panel (%s)', (language) => {
  const named = alarmRules.map((rule) => getRuleText(rule, language))
  expect(named.filter((text) => !text?.trim())).toEqual([])
  expect(new Set(named).size).toBe(alarmRules.length)
  expect(getRuleText('spo2-low', language)).toContain('SpO₂')
})
