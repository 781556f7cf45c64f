import { expect, test } from 'vitest'
import { formatEnglishName, formatPatientName, getInitials, getNameLanguage } from './person-name.ts'

test('a Thai title is joined to the name, and a foreign one stands before it with a space', () => {
  expect(formatPatientName({ title: 'นาย', name: 'สมชาย', surname: 'ใจดี' })).toBe('นายสมชาย ใจดี')
  expect(formatPatientName({ title: 'ด.ช.', name: 'ภูมิ', surname: 'แสงทอง' })).toBe('ด.ช.ภูมิ แสงทอง')
  expect(formatPatientName({ title: 'Mr.', name: 'John', surname: 'Smith' })).toBe('Mr. John Smith')
  expect(formatPatientName({ title: 'นาย', name: 'Aung', surname: 'Min' })).toBe('นาย Aung Min')
})

test('an English name is shown if any part of it is recorded', () => {
  expect(formatEnglishName({ name_en: 'Somchai', surname_en: 'Jaidee' })).toBe('Somchai Jaidee')
  expect(formatEnglishName({ name_en: 'Somchai', surname_en: null })).toBe('Somchai')
  expect(formatEnglishName({ name_en: null, surname_en: null })).toBeUndefined()
})

test('initials are consonants: a vowel written first is skipped', () => {
  expect(getInitials({ name: 'สมชาย', surname: 'ใจดี' })).toBe('สจ')
  expect(getInitials({ name: 'เพ็ญศรี', surname: 'แสงทอง' })).toBe('พส')
  expect(getInitials({ name: 'john', surname: 'smith' })).toBe('JS')
})

test('a name is read aloud in the language of its letters', () => {
  expect(getNameLanguage('นาย Aung Min')).toBe('th')
  expect(getNameLanguage('Mr. John Smith')).toBe('en')
})
