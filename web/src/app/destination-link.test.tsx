import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { malee, show, signInAs } from '../../test/render.tsx'
import { SignedIn, useUser } from '../session/signed-in.tsx'
import { DestinationLink } from './destination-link.tsx'
import { listNavigation } from './navigation.ts'

afterEach(() => vi.restoreAllMocks())

function Rail() {
  const [isNarrow, setNarrow] = useState(false)
  const destinations = listNavigation(useUser()).flatMap((group) => group.destinations)
  return (
    <>
      <button type="button" onClick={() => setNarrow(true)}>
        Narrow
      </button>
      {destinations.map((one) => (
        <DestinationLink key={one.to} destination={one} word={isNarrow ? 'under' : 'beside'} />
      ))}
    </>
  )
}

test('the current destination is brought into sight again when the rail becomes narrow', async () => {
  const scrollIntoView = vi.spyOn(Element.prototype, 'scrollIntoView')
  signInAs({ ...malee, permissions: ['patient:read', 'device:read'] })
  await show(
    <SignedIn>
      <Rail />
    </SignedIn>,
    { at: '/app/devices' },
  )
  const current = screen.getByRole('link', { current: 'page' })
  await waitFor(() => expect(scrollIntoView.mock.contexts).toEqual([current]))
  await userEvent.click(screen.getByRole('button', { name: 'Narrow' }))
  await waitFor(() => expect(scrollIntoView.mock.contexts).toEqual([current, current]))
})
