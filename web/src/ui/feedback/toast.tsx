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
  /** A toast of the same id that is still there is not shown twice. */
  id?: string
}

/** A short word about something that happened; gone after two seconds. Nothing of it can be clicked. */
export function toast(kind: keyof typeof toastKinds, message: string, options: ToastOptions = {}) {
  notifications.show({
    ...toastKinds[kind],
    ...options,
    message,
    // The host is what is read out; each toast is a part of it.
    role: 'group',
    withBorder: true,
    autoClose: autoDismissMs,
    withCloseButton: false,
  })
}
