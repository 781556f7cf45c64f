import { createStore } from '../api/store.ts'
import { session } from './session.ts'

const lockedKey = 'locked'
const activeKey = 'active_at'

const isLockedNow = () => {
  const user = session.get()
  return user !== undefined && localStorage.getItem(lockedKey) === user._id
}

const store = createStore(isLockedNow())
let token = session.get()?.server_token

/** Whether the screen is locked, in every tab: its content stays mounted underneath, and no call can be made. */
export const locked = {
  get: store.get,
  use: store.use,
  subscribe: store.subscribe,

  set() {
    const user = session.get()
    if (!user) return
    localStorage.setItem(lockedKey, user._id)
    store.set(true)
  },

  clear() {
    localStorage.removeItem(lockedKey)
    noteActivity()
    store.set(false)
  },
}

/** When the user was last active in any tab of this browser, in milliseconds. */
export function lastActivity(): number {
  return Number(localStorage.getItem(activeKey)) || 0
}

export function noteActivity() {
  localStorage.setItem(activeKey, String(Date.now()))
}

addEventListener('storage', ({ key }) => {
  if (key === lockedKey || key === null) store.set(isLockedNow())
})

// A lock belongs to one session: a new session starts unlocked, with its user counted as active.
session.subscribe(() => {
  const now = session.get()?.server_token
  if (now === token) return
  token = now
  locked.clear()
})
