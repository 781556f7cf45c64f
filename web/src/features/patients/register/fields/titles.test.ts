import { expect, test } from 'vitest'
import { genderOfTitle, titlesFor } from './titles.ts'

const aged = (years: number) => ({ years, months: 0, days: 0 })

test('until the fifteenth birthday a boy is ด.ช. and a girl ด.ญ.', () => {
  expect(titlesFor('male', aged(14))).toEqual(expect.arrayContaining(['ด.ช.', 'สามเณร']))
  expect(titlesFor('male', aged(14))).not.toContain('นาย')
  expect(titlesFor('female', aged(14))).toContain('ด.ญ.')
  expect(titlesFor('male', aged(15))).toContain('นาย')
  expect(titlesFor('male', aged(15))).not.toContain('ด.ช.')
})

test('with nothing known every title is offered, and a title sets the sex when it implies one', () => {
  expect(titlesFor('', undefined)).toEqual(expect.arrayContaining(['นาย', 'นางสาว', 'ด.ช.', 'พระ']))
  expect(genderOfTitle('นาง')).toBe('female')
  expect(genderOfTitle('ดร.')).toBeUndefined()
  expect(genderOfTitle('ร.ต.อ.')).toBeUndefined()
})
