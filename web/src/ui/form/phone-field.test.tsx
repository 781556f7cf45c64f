import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { show } from '../../../test/render.tsx'
import { JoinedPhoneField } from './phone-field.tsx'

const countries = [
  { code: 'THA', name_en: 'Thailand', name_th: 'ไทย', calling_code: '+66' },
  { code: 'CAN', name_en: 'Canada', name_th: 'แคนาดา', calling_code: '+1' },
  { code: 'LAO', name_en: 'Laos', name_th: 'ลาว', calling_code: '+856' },
  { code: 'USA', name_en: 'United States', name_th: 'สหรัฐอเมริกา', calling_code: '+1' },
]

function Mobile({ start = '' }: { start?: string }) {
  const [value, setValue] = useState(start)
  return (
    <>
      <JoinedPhoneField label="Mobile" value={value} onChange={setValue} countries={countries} />
      <output>{value}</output>
    </>
  )
}

const number = () => screen.getByLabelText<HTMLInputElement>('Mobile')
const country = () => screen.getByLabelText<HTMLSelectElement>('Country code')
const value = () => screen.getByRole('status').textContent

test('only digits can be typed, and a Thai number gets its leading zero', async () => {
  await show(<Mobile />)
  await userEvent.type(number(), 'o81-234 5678')
  expect(number().value).toBe('812345678')
  expect(value()).toBe('0812345678')
  await userEvent.tab()
  expect(number().value).toBe('0812345678')
})

test('a foreign number is stored in international format', async () => {
  await show(<Mobile />)
  await userEvent.selectOptions(country(), 'LAO')
  await userEvent.type(number(), '๐20-5555 1234')
  expect(value()).toBe('+8562055551234')
})

test('a country that shares its calling code with another stays selected', async () => {
  await show(<Mobile />)
  await userEvent.selectOptions(country(), 'USA')
  await userEvent.type(number(), '2025550123')
  expect(country().value).toBe('USA')
  expect(value()).toBe('+12025550123')
})

test('an existing number is shown split into calling code and number', async () => {
  await show(<Mobile start="+8562055551234" />)
  expect(country().value).toBe('LAO')
  expect(number().value).toBe('2055551234')
})

test('a country chosen before the first digit stays chosen', async () => {
  await show(<Mobile />)
  await userEvent.selectOptions(country(), 'LAO')
  expect(value()).toBe('')
  expect(country().value).toBe('LAO')
})
