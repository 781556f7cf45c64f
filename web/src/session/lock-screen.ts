import { signInSteps } from 'contract'
import { call } from '../api/client.ts'
import { locked } from './lock.ts'
import { session } from './session.ts'

const againMs = 5_000

/** Locks the screen at once, and the session as soon as the server can be reached. */
export function lockScreen() {
  locked.set()
  void tellServer(session.get()?.server_token)
}

/** Retries until the server has confirmed: unplugging the network must not leave the session unlocked. */
async function tellServer(token: string | undefined) {
  const isStillLocked = () => locked.get() && session.get()?.server_token === token
  while (isStillLocked()) {
    const isTold = await call(signInSteps.lock, {}).then(
      () => true,
      ({ status }: { status: number }) => status === 200,
    )
    if (isTold) return
    await new Promise((resolve) => setTimeout(resolve, againMs))
  }
}
