import { cleanupOutdatedCaches, getCacheKeyForURL, matchPrecache, precache } from 'workbox-precaching'
import { unreachedStatuses } from './api/unreached.ts'

/** What the types of pages lack of a service worker. */
type FetchOfPage = Event & { request: Request; respondWith: (response: Promise<Response>) => void }
type Activation = Event & { waitUntil: (done: Promise<void>) => void }
declare const self: {
  __WB_MANIFEST: { url: string; revision: string | null }[]
  location: Location
  skipWaiting: () => Promise<void>
  clients: { claim: () => Promise<void> }
}

/** How long a page may take to arrive before the stored one is opened. */
const patienceMs = 3_000
const shell = '/index.html'

// Only files of the panel itself: never a reply to a call, and nothing of anybody.
const files = self.__WB_MANIFEST
precache(files)
cleanupOutdatedCaches()

/** Files are stored one after the other. Asked for all at once, each is in the browser's cache when its turn comes. */
addEventListener('install', () => {
  for (const { url, revision } of files) if (revision === null) void fetch(url).catch(() => undefined)
})

/** The tab in which the panel was installed may go out of signal before it is ever loaded again. */
addEventListener('activate', (event) => (event as Activation).waitUntil(self.clients.claim()))

addEventListener('fetch', (event) => {
  const { request } = event as FetchOfPage
  const respondWith = (response: Promise<Response>) => (event as FetchOfPage).respondWith(response)
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== self.location.origin) return
  if (request.mode === 'navigate') {
    if (!pathname.startsWith('/api/') && !pathname.startsWith('/admin/')) respondWith(openPage(request))
  } else if (pathname.startsWith('/assets/')) respondWith(openAsset(request))
  else if (getCacheKeyForURL(request.url)) respondWith(openFile(request))
})

/** A file under a name that holds its digest never changes. */
async function openAsset(request: Request): Promise<Response> {
  return (await matchPrecache(request)) ?? fetch(request)
}

/** The server's, as without this worker; the stored one where the server cannot be reached. */
async function openFile(request: Request): Promise<Response> {
  const stored = await matchPrecache(request)
  return fetchReached(request).catch((error: unknown) => stored ?? Promise.reject(error))
}

/** The answer of the panel, or of a proxy that reaches it. */
async function fetchReached(request: Request): Promise<Response> {
  const response = await fetch(request)
  if (unreachedStatuses.includes(response.status)) throw new Error(`HTTP ${response.status}`)
  return response
}

async function openPage(request: Request): Promise<Response> {
  const file = await matchPrecache(shell)
  if (!file) return fetch(request)
  // The page then knows at once that nothing is to be had from the server, and does not ask before it shows what it
  // has.
  const headers = new Headers(file.headers)
  headers.set('server-timing', 'stored')
  const stored = new Response(file.body, { headers })
  const late = new Promise<Response>((resolve) => setTimeout(() => resolve(stored), patienceMs))
  return Promise.race([fetchReached(request).catch(() => stored), late])
}

/** A page that this version has built, and not an earlier one, says when this version may take over. */
addEventListener('message', ({ data }: MessageEvent) => {
  const { kind, entry } = (data ?? {}) as { kind?: string; entry?: string }
  if (kind === 'activate' && entry && getCacheKeyForURL(entry)) void self.skipWaiting()
})
