import { render } from '@testing-library/react'
import { expect, test } from 'vitest'
import { PatientEnglishName } from './patient-name.tsx'

const john = { title: 'Mr.', name: 'John', surname: 'Smith', name_en: 'John', surname_en: 'Smith' }
const showText = (patient: Parameters<typeof PatientEnglishName>[0]['of']) =>
  render(<PatientEnglishName of={patient} />).container.textContent

test('an English name is shown unless it repeats the name', () => {
  expect(showText({ ...john, name: 'สมชาย', surname: 'ใจดี' })).toBe('John Smith')
  expect(showText(john)).toBe('')
  expect(showText({ ...john, name_en: null, surname_en: null })).toBe('')
})
