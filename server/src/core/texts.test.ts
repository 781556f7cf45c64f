import { alarmRules } from 'contract'
import { expect, test } from 'vitest'
import { fillText, texts } from './texts.ts'

test('a text is filled with every value that it names', () => {
  expect(fillText('{{ward}}, bed {{bed}}', { ward: 'MED 1', bed: '$& 4' })).toBe('MED 1, bed $& 4')
  expect(() => fillText('Dear {{name}},', {})).toThrow('name')
})

test.each(['en', 'th'] as const)('every alarm has a name for messages outside the panel (%s)', (language) => {
  const { alarms, messages } = texts[language]
  const named = { ...alarms.rule, ...messages.alarm.rule }
  expect(Object.keys(named).toSorted()).toEqual([...alarmRules].toSorted())
})
