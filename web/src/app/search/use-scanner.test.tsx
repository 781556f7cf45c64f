import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { patients } from 'contract'
import { useState } from 'react'
import { useLocation } from 'react-router'
import { beforeEach, expect, test } from 'vitest'
import { holdAnswers } from '../../../test/hold-answers.ts'
import { usePanel } from '../../../test/panel.ts'
import { malee, show, signInAs } from '../../../test/render.tsx'
import { queryClient } from '../../api/client.ts'
import { screenLock } from '../../session/lock.ts'
import { session } from '../../session/session.ts'
import { SignedIn } from '../../session/signed-in.tsx'
import { Dialog } from '../../ui/feedback/dialog.tsx'
import { useScanner } from './use-scanner.ts'

const { panel } = usePanel()

beforeEach(async () => {
  localStorage.clear()
  const { user_id: _id, server_token } = (await panel().as('nurse')).session
  signInAs({ ...malee, _id, server_token })
})

function Scanner() {
  const [isOpen, setOpen] = useState(false)
  useScanner(true)
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Write
      </button>
      <Dialog title="A note" opened={isOpen} onClose={() => setOpen(false)}>
        Written
      </Dialog>
    </>
  )
}

const ShownPath = () => <output>{useLocation().pathname}</output>
const readPath = () => screen.getByRole('status').textContent

async function showScreen() {
  const { rows } = await (await panel().as('nurse'))(patients.list, { number_of_rec: 2 })
  const [first, second] = rows
  if (!first || !second) throw new Error('there are no patients')
  await show(
    <>
      <SignedIn>
        <Scanner />
      </SignedIn>
      <ShownPath />
    </>,
    { at: '/app/ward' },
  )
  return { first, second }
}

/** As a scanner does: every key at once. */
function scan(hn: string) {
  for (const key of [...hn.split(''), 'Enter']) {
    const code = key === '-' ? 'Minus' : key === 'Enter' ? key : ''
    fireEvent.keyDown(document.body, { key, code })
  }
}

async function settle() {
  await waitFor(() => expect(queryClient.isFetching()).toBe(0))
  await act(() => new Promise((resolve) => setTimeout(resolve)))
}

test('the latter of two scans in a row opens its patient, whichever is answered first', async () => {
  const { first, second } = await showScreen()
  const release = holdAnswers(`"${first.hn}"`)
  scan(first.hn)
  scan(second.hn)
  await waitFor(() => expect(readPath()).toBe(`/app/patients/${second._id}`))
  release()
  await settle()
  expect(readPath()).toBe(`/app/patients/${second._id}`)
})

test.each([
  ['a dialog was opened', () => fireEvent.click(screen.getByRole('button', { name: 'Write' }))],
  [
    'the screen was locked',
    () =>
      act(() => {
        screenLock.set()
        screenLock.clear()
      }),
  ],
  ['the user signed out', () => act(() => session.endByChoice())],
])('a scan that is answered after %s opens nobody', async (_what, leave) => {
  const { first } = await showScreen()
  const release = holdAnswers(`"${first.hn}"`)
  scan(first.hn)
  leave()
  release()
  await settle()
  expect(readPath()).toBe('/app/ward')
})
