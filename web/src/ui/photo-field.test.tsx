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

const remove = () => userEvent.click(screen.getByRole('button', { name: 'Remove the photo' }))

test('a photo that was only chosen is forgotten', async () => {
  await show(<Portrait />)
  choose(new File(['x'], 'malee.png', { type: 'image/png' }))
  await remove()
  expect(value()).toBe('')
})

test('a photo chosen by mistake gives way to the kept one, and only then is that one taken away', async () => {
  await show(<Portrait keptSrc="/kept.jpg" />)
  choose(new File(['x'], 'somchai.png', { type: 'image/png' }))
  await remove()
  expect(value()).toBe('')
  await remove()
  expect(value()).toBe('""')
})
