import { maxDeviceCookies, type OpenedSession, type SessionToken, type SignedInUser } from 'contract'
import { createStore } from '../api/store.ts'
import { changePasswordPath, formsPath, patientListPath } from '../paths.ts'
import { type Screen, screens } from '../screens.ts'

/** The user object of the login reply, as it is stored in the browser. */
export type Session = SignedInUser & { is_this_userform_user: boolean }

/** The screen a tab showed when its session ended, so that the same user returns to it. */
type ReturnPoint = { path: string; userId: string | null; ended: boolean }

const userKey = 'user'
const returnKey = 'return_to'
const deviceCookiesKey = 'device_cookies'

const sessionStore = createStore(readSession())

export const session = {
  get: sessionStore.get,
  use: sessionStore.use,
  subscribe: sessionStore.subscribe,

  /** Stores the session after a sign-in. */
  open: ({ user, is_this_userform_user, device_cookie }: OpenedSession): Session => {
    storeDeviceCookie(user._id, device_cookie)
    const opened = { ...user, is_this_userform_user }
    session.start(opened)
    return opened
  },

  start(user: Session) {
    const before = sessionStore.get()
    // A new password is demanded in the middle of the user's work: remember the screen, to return to it.
    if (before?._id === user._id && user.must_change_password && !before.must_change_password)
      rememberPath(user._id, false)
    localStorage.setItem(userKey, JSON.stringify(user))
    sessionStore.set(user)
  },

  /** Ends the session. Other tabs follow through the storage event. */
  end() {
    localStorage.removeItem(userKey)
    adoptSession(undefined)
  },

  /** Ends the session at the user's own wish in this tab: no screen to return to is remembered. */
  endByChoice() {
    localStorage.removeItem(userKey)
    sessionStorage.removeItem(returnKey)
    sessionStore.set(undefined)
  },
}

addEventListener('storage', ({ key }) => {
  if (key === userKey || key === null) adoptSession(readSession())
})

function adoptSession(next: Session | undefined) {
  const previous = sessionStore.get()
  if (previous && previous._id !== next?._id) rememberPath(previous._id, true)
  sessionStore.set(next)
}

export function rememberPath(
  userId: string | null,
  ended: boolean,
  { pathname, search }: Pick<Location, 'pathname' | 'search'> = location,
) {
  const here: ReturnPoint = { path: pathname + search, userId, ended }
  sessionStorage.setItem(returnKey, JSON.stringify(here))
}

export function mayOpen(screen: Screen, { permissions, is_system_admin }: Session): boolean {
  const opener = screens[screen]
  return opener === 'system-admin'
    ? is_system_admin
    : [opener].flat().some((one) => permissions.includes(one))
}

/** The user id of the session that ended in this tab, if one did. */
export function getEndedSessionUserId(): string | null {
  const left = readReturnPoint()
  return left?.ended ? left.userId : null
}

/**
 * The path a user goes to after signing in: back to their last screen, or to their first screen. A user who must
 * change the password goes there afterwards.
 */
export function getLandingPath(user: Session): string {
  if (user.must_change_password) return changePasswordPath
  const left = readReturnPoint()
  sessionStorage.removeItem(returnKey)
  const isOwn = left && (left.userId === null || left.userId === user._id)
  return isOwn && !user.is_this_userform_user ? left.path : getHomePath(user)
}

export function getHomePath(user: Session): string {
  return user.is_this_userform_user ? formsPath : patientListPath
}

export function getSessionToken(): SessionToken | undefined {
  const user = sessionStore.get()
  return user && { server_token: user.server_token, user_id: user._id }
}

/** By account; stored beyond sign-out: they open nothing and only show that the account has signed in here before. */
function readDeviceCookies(): Record<string, string> {
  return readJson(localStorage, deviceCookiesKey) ?? {}
}

/** The tokens that this browser received at earlier sign-ins. */
export function listDeviceCookies(): string[] {
  return Object.values(readDeviceCookies())
}

function storeDeviceCookie(userId: string, given: string | null) {
  const { [userId]: shown, ...others } = readDeviceCookies()
  const kept = Object.entries({ ...others, [userId]: given ?? shown }).slice(-maxDeviceCookies)
  localStorage.setItem(deviceCookiesKey, JSON.stringify(Object.fromEntries(kept)))
}

function readSession(): Session | undefined {
  const user = readJson<Partial<Session>>(localStorage, userKey)
  const isWhole = user?._id && user.server_token && user.permissions && user.hospital
  return isWhole ? (user as Session) : undefined
}

function readReturnPoint(): ReturnPoint | undefined {
  return readJson<ReturnPoint>(sessionStorage, returnKey)
}

function readJson<Value>(storage: Storage, key: string): Value | undefined {
  try {
    return JSON.parse(storage.getItem(key) ?? 'null') ?? undefined
  } catch {
    return undefined
  }
}
