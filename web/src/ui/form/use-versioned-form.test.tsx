import { act, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { CallError, errorCodes } from 'contract'
import { beforeEach, expect, test } from 'vitest'
import { malee, show, signInAs } from '../../../test/render.tsx'
import { useDraft } from '../../session/draft.ts'
import { SignedIn } from '../../session/signed-in.tsx'
import { createSchema } from './create-schema.ts'
import { useVersionedForm } from './use-versioned-form.ts'

type Person = { name: string; phone: string }

const anything = createSchema(() => [])
const stored = { version: 1, values: { name: 'Somsak', phone: '081' } }

function PersonForm({ newest }: { newest: { version: number; values: Person } }) {
  const {
    form,
    kept,
    stored: newestKnown,
    changed,
    conflict,
    fail,
  } = useVersionedForm<Person, string>({
    opened: stored,
    schema: () => anything,
    readMeanwhile: () => ({ newest, changes: ['Malee'] }),
  })
  useDraft('person', kept)
  return (
    <>
      <input aria-label="name" {...form.getInputProps('name')} />
      <input aria-label="phone" {...form.getInputProps('phone')} />
      <button
        type="button"
        onClick={() => fail(new CallError({ code: errorCodes['changed-meanwhile'], status: 200 }))}
      >
        save
      </button>
      <output>
        {`version ${newestKnown.version}, changed: ${changed.join()}, clashes: ${conflict?.clashes.flatMap(({ fields }) => fields).join()}`}
      </output>
    </>
  )
}

const showForm = (newest = { version: 2, values: { name: 'Somchai', phone: '083' } }) =>
  show(
    <SignedIn>
      <PersonForm newest={newest} />
    </SignedIn>,
  )
const value = (label: string) => screen.getByLabelText<HTMLInputElement>(label).value
const state = () => screen.getByRole('status').textContent
const save = () => userEvent.click(screen.getByRole('button', { name: 'save' }))
async function typePhone(text: string) {
  await userEvent.clear(screen.getByLabelText('phone'))
  await userEvent.type(screen.getByLabelText('phone'), text)
}

beforeEach(() => {
  localStorage.clear()
  signInAs(malee)
})

test('a form takes over what somebody else saved, and keeps what the user typed', async () => {
  await showForm()
  await typePhone('082')
  await save()
  expect([value('name'), value('phone')]).toEqual(['Somchai', '082'])
  expect(state()).toBe('version 2, changed: phone, clashes: phone')
})

test('what is the same in the newest version is no change any more', async () => {
  await showForm()
  await typePhone('083')
  await save()
  expect(state()).toBe('version 2, changed: , clashes: ')
})

test('after a reload the form still stands on the version that the user saw, so the conflict is told again', async () => {
  const { unmount } = await showForm()
  await typePhone('082')
  await save()
  await act(async () => unmount())
  await showForm()
  expect([value('name'), value('phone')]).toEqual(['Somchai', '082'])
  expect(state()).toBe('version 1, changed: phone, clashes: undefined')
  await save()
  expect(state()).toBe('version 2, changed: phone, clashes: phone')
})
