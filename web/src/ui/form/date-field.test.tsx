import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { show } from '../../../test/render.tsx'
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

test('a Buddhist year means the same day as its Christian one', async () => {
  await show(<Birthday />, { language: 'th' })
  await userEvent.type(field(), '5/11/2523')
  await userEvent.tab()
  expect(value()).toBe('1980-11-05')
  expect(field().value).toBe('05/11/2523')
})

test('a Christian year is taken in a Thai screen too, and shown as a Thai one', async () => {
  await show(<Birthday />, { language: 'th' })
  await userEvent.type(field(), '5/11/1980')
  await userEvent.tab()
  expect(value()).toBe('1980-11-05')
  expect(field().value).toBe('05/11/2523')
})

test('what is no date stays as it was typed, for the schema to refuse', async () => {
  await show(<Birthday />)
  await userEvent.type(field(), '31/02/1980')
  await userEvent.tab()
  expect(value()).toBe('31/02/1980')
  expect(field().value).toBe('31/02/1980')
})

test('a date can be taken away', async () => {
  await show(<Birthday start="1980-11-05" />)
  expect(field().value).toBe('05/11/1980')
  await userEvent.clear(field())
  expect(value()).toBe('')
})
