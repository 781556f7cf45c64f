import { expect, test } from 'vitest'
import { standardTimes } from '../../thresholds.ts'
import { classifySickness, compareSickness, type Sickness } from './sickness.ts'

const build = (more: Partial<Sickness> = {}): Sickness => ({
  score: 0,
  isObserved: true,
  alarm: undefined,
  unseenAlarm: undefined,
  ...more,
})

test('the worst of alarm, score and silence decides the level', () => {
  const classify = (more: Partial<Sickness>) => classifySickness(build(more), standardTimes)
  expect(classify({})).toBe('steady')
  expect(classify({ score: undefined })).toBe('steady')
  expect(classify({ score: undefined, isObserved: false })).toBe('attention')
  expect(classify({ alarm: 'low' })).toBe('attention')
  expect(classify({ score: 4 })).toBe('steady')
  expect(classify({ score: 5, alarm: 'low' })).toBe('urgent')
  expect(classify({ alarm: 'medium', isObserved: false })).toBe('urgent')
  expect(classify({ score: 7 })).toBe('emergency')
  expect(classify({ alarm: 'high' })).toBe('emergency')
})

test('within a level an alarm of it that nobody has acknowledged comes first, then the highest score', () => {
  const people = {
    seen: build({ score: 12, alarm: 'high' }),
    'unseen, but of a lower level': build({ score: 9, alarm: 'high', unseenAlarm: 'medium' }),
    unseen: build({ score: 1, alarm: 'high', unseenAlarm: 'high' }),
    'no score': build({ score: undefined, alarm: 'high' }),
  }
  const order = Object.entries(people)
    .toSorted(([, one], [, other]) => compareSickness(one, other, standardTimes))
    .map(([name]) => name)
  expect(order).toEqual(['unseen', 'seen', 'unseen, but of a lower level', 'no score'])
})
