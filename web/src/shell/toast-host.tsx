import { Notifications } from '@mantine/notifications'
import '@mantine/notifications/styles.layer.css'
import { useIsPhone } from '../ui/use-is-phone.ts'
import classes from './toast-host.module.css'

/** Part of the frame: the login page tells its failures itself, and loads no toasts. */
export function ToastHost() {
  const isPhone = useIsPhone()
  return (
    <Notifications
      position={isPhone ? 'bottom-center' : 'top-right'}
      role="status"
      classNames={{ root: `${classes.host}` }}
    />
  )
}
