import { screen, waitFor } from '@testing-library/react'
import { permissionMatrix } from 'contract'
import { expect, test } from 'vitest'
import { createStreamEvent, startTestStream } from '../../test/event-stream.ts'
import { usePanel } from '../../test/panel.ts'
import { malee, show, signInAs } from '../../test/render.tsx'
import { session } from '../session/session.ts'
import { SignedIn, useMay } from '../session/signed-in.tsx'
import { useOwnSession } from './use-own-session.ts'

const { panel } = usePanel()

function Screen() {
  useOwnSession()
  return useMay('threshold:update') ? <button type="button">Edit</button> : <p>Read only</p>
}

test('a screen that is open elsewhere shows changed permissions of its user at once', async () => {
  const asNurse = await panel().as('nurse')
  signInAs({ ...malee, _id: asNurse.session.user_id, server_token: asNurse.session.server_token })
  const stream = startTestStream()
  await show(
    <SignedIn>
      <Screen />
    </SignedIn>,
  )
  await waitFor(() => expect(session.get()?.permissions).toContain('device:manage'))
  expect(screen.getByText('Read only')).toBeDefined()
  const admin = await panel().as('admin')
  const cells = [{ staff_type: 'nurse', permission: 'threshold:update', is_granted: true } as const]
  await admin(permissionMatrix.update, { version: 0, cells, reason: 'agreed' })
  stream.send({ kind: 'open', number: 1 }, createStreamEvent(2, { kind: 'permissions' }))
  expect(await screen.findByRole('button', { name: 'Edit' })).toBeDefined()
  stream.stop()
})
