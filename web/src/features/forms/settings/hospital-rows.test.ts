import { expect, test } from 'vitest'
import { findHospitalRow, formatHospitals, parseHospitals } from './hospital-rows.ts'

test('a list that was pasted from a spreadsheet is read row by row, and written as it was read', () => {
  const listed = [
    { code: '10671', name: 'รพ. หนึ่ง' },
    { code: '106720001', name: 'รพ. สอง  สาขา 2' },
  ]
  expect(parseHospitals('10671\tรพ. หนึ่ง\r\n\n  106720001 รพ. สอง  สาขา 2 ')).toEqual(listed)
  expect(parseHospitals(formatHospitals(listed))).toEqual(listed)
  expect(findHospitalRow('10671 ก\n\n10672 ข', 1)).toBe(3)
})

test('a row that lacks its code or its name stays what it is, for the panel to refuse', () => {
  expect(parseHospitals('โรงพยาบาล\n10671')).toEqual([
    { code: 'โรงพยาบาล', name: '' },
    { code: '10671', name: '' },
  ])
})
