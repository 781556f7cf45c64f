import { DirectionProvider, MantineProvider } from '@mantine/core'
import '@mantine/core/styles.layer.css'
import '@mantine/nprogress/styles.layer.css'
import './shell/base.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode, Suspense } from 'react'
import { createRoot } from 'react-dom/client'
import { RouterProvider } from 'react-router/dom'
import { connectApi, queryClient } from './api.ts'
import { router } from './routes.tsx'
import { loginAddress } from './shell/addresses.ts'
import { sessionHooks } from './shell/connect-api.ts'
import { screenIsLoading } from './shell/connection.ts'
import { ConnectionWatch } from './shell/connection-notice.tsx'
import { dropExpiredDrafts } from './shell/draft.ts'
import { startLanguage } from './shell/language.ts'
import { printOnWhite } from './shell/paper.ts'
import { ProgressBar } from './shell/progress-bar.tsx'
import { landingAddress, session } from './shell/session.ts'
import { readableColors, theme } from './shell/theme.ts'

connectApi(sessionHooks)

/** Whoever the session belongs to from now on, or whatever she may now: nothing of before stays on the screen. */
const keyOf = (user = session.get()) =>
  user && `${user._id} ${user.must_change_password} ${user.must_add_factor}`
let key = keyOf()
session.subscribe(() => {
  const user = session.get()
  if (keyOf(user) === key) return
  key = keyOf(user)
  queryClient.clear()
  void router.navigate(user ? landingAddress(user) : loginAddress, { replace: true })
})

router.subscribe(({ navigation }) => screenIsLoading.set(navigation.state !== 'idle'))

dropExpiredDrafts()
printOnWhite()
await startLanguage()

createRoot(document.getElementById('root') as HTMLElement).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <DirectionProvider>
        <MantineProvider theme={theme} cssVariablesResolver={readableColors} defaultColorScheme="auto">
          <ProgressBar />
          <ConnectionWatch />
          <Suspense>
            <RouterProvider router={router} />
          </Suspense>
        </MantineProvider>
      </DirectionProvider>
    </QueryClientProvider>
  </StrictMode>,
)
