import { useNotifications } from '@mantine/notifications'
import { lazy, Suspense } from 'react'

const ToastHost = lazy(async () => ({ default: (await import('./toast-host.tsx')).ToastHost }))

/** For the pages before the sign-in, whose code must stay small: loads the code of toasts with the first of them. */
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
