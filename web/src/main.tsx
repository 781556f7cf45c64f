import { DirectionProvider, MantineProvider } from '@mantine/core'
import '@mantine/core/styles.layer.css'
import './app/base.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode, Suspense } from 'react'
import { createRoot } from 'react-dom/client'
import { RouterProvider } from 'react-router/dom'
import { connectApi, queryClient } from './api/client.ts'
import { ConnectionProbe } from './app/connection-notice.tsx'
import { observeScreens } from './app/drawn-screen.tsx'
import { FirstPaint } from './app/first-paint.tsx'
import { printInLightScheme } from './app/print/print.ts'
import { ProgressBar } from './app/progress-bar.tsx'
import { readableColors, theme } from './app/theme.ts'
import { startLanguage } from './locales/language.ts'
import { loginPath } from './paths.ts'
import { router } from './routes.tsx'
import { sessionHooks } from './session/connect-api.ts'
import { dropExpiredDrafts } from './session/draft.ts'
import { getLandingPath, session } from './session/session.ts'

connectApi(sessionHooks)

/**
 * Changes when another user signs in or what the session allows changes; then the cache is cleared and the screen left.
 */
const getSessionKey = (user = session.get()) =>
  user && `${user._id} ${user.must_change_password} ${user.must_add_factor}`
let sessionKey = getSessionKey()
session.subscribe(() => {
  const user = session.get()
  if (getSessionKey(user) === sessionKey) return
  sessionKey = getSessionKey(user)
  queryClient.clear()
  void router.navigate(user ? getLandingPath(user) : loginPath, { replace: true })
})

observeScreens(router)

dropExpiredDrafts()
printInLightScheme()
await startLanguage()

createRoot(document.getElementById('root') as HTMLElement).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <DirectionProvider>
        <MantineProvider theme={theme} cssVariablesResolver={readableColors} defaultColorScheme="auto">
          <ProgressBar />
          <ConnectionProbe />
          <Suspense fallback={<FirstPaint />}>
            <RouterProvider router={router} />
          </Suspense>
        </MantineProvider>
      </DirectionProvider>
    </QueryClientProvider>
  </StrictMode>,
)
