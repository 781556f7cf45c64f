import { expect, test } from 'vitest'
import { addKey, type Burst, readScan } from './scanned-keys.ts'

const press = (code: string, at: number, more: { key?: string; shiftKey?: boolean } = {}) => ({
  key: code === 'Enter' ? 'Enter' : 'x',
  shiftKey: false,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  ...more,
  code,
  timeStamp: at,
})

/** What is read of keys that follow each other by so many milliseconds. */
function scan(codes: readonly string[], gapMs: number, isInField = false): string | undefined {
  let burst: Burst | undefined
  for (const [index, code] of [...codes, 'Enter'].entries()) {
    const key = press(code, 1000 + index * gapMs)
    const read = readScan(burst, key, isInField)
    if (read !== undefined) return read
    burst = addKey(burst, key)
  }
  return undefined
}
const digits = (text: string) => text.split('').map((digit) => `Digit${digit}`)

test('a number that is typed faster than people type is a scan', () => {
  expect(scan(digits('690001'), 50)).toBe('690001')
  expect(scan(digits('690001'), 51)).toBeUndefined()
})

test('what is scanned is read by its keys, so that the Thai layout does not change it', () => {
  expect(scan(['Digit6', 'Digit1', 'Minus', 'Digit0', 'Digit7'], 5)).toBe('61-07')
  expect(scan(['KeyT', 'Minus', 'Digit0', 'Digit7'], 5)).toBe('t-07')
})

test('four characters are enough where nothing is typed into, and six in a field', () => {
  expect(scan(digits('123'), 5)).toBeUndefined()
  expect(scan(digits('1234'), 5)).toBe('1234')
  expect(scan(digits('12345'), 5, true)).toBeUndefined()
  expect(scan(digits('123456'), 5, true)).toBe('123456')
})

test('a word is no scan, and what a person typed before is no part of one', () => {
  expect(scan(['KeyN', 'KeyU', 'KeyR', 'KeyS', 'KeyE', 'KeyS'], 5)).toBeUndefined()
  let burst = addKey(undefined, press('Digit9', 0))
  for (const [index, code] of digits('1234').entries()) burst = addKey(burst, press(code, 500 + index * 5))
  expect(readScan(burst, press('Enter', 520), false)).toBe('1234')
})

test('a capital letter is read with the Shift before it', () => {
  let burst = addKey(undefined, press('Digit1', 0))
  burst = addKey(burst, press('ShiftLeft', 5, { key: 'Shift', shiftKey: true }))
  burst = addKey(burst, press('KeyT', 10, { shiftKey: true }))
  expect(burst?.text).toBe('1T')
})
