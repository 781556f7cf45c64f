import 'fake-indexeddb/auto'
import { indexedDB } from 'fake-indexeddb'
import { afterAll } from 'vitest'

/**
 * Gives a test file the storage of a browser. Other files run in the same page, which has none; so a file that comes
 * later finds the modules loaded and needs the storage again.
 */
export function provideIndexedDb(): void {
  Object.defineProperty(globalThis, 'indexedDB', { configurable: true, writable: true, value: indexedDB })
  afterAll(() => void Reflect.deleteProperty(globalThis, 'indexedDB'))
}
