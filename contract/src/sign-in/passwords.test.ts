import { expect, test } from 'vitest'
import { validateNewPassword, validatePassword } from './passwords.ts'

const email = 'somsri.j@hospital.example'

test.each([
  '12345678',
  '87654321',
  'aaaaaaaa',
  'abcabcabc',
  'qwertyuiop',
  'Password1',
  'P@ssw0rd!',
  'nurse2024',
  'Doctor#123',
  'hospital',
  'Sawasdee99',
  'รหัสผ่าน',
  'โรงพยาบาล',
  'ๆไำพะัีรนย',
  'isylzjko',
])('%s is refused: it is among the first that anybody would try', (password) => {
  expect(validatePassword(password, email)).toBe('password-common')
})

test.each(['panel-demo', 'ฝนตกที่ทะเลน้อย', 'correct horse battery', 'Zx9-wq41', '😀🐘🍜🚑🌧🛶🪁🧄'])(
  '%s is accepted: any characters are allowed',
  (password) => {
    expect(validatePassword(password, email)).toBeUndefined()
  },
)

test('a password has at least 8 characters and at most 128', () => {
  expect(validatePassword('Zx9-wq4', email)).toBe('password-too-short')
  expect(validatePassword('😀🐘🍜🚑', email)).toBe('password-too-short')
  const long = 'Zx9-wq41'.repeat(15) + 'tailtail'
  expect(validatePassword(long, email)).toBeUndefined()
  expect(validatePassword(`${long}x`, email)).toBe('too-long')
})

test('a password does not contain the local part of its own e-mail', () => {
  expect(validatePassword('my-Somsri.J-key', email)).toBe('password-holds-email')
  expect(validatePassword('my-Somsri.J-key', 'j@hospital.example')).toBeUndefined()
})

test('the confirmation must equal the password', () => {
  const messages = (password?: string, confirm_password?: string) =>
    validateNewPassword({ password, confirm_password, email }).map(({ message }) => message)
  expect(messages()).toEqual(['password-required', 'confirmation-required'])
  expect(messages('panel-demo', 'panel-demO')).toEqual(['passwords-differ'])
  expect(messages('panel-demo', 'panel-demo')).toEqual([])
})
