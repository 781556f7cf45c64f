import { maxDeviceTokens, type Opened, type SessionToken, type SignedInUser } from 'contract'
import { createStore } from '../api/store.ts'
import { changePasswordAddress, formsAddress, patientListAddress } from '../paths.ts'

/** The user object of the login reply, as it is stored in the browser. */
export type Session = SignedInUser & { is_this_userform_user: boolean }

/** The screen a tab showed when its session ended, so that the same user returns to it. */
type Return = { address: string; userId: string | null; ended: boolean }

const userKey = 'user'
const returnKey = 'return_to'
const deviceTokensKey = 'device_tokens'

const store = createStore(readSession())

export const session = {
  get: store.get,
  use: store.use,
  subscribe: store.subscribe,

  /** Stores the session after a sign-in. */
  open: ({ user, is_this_userform_user, device_token }: Opened): Session => {
    keepDeviceToken(user._id, device_token)
    const opened = { ...user, is_this_userform_user }
    session.start(opened)
    return opened
  },

  start(user: Session) {
    const before = store.get()
    // A new password is demanded in the middle of the user's work: remember the screen, to return to it.
    if (before?._id === user._id && user.must_change_password && !before.must_change_password)
      rememberAddress(user._id, false)
    localStorage.setItem(userKey, JSON.stringify(user))
    store.set(user)
  },

  /** Ends the session. Other tabs follow through the storage event. */
  end() {
    localStorage.removeItem(userKey)
    follow(undefined)
  },

  /** Ends the session at the user's own wish in this tab: no screen to return to is remembered. */
  endByChoice() {
    localStorage.removeItem(userKey)
    sessionStorage.removeItem(returnKey)
    store.set(undefined)
  },
}

addEventListener('storage', ({ key }) => {
  if (key === userKey || key === null) follow(readSession())
})

function follow(next: Session | undefined) {
  const previous = store.get()
  if (previous && previous._id !== next?._id) rememberAddress(previous._id, true)
  store.set(next)
}

export function rememberAddress(
  userId: string | null,
  ended: boolean,
  { pathname, search }: Pick<Location, 'pathname' | 'search'> = location,
) {
  const here: Return = { address: pathname + search, userId, ended }
  sessionStorage.setItem(returnKey, JSON.stringify(here))
}

/** The user id of the session that ended in this tab, if one did. */
export function endedSessionOf(): string | null {
  const left = readReturn()
  return left?.ended ? left.userId : null
}

/**
 * The path a user goes to after signing in: back to their last screen, or to their first screen. A user who must
 * change the password goes there afterwards.
 */
export function landingAddress(user: Session): string {
  if (user.must_change_password) return changePasswordAddress
  const left = readReturn()
  sessionStorage.removeItem(returnKey)
  const isHers = left && (left.userId === null || left.userId === user._id)
  return isHers && !user.is_this_userform_user ? left.address : homeAddress(user)
}

export function homeAddress(user: Session): string {
  return user.is_this_userform_user ? formsAddress : patientListAddress
}

export function sessionToken(): SessionToken | undefined {
  const user = store.get()
  return user && { server_token: user.server_token, user_id: user._id }
}

/** By account; stored beyond sign-out: they open nothing and only show that the account has signed in here before. */
function readDeviceTokens(): Record<string, string> {
  return readJson(localStorage, deviceTokensKey) ?? {}
}

/** The tokens that this browser received at earlier sign-ins. */
export function deviceTokens(): string[] {
  return Object.values(readDeviceTokens())
}

function keepDeviceToken(userId: string, given: string | null) {
  const { [userId]: shown, ...others } = readDeviceTokens()
  const kept = Object.entries({ ...others, [userId]: given ?? shown }).slice(-maxDeviceTokens)
  localStorage.setItem(deviceTokensKey, JSON.stringify(Object.fromEntries(kept)))
}

function readSession(): Session | undefined {
  const user = readJson<Partial<Session>>(localStorage, userKey)
  const isWhole = user?._id && user.server_token && user.permissions && user.hospital
  return isWhole ? (user as Session) : undefined
}

function readReturn(): Return | undefined {
  return readJson<Return>(sessionStorage, returnKey)
}

function readJson<Value>(storage: Storage, key: string): Value | undefined {
  try {
    return JSON.parse(storage.getItem(key) ?? 'null') ?? undefined
  } catch {
    return undefined
  }
}
