import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { act, render, waitFor } from '@testing-library/react'
import { type ReactNode, Suspense } from 'react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { expect } from 'vitest'
import { queryClient } from '../src/api/client.ts'
import { loadScreenTexts, startLanguage } from '../src/locales/language.ts'
import { type Session, session } from '../src/session/session.ts'

/** Renders part of the panel as the browser would, with its texts, but without toasts. */
export async function show(element: ReactNode, { language = 'en', at = '/' } = {}) {
  localStorage.setItem('theme_lang', language)
  await startLanguage()
  // As in the panel: a part that waited for its texts would hide the screen that is shown already.
  await loadScreenTexts()
  queryClient.clear()
  const router = createMemoryRouter([{ path: '*', element }], { initialEntries: [at] })
  const screen = (
    <QueryClientProvider client={queryClient}>
      <MantineProvider env="test">
        <Suspense>
          <div data-drawn>
            <RouterProvider router={router} />
          </div>
        </Suspense>
      </MantineProvider>
    </QueryClientProvider>
  )
  const drawn = await act(async () => render(screen))
  // The code of some parts is loaded when they are needed; until then the screen is blank.
  await waitFor(() => expect(drawn.container.querySelector('[data-drawn] > *')).not.toBeNull())
  return drawn
}

export const malee: Session = {
  _id: '0191e5c0-0000-7000-8000-000000000001',
  server_token: 'a-token',
  first_name: 'มาลี',
  last_name: 'ศรีสุข',
  email: 'malee@test.hospital',
  staff_type: 'nurse',
  hospital: { _id: '0191e5c0-0000-7000-8000-000000000009', name_en: 'Test', name_th: 'ทดสอบ', logo_id: null },
  permissions: ['patient:read', 'patient:register'],
  is_system_admin: false,
  must_change_password: false,
  must_add_factor: false,
  idle_lock_minutes: 0,
  is_this_userform_user: false,
}

export const somchai: Session = { ...malee, _id: '0191e5c0-0000-7000-8000-000000000002', first_name: 'สมชาย' }

export function signInAs(user: Session) {
  session.start(user)
}
