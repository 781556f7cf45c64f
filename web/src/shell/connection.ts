import { createStore } from './store.ts'

/** How the panel's last call fared, and how many are on their way. */
export const connection = createStore<'live' | 'lost'>(navigator.onLine ? 'live' : 'lost')
export const pendingCalls = createStore(0)
/** Whether the code of the next screen is on its way. */
export const screenIsLoading = createStore(false)

addEventListener('offline', () => connection.set('lost'))
