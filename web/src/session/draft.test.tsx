import { useForm } from '@mantine/form'
import { act, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { malee, show, signInAs, somchai } from '../../test/render.tsx'
import { dropExpiredDrafts, hasDrafts, useDraft } from './draft.ts'
import { session } from './session.ts'
import { SignedIn } from './signed-in.tsx'

function NoteForm() {
  const form = useForm({ initialValues: { note: '', photo: undefined as Blob | undefined } })
  const draft = useDraft('note', form)
  return (
    <>
      <input aria-label="note" {...form.getInputProps('note')} />
      <button type="button" onClick={() => form.setFieldValue('photo', new Blob(['x']))}>
        photo
      </button>
      <button type="button" onClick={draft.clear}>
        sent
      </button>
      <output>{draft.savedAt ? 'kept' : 'nothing kept'}</output>
    </>
  )
}

const showForm = () =>
  show(
    <SignedIn>
      <NoteForm />
    </SignedIn>,
  )

const note = () => screen.getByLabelText<HTMLInputElement>('note').value

beforeEach(() => {
  localStorage.clear()
  signInAs(malee)
})
afterEach(() => vi.useRealTimers())

test('text typed before the session ended is restored afterwards', async () => {
  await showForm()
  await userEvent.type(screen.getByLabelText('note'), 'แพ้เพนิซิลลิน')
  act(() => session.end())
  expect(hasDrafts(malee._id)).toBe(true)

  act(() => signInAs(malee))
  expect(note()).toBe('แพ้เพนิซิลลิน')
})

test('a user never sees what another user typed', async () => {
  const { unmount } = await showForm()
  await userEvent.type(screen.getByLabelText('note'), 'secret')
  unmount()

  signInAs(somchai)
  await showForm()
  expect(note()).toBe('')
  expect(hasDrafts(somchai._id)).toBe(false)
})

test('a draft is gone after the form was sent', async () => {
  const { unmount } = await showForm()
  await userEvent.type(screen.getByLabelText('note'), 'sent')
  await screen.findByText('kept')
  await userEvent.click(screen.getByRole('button', { name: 'sent' }))
  unmount()
  expect(hasDrafts(malee._id)).toBe(false)
})

test('a form that was opened but not changed stores no draft', async () => {
  const { unmount } = await showForm()
  unmount()
  expect(hasDrafts(malee._id)).toBe(false)
})

test('a file in the form does not break the rest of the draft', async () => {
  const { unmount } = await showForm()
  await userEvent.click(screen.getByRole('button', { name: 'photo' }))
  await userEvent.type(screen.getByLabelText('note'), 'with a photo')
  unmount()
  await showForm()
  expect(note()).toBe('with a photo')
})

test('a draft is deleted after a day', async () => {
  const { unmount } = await showForm()
  await userEvent.type(screen.getByLabelText('note'), 'old')
  unmount()
  vi.useFakeTimers({ now: Date.now() + 25 * 60 * 60 * 1000 })
  dropExpiredDrafts()
  expect(Object.keys(localStorage).filter((key) => key.startsWith('draft:'))).toEqual([])
})
