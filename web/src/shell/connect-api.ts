import { type CallError, errorCodes } from 'contract'
import type { ApiHooks } from '../api.ts'
import { announceFailure, announceMessage, announceSuccess } from './announce.ts'
import { locked } from './lock.ts'
import { session, sessionToken } from './session.ts'

/** Every call is made under the session of this browser, and what a call is refused with holds for that session. */
export const sessionHooks: ApiHooks = {
  session: sessionToken,
  onSuccess: announceSuccess,
  onRefusal(error, token) {
    announceMessage(error)
    applyRefusal(error, token)
  },
  onFailure(error, inline) {
    // The page to which these lead tells them.
    if (!endsSession(error) && !demandsPassword(error) && !isLocked(error)) announceFailure(error, inline)
  },
}

/** Ends or locks the session in every tab, or has it change its password, if the refusal says so and is of this session. */
export function applyRefusal(error: CallError, token: string | undefined) {
  const user = session.get()
  if (!user || user.server_token !== token) return
  if (endsSession(error)) session.end()
  else if (demandsPassword(error)) session.start({ ...user, must_change_password: true })
  else if (isLocked(error)) locked.set()
}

function endsSession(error: CallError): boolean {
  return error.code === errorCodes['session-ended'] || error.status === 401
}

function demandsPassword(error: CallError): boolean {
  return error.code === errorCodes['password-must-change']
}

function isLocked(error: CallError): boolean {
  return error.code === errorCodes['session-locked']
}
