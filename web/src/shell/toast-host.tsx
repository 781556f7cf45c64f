import { Notifications } from '@mantine/notifications'
import '@mantine/notifications/styles.layer.css'
import classes from './toast-host.module.css'

/** Part of the frame: the login page tells its failures itself, and loads no toasts. */
export function ToastHost() {
  return (
    <Notifications
      position="bottom-center"
      role="status"
      classNames={{ root: `${classes.host}`, notification: `${classes.toast}` }}
    />
  )
}
