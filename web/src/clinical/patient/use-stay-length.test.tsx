import { renderHook, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { show } from '../../../test/render.tsx'
import { useNights, useStayLength } from './use-stay-length.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-09T14:00:00+07:00') })
})
afterEach(() => {
  vi.useRealTimers()
})

const midnight = '2026-11-09T00:00:00+07:00'
const beforeMidnight = '2026-11-08T23:59:00+07:00'

test('a stay has its first night from the first midnight in the hospital', () => {
  const nights = renderHook(useNights).result.current
  const admissions = [midnight, beforeMidnight, '2026-11-07T23:59:00+07:00']
  expect(admissions.map((admitted_at) => nights({ admitted_at }))).toEqual([0, 1, 2])
  expect(nights({ admitted_at: beforeMidnight, discharged_at: midnight })).toBe(1)
})

type Stays = Parameters<ReturnType<typeof useStayLength>>[0][]

function Lengths({ stays }: { stays: Stays }) {
  return <p>{stays.map(useStayLength()).join(', ')}</p>
}

test.each([
  ['en', 'Admitted today, 1 night, 0 nights, 3 nights'],
  ['th', 'รับใหม่วันนี้, วันนอน 1, วันนอน 0, วันนอน 3'],
])('a stay is told in nights, and its first day in words (%s)', async (language, told) => {
  const admitted_at = '2026-11-05T08:00:00+07:00'
  const stays = [
    { admitted_at: midnight },
    { admitted_at: beforeMidnight },
    { admitted_at, discharged_at: '2026-11-05T20:00:00+07:00' },
    { admitted_at, discharged_at: '2026-11-08T01:00:00+07:00' },
  ]
  await show(<Lengths stays={stays} />, { language })
  expect(screen.getByText(told)).toBeDefined()
})
