import { expect, test } from 'vitest'
import { type AddressedView, readAddress, writeAddress } from './address.ts'

const ward = '01890000-0000-7000-8000-000000000001'

const everything: AddressedView = {
  field: 'hn',
  filters: {
    in_hospital: false,
    ward: ['mine', ward],
    triage_level: ['RED', 'WHITE'],
    gender: ['female'],
    notify_status: 'disabled',
    device_status: 'none',
  },
  sort: { field: 'admit_date', order: 'desc' },
  page: 5000,
  size: 50,
}

test('an address says again whatever it was told', () => {
  expect(readAddress(new URLSearchParams(writeAddress(everything)))).toEqual(everything)
})

test('the list as it opens has an empty address', () => {
  expect(writeAddress(readAddress(new URLSearchParams()))).toBe('')
})

test('an address that makes no sense opens the list all the same', () => {
  const nonsense = 'field=shoe&stay=maybe&ward=1&triage=BLUE&sex=x&device=off&sort=-shoe&page=-3&size=7'
  expect(writeAddress(readAddress(new URLSearchParams(nonsense)))).toBe('')
})

test('what is searched for never reaches the address', () => {
  const searched = { ...everything, text: 'สมชาย' }
  expect(decodeURIComponent(writeAddress(searched))).not.toContain('สมชาย')
})
