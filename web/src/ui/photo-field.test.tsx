import { fireEvent, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { beforeEach, expect, test } from 'vitest'
import { show } from '../../test/render.tsx'
import { PhotoField } from './photo-field.tsx'

/** jsdom draws no pictures. */
beforeEach(() => {
  URL.createObjectURL = () => 'blob:chosen'
  URL.revokeObjectURL = () => undefined
})

function Portrait({ keptSrc }: { keptSrc?: string }) {
  const [value, setValue] = useState<File | '' | undefined>()
  return (
    <>
      <PhotoField
        label="Photo"
        kind="patient"
        name="Malee"
        keptSrc={keptSrc}
        value={value}
        onChange={setValue}
      />
      <output>{value instanceof File ? value.name : JSON.stringify(value)}</output>
    </>
  )
}

const choose = (file: File) =>
  fireEvent.change(document.querySelector('input[type=file]') as HTMLInputElement, {
    target: { files: [file] },
  })
const value = () => screen.getByRole('status').textContent

test('a photo is shown before it is sent', async () => {
  await show(<Portrait />)
  choose(new File(['x'], 'malee.jpg', { type: 'image/jpeg' }))
  expect(value()).toBe('malee.jpg')
  expect(document.querySelector('img')?.src).toBe('blob:chosen')
})

test('a file of another type is refused and changes nothing', async () => {
  await show(<Portrait />)
  choose(new File(['x'], 'malee.pdf', { type: 'application/pdf' }))
  expect(screen.getByText('This file is not a photo. Please choose a jpeg, jpg or png image.')).toBeDefined()
  expect(value()).toBe('')
})

test('taking away a photo that is kept says so; one that was only chosen is just forgotten', async () => {
  const { unmount } = await show(<Portrait keptSrc="/kept.jpg" />)
  await userEvent.click(screen.getByRole('button', { name: 'Remove the photo' }))
  expect(value()).toBe('""')
  unmount()
  await show(<Portrait />)
  choose(new File(['x'], 'malee.png', { type: 'image/png' }))
  await userEvent.click(screen.getByRole('button', { name: 'Remove the photo' }))
  expect(value()).toBe('')
})
