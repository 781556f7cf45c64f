import { useNotifications } from '@mantine/notifications'
import { lazy, Suspense } from 'react'

const ToastHost = lazy(async () => ({ default: (await import('./toast-host.tsx')).ToastHost }))

/** For pages before the sign-in, which should be small: the toasts' code is loaded with the first of them. */
export function LazyToastHost() {
  const { notifications } = useNotifications()
  return (
    notifications.length > 0 && (
      <Suspense>
        <ToastHost />
      </Suspense>
    )
  )
}
