import { type CallError, errorCodes } from 'contract'
import type { ApiHooks } from '../api/client.ts'
import { showFailure, showServerMessage, showSuccess } from '../ui/feedback/call-toasts.ts'
import { screenLock } from './lock.ts'
import { getSessionToken, session } from './session.ts'

/** Every call is made under this browser's session; session refusals apply to that session only. */
export const sessionHooks: ApiHooks = {
  session: getSessionToken,
  onSuccess: showSuccess,
  onRefusal(error, token) {
    showServerMessage(error)
    applyRefusal(error, token)
  },
  onFailure(error, inline) {
    // The page to which these failures lead shows them.
    if (!endsSession(error) && !demandsPassword(error) && !isLocked(error)) showFailure(error, inline)
  },
}

/** Ends or locks the session, or demands a new password, if the refusal says so and belongs to this session. */
export function applyRefusal(error: CallError, token: string | undefined) {
  const user = session.get()
  if (!user || user.server_token !== token) return
  if (endsSession(error)) session.end()
  else if (demandsPassword(error)) session.start({ ...user, must_change_password: true })
  else if (isLocked(error)) screenLock.set()
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
