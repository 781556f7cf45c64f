import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { createStreamEvent, startTestStream } from '../../../../test/event-stream.ts'
import { malee, show, signInAs, somchai } from '../../../../test/render.tsx'
import { SignedIn } from '../../../session/signed-in.tsx'
import { ToastHost } from '../../../ui/feedback/toast-host.tsx'
import { DeclinedToast } from './declined-toast.tsx'

test('only whoever asked for an admission is told that it was declined', async () => {
  signInAs({ ...malee, permissions: ['patient:read', 'admission:request'] })
  const stream = startTestStream()
  await show(
    <SignedIn>
      <DeclinedToast />
      <ToastHost />
    </SignedIn>,
  )
  const words = 'A ward has declined your request for admission.'
  stream.send(
    { kind: 'open', number: 1 },
    createStreamEvent(2, { kind: 'admission-declined', requested_by: somchai._id }),
    createStreamEvent(3, { kind: 'admission-declined', requested_by: malee._id }),
  )
  expect(await screen.findAllByText(words)).toHaveLength(1)
  stream.stop()
})
