import { expect, test } from 'vitest'
import { compareAlarmUrgency } from './alarm-urgency.ts'
import type { Alarm } from './alarms.ts'

type Urgent = Pick<Alarm, '_id' | 'severity' | 'state' | 'raised_at' | 'ended_at'>
const [early, late] = ['2026-11-05T07:00:00.000Z', '2026-11-05T07:39:00.000Z']
const alarm = (_id: string, more: Partial<Urgent> = {}): Urgent => ({
  _id,
  severity: 'high',
  state: 'active',
  raised_at: late,
  ended_at: null,
  ...more,
})
const order = (alarms: readonly Urgent[], mine: readonly string[] = [], ofMyWards: readonly string[] = []) =>
  alarms
    .toSorted((one, other) =>
      compareAlarmUrgency(one, other, ({ _id }) => ({
        isMine: mine.includes(_id),
        isOfMyWards: ofMyWards.includes(_id),
      })),
    )
    .map(({ _id }) => _id)

test('an alarm whose cause lasts stands before every one that is over, however severe that is', () => {
  const over = alarm('critical, over', { ended_at: late })
  expect(
    order([over, alarm('notice', { severity: 'low' }), alarm('urgent', { severity: 'medium' })]),
  ).toEqual(['urgent', 'notice', 'critical, over'])
})

test("the reader's own alarm stands before others of its severity, and after every more severe one", () => {
  const battery = alarm('my battery', { severity: 'low' })
  const alarms = [battery, alarm('notice', { severity: 'low' }), alarm('saturation'), alarm('of my ward')]
  expect(order(alarms, ['my battery'], ['of my ward'])).toEqual([
    'of my ward',
    'saturation',
    'my battery',
    'notice',
  ])
})

test('among alarms that are alike, those that nobody has acknowledged come first, then the newest', () => {
  const alarms = [
    alarm('seen', { state: 'acknowledged' }),
    alarm('old', { raised_at: early }),
    alarm('new'),
    alarm('newer', { raised_at: '2026-11-05T07:39:00.001Z' }),
  ]
  expect(order(alarms)).toEqual(['newer', 'new', 'old', 'seen'])
})
