import { signIn } from 'contract'
import { call } from '../api/client.ts'
import { session } from './session.ts'

/** The browser forgets the session even if the server cannot be reached. */
export async function signOut() {
  await call(signIn.signOut, {}).catch(() => undefined)
  session.endByChoice()
}
