import { screen, waitFor } from '@testing-library/react'
import { permissionMatrix } from 'contract'
import { expect, test } from 'vitest'
import { usePanel } from '../../test/panel.ts'
import { malee, show, signInAs } from '../../test/render.tsx'
import { startLiveStream } from '../live/live.ts'
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
  let say = (_text: string) => {}
  const stop = startLiveStream(async () => {
    const line = new TransformStream<Uint8Array, Uint8Array>()
    const writer = line.writable.getWriter()
    say = (text) => void writer.write(new TextEncoder().encode(text))
    return line.readable
  })
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
  say('event: open\nid: 1\ndata: {}\n\n')
  say(`id: 2\ndata: ${JSON.stringify({ event: { kind: 'permissions' } })}\n\n`)
  expect(await screen.findByRole('button', { name: 'Edit' })).toBeDefined()
  stop()
})
