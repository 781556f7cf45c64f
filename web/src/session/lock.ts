import { callsLostAt } from '../api/connection.ts'
import { createStore } from '../api/store.ts'
import { withdrawPrints } from '../ui/print/withdrawn-prints.ts'
import { session } from './session.ts'

const lockedKey = 'locked'
const activeKey = 'active_at'

const isScreenLocked = () => {
  const user = session.get()
  return user !== undefined && localStorage.getItem(lockedKey) === user._id
}

const lockStore = createStore(isScreenLocked())
let seenToken = session.get()?.server_token

/** Whether the screen is locked, in every tab: its content stays mounted underneath, and no call can be made. */
export const screenLock = {
  get: lockStore.get,
  use: lockStore.use,
  subscribe: lockStore.subscribe,

  /** Whether a lock stands, also while `lift` shows this page. */
  isSet: isScreenLocked,

  set() {
    const user = session.get()
    if (!user) return
    localStorage.setItem(lockedKey, user._id)
    lockStore.set(true)
  },

  clear() {
    localStorage.removeItem(lockedKey)
    noteActivity()
    lockStore.set(false)
  },

  /**
   * Shows this page again while the server cannot be reached. The lock stands: as soon as the server answers, it is
   * told of it, and the page is covered.
   */
  lift() {
    if (callsLostAt.get() === undefined) return
    noteActivity()
    lockStore.set(false)
  },
}

callsLostAt.subscribe(() => callsLostAt.get() === undefined && lockStore.set(isScreenLocked()))

/** Whether this page is on display, and nobody used it for as long as would lock another. */
export const leftAlone = createStore(false)

/** When the user was last active in any tab of this browser, in milliseconds. */
export function getLastActivity(): number {
  return Number(localStorage.getItem(activeKey)) || 0
}

export function noteActivity() {
  localStorage.setItem(activeKey, String(Date.now()))
}

lockStore.subscribe(() => lockStore.get() && withdrawPrints())

addEventListener('storage', ({ key }) => {
  if (key === lockedKey || key === null) lockStore.set(isScreenLocked())
})

// A lock belongs to one session: a new session starts unlocked, with its user counted as active.
session.subscribe(() => {
  const now = session.get()?.server_token
  if (now === seenToken) return
  seenToken = now
  screenLock.clear()
})
