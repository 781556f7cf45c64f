import './page.ts'
import { cleanup, configure, getConfig } from '@testing-library/react'
import { afterEach } from 'vitest'
import { connectApi } from '../src/api/client.ts'
import { sessionHooks } from '../src/session/connect-api.ts'

afterEach(cleanup)
connectApi(sessionHooks)

type Waiting = { _disableExpensiveErrorDiagnostics?: boolean }
const { getElementError } = getConfig()
configure({
  // Tests wait for a real server, on a machine that may be busy.
  asyncUtilTimeout: 60_000,
  // Each look of a wait would print the whole page, and nobody reads it: a wait that has failed prints it once.
  getElementError(message, container) {
    const { _disableExpensiveErrorDiagnostics: isWaiting } = getConfig() as Waiting
    if (!isWaiting) return getElementError(message, container)
    // By its name it is told where the test waits.
    return Object.assign(new Error(message ?? ''), { name: 'TestingLibraryElementError' })
  },
})

// The panel in this process needs Node's own Uint8Array; jsdom replaces it by a type of its own.
globalThis.Uint8Array = Object.getPrototypeOf(Buffer)

/** Mantine needs all of these, and jsdom, which has no layout, has none of them. */
window.matchMedia = (media) => ({
  media,
  matches: false,
  onchange: null,
  addListener: () => undefined,
  removeListener: () => undefined,
  addEventListener: () => undefined,
  removeEventListener: () => undefined,
  dispatchEvent: () => false,
})

window.ResizeObserver = class {
  observe() {}
  unobserve() {}
  disconnect() {}
}

Object.defineProperty(document, 'fonts', { configurable: true, value: new EventTarget() })

/** Leaflet measures the element of a map, and draws with SVG if an SVG can be measured. */
const mapSize = { clientWidth: 640, clientHeight: 420 }
for (const [side, pixels] of Object.entries(mapSize))
  Object.defineProperty(HTMLElement.prototype, side, {
    configurable: true,
    get(this: HTMLElement) {
      return this.classList.contains('leaflet-container') ? pixels : 0
    },
  })
Object.assign(SVGSVGElement.prototype, { createSVGRect: () => undefined })

Element.prototype.scrollIntoView = () => undefined
Element.prototype.scrollTo = () => undefined

HTMLDialogElement.prototype.showModal = function showModal() {
  this.open = true
}
HTMLDialogElement.prototype.close = function close() {
  this.open = false
  this.dispatchEvent(new Event('close'))
}
