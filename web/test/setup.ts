import { cleanup, configure } from '@testing-library/react'
import { afterEach } from 'vitest'
import { connectApi } from '../src/api/client.ts'
import { sessionHooks } from '../src/session/connect-api.ts'

afterEach(cleanup)
connectApi(sessionHooks)

// What is waited for comes from a real server on a machine that may have other things to do.
configure({ asyncUtilTimeout: 60_000 })

// The panel in this process knows Node's own bytes; jsdom has put a type of its own in their place.
globalThis.Uint8Array = Object.getPrototypeOf(Buffer)

/** jsdom draws nothing, so it has none of these; Mantine asks for them all. */
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

Object.defineProperty(document, 'fonts', { value: new EventTarget() })

Element.prototype.scrollIntoView = () => undefined
Element.prototype.scrollTo = () => undefined

HTMLDialogElement.prototype.showModal = function showModal() {
  this.open = true
}
HTMLDialogElement.prototype.close = function close() {
  this.open = false
  this.dispatchEvent(new Event('close'))
}
