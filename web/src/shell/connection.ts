import { createStore } from './store.ts'

/** How the panel's last call fared, and how many are on their way. */
export const connection = createStore<'live' | 'lost'>(navigator.onLine ? 'live' : 'lost')
export const pendingCalls = createStore(0)

addEventListener('offline', () => connection.set('lost'))
