import { expect, test } from 'vitest'
import { findTitleGender, listTitles } from './titles.ts'

const aged = (years: number) => ({ years, months: 0, days: 0 })

test('until the fifteenth birthday a boy is ด.ช. and a girl ด.ญ.', () => {
  expect(listTitles('male', aged(14))).toEqual(expect.arrayContaining(['ด.ช.', 'สามเณร']))
  expect(listTitles('male', aged(14))).not.toContain('นาย')
  expect(listTitles('female', aged(14))).toContain('ด.ญ.')
  expect(listTitles('male', aged(15))).toContain('นาย')
  expect(listTitles('male', aged(15))).not.toContain('ด.ช.')
})

test('with nothing known every title is offered, and a title sets the sex when it implies one', () => {
  expect(listTitles('', undefined)).toEqual(expect.arrayContaining(['นาย', 'นางสาว', 'ด.ช.', 'พระ']))
  expect(findTitleGender('นาง')).toBe('female')
  expect(findTitleGender('ดร.')).toBeUndefined()
  expect(findTitleGender('ร.ต.อ.')).toBeUndefined()
})
