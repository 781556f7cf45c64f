import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { buildAlarm } from '../../../test/build-alarm.ts'
import { show } from '../../../test/render.tsx'
import { AlarmStatus, AlarmValue } from './alarm-facts.tsx'

const score = { rule: 'news2', severity: 'medium', value: 4, worst_value: 4, last_value: 4 } as const
const threes = [{ parameter: 'spo2' as const, value: 89, letter: null }]

test('a score alarm raised by a single parameter names the parameter and no limit that the score did not reach', async () => {
  await show(<AlarmValue alarm={buildAlarm({ ...score, limit: null, score: { scale: 1, threes } })} />)
  screen.getByText('one parameter scores 3: SpO₂ 89 %')
  expect(screen.queryByText(/limit/)).toBeNull()
})

test('a score alarm that reached its limit shows that limit', async () => {
  await show(<AlarmValue alarm={buildAlarm({ ...score, value: 6, limit: 5, score: { scale: 1, threes } })} />)
  screen.getByText('limit 5')
})

test('the worst value since is shown beside the value that raised the alarm, if they differ', async () => {
  const { rerender, container } = await show(
    <AlarmValue alarm={buildAlarm({ value: 86, worst_value: 79 })} />,
  )
  screen.getByText('lowest 79 %')
  expect(container.textContent).toContain('86 %')
  rerender(<div />)
  await show(<AlarmValue alarm={buildAlarm({ value: 86, worst_value: 86 })} />)
  expect(screen.queryByText(/lowest/)).toBeNull()
})

test('the few lines of a card name the limit, the worst value since, and that nobody has the alarm', async () => {
  await show(<AlarmStatus alarm={buildAlarm({ value: 86, worst_value: 79, last_value: 88 })} isInline />)
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'below 90 %',
    'lowest 79 %',
    expect.stringMatching(/^Newest value 88 % · /),
    'Nobody has acknowledged it yet',
  ])
})

test('an alarm passed on to everybody shows how many were notified, how often, and when the next time is', async () => {
  const everybody = { level: 'everybody', told: 14, tellings: 3 } as const
  const alarm = buildAlarm({ ...everybody, escalates_at: '2026-11-05T08:02:00.000Z' })
  const { container } = await show(<AlarmStatus alarm={alarm} />)
  expect(container.textContent).toMatch(/Everyone who may act.*14 people notified.*notified 3 times/)
  screen.getByText(/Everyone is notified again at/)
})

test('an alarm at the last escalation step says that nobody is left to notify', async () => {
  await show(
    <AlarmStatus alarm={buildAlarm({ level: 'everybody', told: 14, tellings: 7, escalates_at: null })} />,
  )
  screen.getByText(/Everyone was notified and nobody acted/)
})
