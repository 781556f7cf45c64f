import { expect, test } from 'vitest'
import { findRoom } from './toast-room.ts'

const screen = { top: 4, bottom: 700, height: 60 }

test('a toast stays in its place if nothing else is there', () => {
  expect(findRoom([], screen)).toBe(700)
  expect(findRoom([{ top: 300, bottom: 630 }], screen)).toBe(700)
})

test('a toast moves above the button that it would cover, and above further ones in its way', () => {
  expect(findRoom([{ top: 650, bottom: 694 }], screen)).toBe(646)
  const rows = [560, 600, 650].map((top) => ({ top, bottom: top + 36 }))
  expect(findRoom(rows, screen)).toBe(556)
  expect(findRoom([{ top: 500, bottom: 690 }, ...rows], screen)).toBe(496)
})

test('a toast takes the lowest gap that is high enough for it', () => {
  const rows = [
    { top: 640, bottom: 700 },
    { top: 540, bottom: 600 },
    { top: 400, bottom: 460 },
  ]
  expect(findRoom(rows, screen)).toBe(536)
})

test('a full column has no room for a toast', () => {
  expect(findRoom([{ top: 40, bottom: 700 }], screen)).toBeUndefined()
})
