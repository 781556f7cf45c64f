import { createStore } from '../../../api/store.ts'

const manifestPath = '/manifest.webmanifest'

/**
 * Whether the browser keeps what is stored until a person deletes it; undefined while it has not said so. One that does
 * not may delete it where space runs out.
 */
export const isStorageLasting = createStore<boolean | undefined>(undefined)

/** Asked each time: a browser that refuses at first agrees once the app is installed or used often. */
export async function askForLastingStorage(): Promise<void> {
  isStorageLasting.set(await navigator.storage?.persist?.().catch(() => undefined))
}

/**
 * Installs the part of the panel that works without a signal. A page of a newer version lets the newer worker take
 * over, once it is the only one; a page of an earlier one never does, and keeps all its files.
 */
export async function installApp(): Promise<void> {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  if (!document.querySelector('link[rel=manifest]')) {
    const link = document.createElement('link')
    link.rel = 'manifest'
    link.href = manifestPath
    document.head.append(link)
  }
  void askForLastingStorage()
  const registration = await navigator.serviceWorker
    .register('/service-worker.js', { updateViaCache: 'none' })
    .catch(() => undefined)
  if (!registration) return
  installed = registration
  const activate = () => void activateWaiting(registration)
  activate()
  const listenToInstalling = () => registration.installing?.addEventListener('statechange', activate)
  // One that was found before this page listens is not found again.
  listenToInstalling()
  registration.addEventListener('updatefound', listenToInstalling)
  await registration.update().catch(() => undefined)
}

let installed: ServiceWorkerRegistration | undefined
const lockName = 'panel-form-open'

async function activateWaiting({ waiting }: ServiceWorkerRegistration): Promise<void> {
  if (!waiting || !navigator.locks) return
  const entry = document.querySelector<HTMLScriptElement>('script[type=module][src]')?.src
  await navigator.locks.request(lockName, { ifAvailable: true }, (lock) => {
    if (lock) waiting.postMessage({ kind: 'activate', entry })
  })
}

/** While a form is open, no newer version takes over: the files of this one stay. */
export function holdVersion(): () => void {
  const { promise, resolve } = Promise.withResolvers<void>()
  const held = navigator.locks?.request(lockName, { mode: 'shared' }, () => promise)
  return () => {
    resolve()
    void held?.then(() => installed && activateWaiting(installed))
  }
}
