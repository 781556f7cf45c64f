import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { CDPSession, Page } from '@playwright/test'
import { createClient, formDelivery, importPublicKey, type SessionToken, sealMessage } from 'contract'
import { v7 as newId } from 'uuid'
import { buildScreensIfStale } from '../scripts/build-screens.ts'
import type { Options } from './all.ts'
import { type BenchResult, computeMedian, computeP95 } from './results.ts'
import { openBenchDatabase } from './rig/database.ts'
import { createBenchHospital, signInStaff } from './rig/hospital.ts'
import { startPanel } from './rig/panel.ts'
import { openScreen } from './rig/screen.ts'

const limits = { keyMs: 6, frameMs: 1000 / 60, durableMs: 50, drainMs: 500, openMs: 2_000, crewKb: 60 }
const [delivered, records, throttle] = [200, 10, 6]
const pin = '246810'
const longestForm = '/app/forms-detail/operation-form'
/** Before the browser has compiled what a keystroke runs. Behind 120 characters the field takes no more. */
const [warmUp, counted] = [20, 100]
const betweenKeysMs = 60
const field = '[data-answer="unit_name"] input'
const dist = fileURLToPath(new URL('../web/dist', import.meta.url))

/** Measures what a crew waits for: a keystroke, a form without a network, and the queue when it is sent. */
export async function measureForms(options: Options): Promise<BenchResult[]> {
  await buildScreensIfStale()
  await using ends = new AsyncDisposableStack()
  const database = await openBenchDatabase()
  ends.defer(() => database.close())
  await createBenchHospital(database.root)
  const [first] = await signInStaff(database.root, 'doctor', 1)
  if (!first) throw new Error('nobody is signed in')
  const panel = await startPanel({
    DATABASE_URL: database.url,
    CALLS_PER_MINUTE: '1000000',
    PANEL_SECRET: 'the secret of a panel that lives as long as a bench',
  })
  ends.defer(() => panel.stop())
  const drain = await measureDrain(panel.port, first, options)
  const screen = await openScreen(panel.port, first)
  ends.defer(() => screen.close())
  return [...drain, ...(await measureScreen(screen.page, options))]
}

async function measureDrain(
  port: number,
  session: SessionToken,
  { quick, say }: Options,
): Promise<BenchResult[]> {
  const call = createClient({ fetch, base: `http://127.0.0.1:${port}`, session: () => session })
  const { key } = await call(formDelivery.sealingKey, {})
  if (!key) throw new Error('the panel has no key to seal to')
  const publicKey = await importPublicKey(Uint8Array.from(Buffer.from(key.public_key, 'base64')))
  const times: number[] = []
  for (let round = 0; round < (quick ? 3 : 15); round++) {
    const ids = Array.from({ length: records }, () => newId())
    const operations = await Promise.all(
      Array.from({ length: delivered }, async (_, i) => {
        const [op_id, record_id] = [newId(), ids[i % records] ?? '']
        const written = {
          op_id,
          path: i < records ? 'pick_up' : 'landmark',
          answer: `หน้าวัดพระแก้ว ซอย ${i}`,
          base: i < 2 * records ? null : `หน้าวัดพระแก้ว ซอย ${i - records}`,
          at: new Date().toISOString(),
          device: 'bench',
          form: 'ambulance-request',
          form_version: 1,
          by: session.user_id,
          token: session.server_token,
        }
        const place = { key_id: key._id, record_id, op_id }
        const message = await sealMessage(publicKey, JSON.stringify(written), place)
        const sealed = { key_id: key._id, message: Buffer.from(message).toString('base64') }
        return { op_id, record_id, sealed }
      }),
    )
    const began = performance.now()
    const { results } = await call(formDelivery.apply, { operations })
    times.push(performance.now() - began)
    if (results.some(({ outcome }) => outcome !== 'applied')) throw new Error('not everything was applied')
  }
  say(`${delivered} operations of ${records} records: median ${computeMedian(times).toFixed(0)} ms`)
  return [
    {
      what: '200 queued operations in one call',
      value: computeP95(times),
      unit: 'ms p95',
      limit: limits.drainMs,
    },
  ]
}

/** What a crew waits for when the form opens: the question for the PIN, and then the form. */
const awaited = { question: 'form input[inputmode="numeric"]', form: field }

declare global {
  interface Window {
    typedAt: number
    keptAfterMs: number[]
    /** When each of what is awaited was painted, and when the PIN was given, since the page was asked for. */
    paintedAt: { [what in keyof typeof awaited]?: number }
    givenAt: number
  }
}

/**
 * The page itself notes what it paints: whoever asks it from outside slows it down, and asks up to half a second too
 * late.
 */
function notePaint(wanted: Record<string, string>) {
  window.paintedAt = {}
  const noted = new Set<string>()
  const look = () => {
    for (const [what, selector] of Object.entries(wanted)) {
      if (noted.has(what) || !document.querySelector(selector)) continue
      noted.add(what)
      requestAnimationFrame(() => {
        // A message that is sent before a frame is painted arrives after it.
        const { port1, port2 } = new MessageChannel()
        port1.onmessage = () => Object.assign(window.paintedAt, { [what]: performance.now() })
        port2.postMessage(what)
      })
    }
  }
  new MutationObserver(look).observe(document, { childList: true, subtree: true })
  addEventListener('submit', () => (window.givenAt = performance.now()), true)
}

async function measureScreen(page: Page, options: Options): Promise<BenchResult[]> {
  const shell = await listCode(page, '/app/profile')
  const login = await listLoginCode(page)
  await page.addInitScript(() => {
    window.keptAfterMs = []
    addEventListener('input', () => (window.typedAt = performance.now()), true)
    const store = IDBObjectStore.prototype
    const add = Reflect.get(store, 'add') as (
      this: IDBObjectStore,
      ...given: unknown[]
    ) => IDBRequest<IDBValidKey>
    store.add = function (...given) {
      const began = window.typedAt
      this.transaction.addEventListener('complete', () => {
        window.keptAfterMs.push(performance.now() - began)
      })
      return add.apply(this, given)
    }
  })
  await page.addInitScript(notePaint, awaited)
  await page.goto(longestForm)
  await page.evaluate(() => navigator.serviceWorker.ready)
  await page.getByRole('button', { name: 'New' }).first().click()
  await page.waitForURL(/operation-form\/.+/)
  const form = await listCode(page, page.url())
  const crew = [...form].filter((name) => !shell.has(name))
  await page.getByRole('button', { name: 'Choose a PIN' }).click()
  await page.getByLabel('PIN of this tablet', { exact: true }).fill(pin)
  await page.getByRole('button', { name: 'Save the PIN' }).click()
  await page.getByRole('button', { name: 'Save the PIN' }).waitFor({ state: 'hidden' })
  const devtools = await page.context().newCDPSession(page)
  const keys = await measureKeys(page, devtools, options)
  const opening = await measureOpening(page, devtools, options)
  const bareMs = await measureBareKey(page, devtools, options)
  return [
    ...keys,
    {
      what: 'key in the longest form: processor',
      value: (keys[0]?.value ?? 0) / bareMs,
      unit: '× bare',
      note: `bare ${bareMs.toFixed(2)} ms: a page of one field, whose text is encrypted and kept`,
    },
    ...opening,
    {
      what: "the crew's part, gzipped",
      value: sumKb([...crew, '/service-worker.js']),
      unit: 'KB',
      limit: limits.crewKb,
    },
    {
      what: "the crew's part on the login page",
      value: sumKb(crew.filter((name) => login.has(name))),
      unit: 'KB',
      limit: 0,
    },
  ]
}

/** Types into the longest form as fast as a person does. */
async function measureKeys(
  page: Page,
  devtools: CDPSession,
  { quick, say }: Options,
): Promise<BenchResult[]> {
  await page.locator(field).click()
  const work = await typeKeys(page, devtools, quick)
  await page.waitForFunction(() => window.keptAfterMs.length > 10)
  const kept = await page.evaluate(() => window.keptAfterMs)
  say(`a key: median ${computeMedian(work).toFixed(1)}, longest ${Math.max(...work).toFixed(1)} ms`)
  const note = 'of the page: handled, drawn, encrypted twice, kept; one section of 22 is mounted'
  return [
    {
      what: 'key in the longest form: processor',
      value: computeMedian(work),
      unit: 'ms',
      limit: limits.keyMs,
      note,
    },
    {
      what: 'key in the longest form: processor',
      value: computeP95(work),
      unit: 'ms p95',
      limit: limits.frameMs,
      note: `the longest key, ${Math.max(...work).toFixed(1)} ms, has no limit`,
    },
    { what: 'key → answer kept', value: computeP95(kept), unit: 'ms p95', limit: limits.durableMs },
  ]
}

/** Types into the field that has the focus; returns the processor time of the page for each key, in milliseconds. */
async function typeKeys(page: Page, devtools: CDPSession, quick: boolean): Promise<number[]> {
  // Counts the time of the processor, without the calls of this bench: on a busy machine a task lasts longer, but does
  // not need more of it.
  await devtools.send('Performance.enable', { timeDomain: 'threadTicks' })
  const readWork = async () => {
    const { metrics } = await devtools.send('Performance.getMetrics')
    const find = (what: string) => metrics.find(({ name }) => name === what)?.value ?? 0
    return 1_000 * (find('TaskDuration') - find('DevToolsCommandDuration'))
  }
  const work: number[] = []
  for (let typed = -warmUp; typed < (quick ? 20 : counted); typed++) {
    const before = await readWork()
    await page.keyboard.press('a')
    await sleep(betweenKeysMs)
    if (typed >= 0) work.push((await readWork()) - before)
  }
  return work
}

/** A field without a framework, whose text is encrypted and kept: what this browser needs on this machine at least. */
async function measureBareKey(page: Page, devtools: CDPSession, { quick }: Options): Promise<number> {
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 1 })
  await page.context().setOffline(false)
  // Beside the panel's origin, whose service worker would answer; encryption needs localhost.
  const url = 'http://localhost:9/'
  await page.route(`${url}**`, (route) => route.fulfill({ contentType: 'text/html', body: '<input>' }))
  await page.goto(url)
  await page.evaluate(async () => {
    const key = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt'])
    const opening = indexedDB.open('bare', 1)
    opening.onupgradeneeded = () => opening.result.createObjectStore('kept', { autoIncrement: true })
    await new Promise((resolve) => (opening.onsuccess = resolve))
    const input = document.querySelector('input')
    const keep = async () => {
      const iv = crypto.getRandomValues(new Uint8Array(12))
      const text = new TextEncoder().encode(input?.value)
      const sealed = await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, key, text)
      opening.result.transaction('kept', 'readwrite').objectStore('kept').add({ iv, sealed })
    }
    input?.addEventListener('input', () => void keep())
  })
  await page.locator('input').click()
  return computeMedian(await typeKeys(page, devtools, quick))
}

async function measureOpening(
  page: Page,
  devtools: CDPSession,
  { quick, say }: Options,
): Promise<BenchResult[]> {
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: throttle })
  await page.context().setOffline(true)
  const times: number[] = []
  for (let round = 0; round < (quick ? 2 : 5); round++) {
    await page.goto(page.url())
    const asked = await waitForPaint(page, 'question')
    await page.getByLabel('PIN of this tablet', { exact: true }).fill(pin)
    await page.getByRole('button', { name: 'Unlock', exact: true }).click()
    const drawn = await waitForPaint(page, 'form')
    times.push(asked + drawn - (await page.evaluate(() => window.givenAt)))
  }
  say(`without a network: ${times.map((ms) => ms.toFixed(0)).join(', ')} ms`)
  return [
    {
      what: `longest form without a network, ${throttle}× throttled`,
      value: computeMedian(times),
      unit: 'ms',
      limit: limits.openMs,
      note: 'without the time to type the PIN',
    },
  ]
}

async function waitForPaint(page: Page, what: keyof typeof awaited): Promise<number> {
  const found = await page.waitForFunction((one) => window.paintedAt[one], what, { polling: 100 })
  return (await found.jsonValue()) ?? 0
}

const sumKb = (names: readonly string[]) =>
  names.reduce((sum, name) => sum + readFileSync(`${dist}${name}.gz`).length, 0) / 1_000

/** The files of code that a screen loads. */
async function listCode(page: Page, path: string): Promise<Set<string>> {
  await page.goto(path)
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  const names = await page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name))
  return new Set(names.map((name) => new URL(name).pathname).filter((name) => name.endsWith('.js')))
}

/** The files of the login page, for somebody who is not signed in. */
async function listLoginCode(page: Page): Promise<Set<string>> {
  const stranger = await page.context().browser()?.newContext()
  if (!stranger) throw new Error('there is no browser')
  const code = await listCode(await stranger.newPage(), new URL('/login', page.url()).href)
  await stranger.close()
  return code
}
