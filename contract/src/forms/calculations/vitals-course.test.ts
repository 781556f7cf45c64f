import { expect, test } from 'vitest'
import { standardTransportPlans } from '../../ambulance/mission-suggestion.ts'
import type { Answers } from '../form.ts'
import { calculate } from './calculations.ts'

const at = (time: string) => `2026-11-05T${time}:00.000Z`
const formatRowId = (place: number) => `0191f3a0-0000-7000-8000-00000000000${place}`

/** A systolic pressure below 90, much and little oxygen, and nothing that suggests a risk. */
const critical = { systolic: 80, oxygen_device: 'ROOM_AIR' }
const moderate = { oxygen_device: 'SIMPLE_MASK', oxygen_flow: 6 }
const low = { oxygen_device: 'CANNULA', oxygen_flow: 3 }
const fine = { oxygen_device: 'ROOM_AIR', systolic: 120 }

type Measured = readonly [time: string, values: Record<string, string | number>]
const measure = (...rows: readonly Measured[]): Answers => ({
  age_years: 60,
  vitals: Object.fromEntries(
    rows.map(([time, values], i) => [formatRowId(i), { measured_at: at(time), ...values }]),
  ),
})

const describeRow = (answers: Answers, place: number, plans = standardTransportPlans) => {
  const rows = answers['vitals'] as Record<string, Record<string, string>>
  const row = { id: formatRowId(place), values: rows[formatRowId(place)] ?? {} }
  const found = calculate({ rule: 'vitals-course-row' }, answers, { row, plans })
  return found && [found.isWarning, found.phrases[0]?.key, found.phrases[0]?.values?.['most']]
}

test.each([
  ['10:05', critical, null],
  ['10:06', critical, 5],
  ['10:15', moderate, null],
  ['10:16', moderate, 15],
  ['10:30', low, null],
  ['10:31', low, 30],
  ['12:00', fine, null],
])('vital signs at %s after those at 10:00 go by the risk of %j', (time, before, minutes) => {
  const answers = measure(['10:00', before], [time, fine])
  expect(describeRow(answers, 1)).toEqual(minutes && [true, 'course-late', { minutes }])
  expect(describeRow(answers, 0)).toBeNull()
})

test('what was measured later says nothing of when a row was due', () => {
  const answers = measure(['10:00', fine], ['10:20', critical], ['10:24', fine])
  expect([0, 1, 2].map((place) => describeRow(answers, place))).toEqual([null, null, null])
})

test('vital signs are late by the plans of the hospital where it has its own', () => {
  const answers = measure(['10:00', critical], ['10:06', fine])
  const plans = {
    ...standardTransportPlans,
    U: { ...standardTransportPlans.U, vitals_minutes: 6 },
  }
  expect(describeRow(answers, 1, plans)).toBeNull()
})

const describeCourse = (answers: Answers, now?: string) => {
  const found = calculate({ rule: 'vitals-course', newest: 'vitals' }, answers, now ? { now: at(now) } : {})
  return found && [found.isWarning, ...found.phrases.map(({ key }) => key)]
}

test('a patient is measured before the scene is left, and after it', () => {
  const left = { left_scene: at('10:20') }
  const over = { ...left, at_hospital: at('10:50') }
  const [before, after]: Measured[] = [
    ['10:10', fine],
    ['10:45', fine],
  ]
  if (!before || !after) throw new Error('both are measured')
  expect(describeCourse(measure(before))).toBeNull()
  expect(describeCourse({ ...measure(before), ...left })).toBeNull()
  expect(describeCourse({ ...measure(before, after), ...over })).toBeNull()
  expect(describeCourse({ ...measure(before), ...over })).toEqual([true, 'course-none-on-the-way'])
  expect(describeCourse({ ...measure(after), ...over })).toEqual([true, 'course-none-before-leaving'])
  expect(describeCourse({ ...measure(), ...over })).toEqual([
    true,
    'course-none-before-leaving',
    'course-none-on-the-way',
  ])
})

test('the last vital signs are late by how long before the hand-over they are, or before the arrival', () => {
  const times = { left_scene: at('10:00'), at_hospital: at('10:40') }
  const answers = { ...measure(['09:50', fine], ['10:30', moderate]), ...times }
  expect(describeCourse(answers)).toBeNull()
  expect(describeCourse({ ...answers, handed_over: at('10:45') })).toBeNull()
  expect(describeCourse({ ...answers, handed_over: at('10:46') })).toEqual([true, 'course-last-late'])
})

test('while the crew has the patient it is said when the next vital signs are due, and that they are overdue', () => {
  const answers = measure(['10:00', moderate])
  expect(describeCourse(answers, '10:15')).toEqual([false, 'course-next'])
  expect(describeCourse(answers, '10:16')).toEqual([true, 'course-overdue'])
  const found = calculate({ rule: 'vitals-course', newest: 'vitals' }, answers, { now: at('10:05') })
  expect(found?.phrases[0]?.values).toEqual({
    at: { instant: at('10:15') },
    most: { minutes: 15 },
    level: { option: 'referral-risk', value: 'M' },
  })
  expect(describeCourse({ ...answers, is_transported: false }, '10:16')).toBeNull()
  expect(describeCourse({ ...answers, back_at_base: at('10:10') }, '10:16')).toBeNull()
  expect(describeCourse(measure(['10:00', fine]), '10:16')).toBeNull()
})
