import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { show } from '../../../../test/render.tsx'
import { DateField } from './date-field.tsx'

function Birthday({ start = '' }: { start?: string }) {
  const [value, setValue] = useState(start)
  return (
    <>
      <DateField label="Birthday" value={value} onChange={setValue} />
      <output>{value}</output>
    </>
  )
}

const field = () => screen.getByLabelText<HTMLInputElement>('Birthday')
const value = () => screen.getByRole('status').textContent

test('a Buddhist year gives the same date as its Christian one', async () => {
  await show(<Birthday />, { language: 'th' })
  await userEvent.type(field(), '5/11/2523')
  await userEvent.tab()
  expect(value()).toBe('1980-11-05')
  expect(field().value).toBe('05/11/2523')
})

test('a Thai screen accepts a Christian year too, and shows it as a Buddhist one', async () => {
  await show(<Birthday />, { language: 'th' })
  await userEvent.type(field(), '5/11/1980')
  await userEvent.tab()
  expect(value()).toBe('1980-11-05')
  expect(field().value).toBe('05/11/2523')
})

test('an invalid date stays as typed, and the schema refuses it', async () => {
  await show(<Birthday />)
  await userEvent.type(field(), '31/02/1980')
  await userEvent.tab()
  expect(value()).toBe('31/02/1980')
  expect(field().value).toBe('31/02/1980')
})

test('a date can be cleared', async () => {
  await show(<Birthday start="1980-11-05" />)
  expect(field().value).toBe('05/11/1980')
  await userEvent.clear(field())
  expect(value()).toBe('')
})
