import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { show } from '../../../../test/render.tsx'
import { toHospitalDate } from '../../date/dates.ts'
import { DateTimeField } from './date-time-field.tsx'
import { formatTypedTime } from './typed-time.ts'

function Measured() {
  const [date, setDate] = useState('2026-11-05')
  const [time, setTime] = useState('')
  return (
    <>
      <DateTimeField date={{ value: date, onChange: setDate }} time={{ value: time, onChange: setTime }} />
      <output>
        {date} {time}
      </output>
    </>
  )
}

const value = () => screen.getByRole('status').textContent

test('a time is typed on a 24-hour clock with or without a colon', async () => {
  await show(<Measured />)
  await userEvent.type(screen.getByLabelText('Time'), '1432')
  await userEvent.tab()
  expect(value()).toBe('2026-11-05 14:32')
})

test('in Thai the year is of the Buddhist Era', async () => {
  await show(<Measured />, { language: 'th' })
  const date = screen.getByLabelText<HTMLInputElement>('วันที่')
  expect(date.value).toBe('05/11/2569')
  await userEvent.clear(date)
  await userEvent.type(date, '4/11/2569')
  expect(value()).toBe('2026-11-04 ')
})

test('Now sets date and time at once', async () => {
  await show(<Measured />)
  const before = Date.now()
  await userEvent.click(screen.getByRole('button', { name: 'Now' }))
  const possible = [before, Date.now()].map((at) => `${toHospitalDate(new Date(at))} ${formatTypedTime(at)}`)
  expect(possible).toContain(value())
})
