import { notifications } from '@mantine/notifications'
import { IconAlertTriangle, IconCheck, IconX } from '@tabler/icons-react'

const autoDismissMs = 2000

const toastKinds = {
  success: { color: 'green', icon: <IconCheck size={18} aria-hidden /> },
  warning: { color: 'yellow', icon: <IconAlertTriangle size={18} aria-hidden /> },
  danger: { color: 'red', icon: <IconX size={18} aria-hidden /> },
}

type ToastOptions = {
  title?: string
  /** While a toast with this id is shown, a second one is not. */
  id?: string
}

/** A short message; closes after two seconds. It contains nothing to click. */
export function toast(kind: keyof typeof toastKinds, message: string, options: ToastOptions = {}) {
  notifications.show({
    ...toastKinds[kind],
    ...options,
    message,
    // Screen readers read out the host; each toast is a group within it.
    role: 'group',
    withBorder: true,
    autoClose: autoDismissMs,
    withCloseButton: false,
  })
}
