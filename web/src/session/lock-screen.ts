import { signInSteps } from 'contract'
import { call } from '../api/client.ts'
import { screenLock } from './lock.ts'
import { session } from './session.ts'

const retryMs = 5_000

/** Locks the screen at once, and the session as soon as the server can be reached. */
export function lockScreen() {
  // While a PIN shows the screen, the server is still to be told of the lock before.
  const isTold = screenLock.isSet()
  screenLock.set()
  if (!isTold) void lockSession(session.get()?.server_token)
}

/**
 * Tells the server of a lock that an earlier page may not have told: a reload while the network is unplugged must not
 * leave the session unlocked either.
 */
export function resumeLock() {
  if (screenLock.isSet()) void lockSession(session.get()?.server_token)
}

/** Retries until the server has confirmed: unplugging the network must not leave the session unlocked. */
async function lockSession(token: string | undefined) {
  const isStillLocked = () => screenLock.isSet() && session.get()?.server_token === token
  while (isStillLocked()) {
    const isTold = await call(signInSteps.lock, {}).then(
      () => true,
      ({ status }: { status: number }) => status === 200,
    )
    if (isTold) return
    await new Promise((resolve) => setTimeout(resolve, retryMs))
  }
}
