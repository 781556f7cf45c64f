import { fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { beforeEach, expect, test } from 'vitest'
import { show } from '../../../test/render.tsx'
import { PhotoField } from './photo-field.tsx'

/** jsdom cannot create URLs of pictures. */
beforeEach(() => {
  URL.createObjectURL = () => 'blob:chosen'
  URL.revokeObjectURL = () => undefined
})

function Portrait({ keptSrc }: { keptSrc?: string }) {
  const [value, setValue] = useState<File | '' | undefined>()
  return (
    <>
      <PhotoField label="Photo" kind="patient" keptSrc={keptSrc} value={value} onChange={setValue} />
      <output>{value instanceof File ? value.name : JSON.stringify(value)}</output>
    </>
  )
}

const choose = (file: File) =>
  fireEvent.change(document.querySelector('input[type=file]') as HTMLInputElement, {
    target: { files: [file] },
  })
const jpeg = new Uint8Array([0xff, 0xd8, 0xff, 0xe0, 0, 16, 74, 70])
const png = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
const value = () => screen.getByRole('status').textContent

test('a photo is shown before it is uploaded', async () => {
  await show(<Portrait />)
  choose(new File([jpeg], 'malee.jpg', { type: 'image/jpeg' }))
  await waitFor(() => expect(value()).toBe('malee.jpg'))
  expect(document.querySelector('img')?.src).toBe('blob:chosen')
})

test('a file that is no photo is refused at once, whatever its name, and changes nothing', async () => {
  await show(<Portrait />)
  choose(new File([png], 'malee.png', { type: 'image/png' }))
  await waitFor(() => expect(value()).toBe('malee.png'))
  choose(new File(['%PDF-1.7'], 'somchai.jpg', { type: 'image/jpeg' }))
  await screen.findByText('This file is not a photo. Please choose a jpeg, jpg or png image.')
  expect(value()).toBe('malee.png')
})

test('a photo over 5 MB is refused at once, and one of exactly 5 MB is not', async () => {
  await show(<Portrait />)
  const rest = new Uint8Array(5 * 1024 * 1024 - jpeg.length)
  choose(new File([jpeg, rest, 'x'], 'large.jpg', { type: 'image/jpeg' }))
  await screen.findByText('This photo is larger than 5 MB. Please choose a smaller one.')
  expect(value()).toBe('')
  choose(new File([jpeg, rest], 'fitting.jpg', { type: 'image/jpeg' }))
  await waitFor(() => expect(value()).toBe('fitting.jpg'))
  expect(screen.queryByText(/larger than 5 MB/)).toBeNull()
})

test('the later of two files chosen in quick succession counts', async () => {
  await show(<Portrait />)
  choose(new File([jpeg], 'first.jpg', { type: 'image/jpeg' }))
  choose(new File([png], 'second.png', { type: 'image/png' }))
  await waitFor(() => expect(value()).toBe('second.png'))
})

test.each([
  ['en', 'up to 5 MB'],
  ['th', 'ไม่เกิน 5 MB'],
])('says how large a photo may be before one is chosen (%s)', async (language, limit) => {
  await show(<Portrait />, { language })
  expect(screen.getByText(new RegExp(limit))).toBeDefined()
})

const remove = () => userEvent.click(screen.getByRole('button', { name: 'Remove photo' }))

test('a chosen photo that is not stored yet can be removed', async () => {
  await show(<Portrait />)
  choose(new File([png], 'malee.png', { type: 'image/png' }))
  await waitFor(() => expect(value()).toBe('malee.png'))
  await remove()
  expect(value()).toBe('')
})

test('the first removal drops the photo just chosen, and only the second one the stored photo', async () => {
  await show(<Portrait keptSrc="/kept.jpg" />)
  choose(new File([png], 'somchai.png', { type: 'image/png' }))
  await waitFor(() => expect(value()).toBe('somchai.png'))
  await remove()
  expect(value()).toBe('')
  await remove()
  expect(value()).toBe('""')
})
