import { useMediaQuery } from '@mantine/hooks'
import { Notifications, notifications } from '@mantine/notifications'
import { IconAlertTriangle, IconCheck, IconX } from '@tabler/icons-react'

const autoDismissMs = 2000

const kinds = {
  success: { color: 'green', icon: <IconCheck size={18} aria-hidden /> },
  warning: { color: 'yellow', icon: <IconAlertTriangle size={18} aria-hidden /> },
  danger: { color: 'red', icon: <IconX size={18} aria-hidden /> },
}

export function toast(kind: keyof typeof kinds, message: string, title?: string) {
  notifications.show({ ...kinds[kind], message, title, role: 'none', autoClose: autoDismissMs })
}

export function ToastHost() {
  const isPhone = useMediaQuery('(max-width: 48em)')
  return <Notifications position={isPhone ? 'bottom-center' : 'top-right'} aria-live="polite" />
}
