import { nextScreen, pendingCalls } from '../api/connection.ts'
import classes from './progress-bar.module.css'

/** The thin bar at the top while any request is in flight, or a screen is on its way. */
export function ProgressBar() {
  const isCalling = pendingCalls.use() > 0
  const isPending = nextScreen.use() !== undefined || isCalling
  return <div className={classes.bar} data-pending={isPending || undefined} aria-hidden />
}
