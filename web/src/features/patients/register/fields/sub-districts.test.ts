import { expect, test } from 'vitest'
import { listSubDistricts } from './sub-districts.ts'

const named = { name_en: '', name_th: '' }
const districts = [
  { ...named, code: '1001', province: '10' },
  { ...named, code: '1101', province: '11' },
]
const zipcodeSubDistricts = [
  { ...named, code: '100101', district: '1001', zipcode: '10200' },
  { ...named, code: '110101', district: '1101', zipcode: '10200' },
]
const listCodes = (chosen: { province: string; district: string }) =>
  listSubDistricts(zipcodeSubDistricts, districts, chosen).map(({ sub_district }) => sub_district)

test('a zipcode narrows the sub-districts, and a chosen province or district narrows them further', () => {
  expect(listCodes({ province: '', district: '' })).toEqual(['100101', '110101'])
  expect(listCodes({ province: '11', district: '' })).toEqual(['110101'])
  expect(listCodes({ province: '10', district: '1001' })).toEqual(['100101'])
  expect(listCodes({ province: '50', district: '' })).toEqual([])
})
