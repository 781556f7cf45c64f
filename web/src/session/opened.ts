import type { PatientLabel } from 'contract'
import { createStore } from '../api/store.ts'
import type { Screen } from '../screens.ts'
import { screenLock } from './lock.ts'
import { session } from './session.ts'

/** What of a patient is remembered: enough to tell two patients apart. */
type OpenedPatient = Pick<PatientLabel, '_id' | 'hn' | 'title' | 'name' | 'surname'>
export type Opened =
  | { kind: 'patient'; key: string; patient: OpenedPatient }
  | { kind: 'screen'; key: string; screen: Screen }

const storageKey = 'opened'
const mostRemembered = 8

/**
 * The records and screens that the user opened last in this tab, the newest first. They survive a reload, and are
 * forgotten when the session ends or is locked: the next person at this computer sees no names.
 */
const openedStore = createStore<readonly Opened[]>(readOpened())

export const opened = {
  get: openedStore.get,
  use: openedStore.use,

  remember(one: Opened) {
    const owner = session.get()?._id
    if (owner === undefined || screenLock.get()) return
    const list = [one, ...openedStore.get().filter(({ key }) => key !== one.key)].slice(0, mostRemembered)
    sessionStorage.setItem(storageKey, JSON.stringify({ owner, list }))
    openedStore.set(list)
  },
}

function forget() {
  sessionStorage.removeItem(storageKey)
  openedStore.set([])
}

function readOpened(): readonly Opened[] {
  const stored: unknown = JSON.parse(sessionStorage.getItem(storageKey) ?? 'null')
  const { owner, list } = (stored ?? {}) as { owner?: string; list?: readonly Opened[] }
  if (list && owner === session.get()?._id && !screenLock.get()) return list
  sessionStorage.removeItem(storageKey)
  return []
}

let owner = session.get()?._id
session.subscribe(() => {
  const now = session.get()?._id
  if (now !== owner) forget()
  owner = now
})
screenLock.subscribe(() => screenLock.get() && forget())
