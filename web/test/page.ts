import { afterAll, vi } from 'vitest'

/**
 * Files of screens share a process, which loads React, Mantine and the panel's server once. Each file gets the screens'
 * own modules and the page as new; import this first, so that it knows what those modules listen to.
 */
const listen = globalThis.addEventListener
const listeners: Parameters<typeof listen>[] = []
globalThis.addEventListener = (...listener: Parameters<typeof listen>) => {
  listeners.push(listener)
  listen(...listener)
}

afterAll(() => {
  globalThis.addEventListener = listen
  for (const [event, listener, options] of listeners) removeEventListener(event, listener, options)
  vi.useRealTimers()
  vi.resetModules()
  localStorage.clear()
  sessionStorage.clear()
  history.replaceState(null, '', '/')
  document.title = ''
})
