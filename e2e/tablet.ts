import { type BrowserContext, expect, type Locator, type Page } from '@playwright/test'
import { loadWords, mainLanguage } from './words.ts'

const offline = loadWords(mainLanguage, 'offline')
const pin = '246810'

/** Waits until the app is installed: its files are stored, and this page is under its worker. */
export async function install(page: Page, base = '') {
  await page.goto(`${base}/app/forms-detail`)
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
}

export async function setPin(page: Page) {
  await page.getByRole('button', { name: offline('set-up'), exact: true }).click()
  await page.getByLabel(offline('pin'), { exact: true }).fill(pin)
  await page.getByRole('button', { name: offline('set-pin') }).click()
  await expect(page.getByRole('button', { name: offline('set-pin') })).toBeHidden()
}

export async function unlock(within: Page | Locator, given = pin) {
  await within.getByLabel(offline('pin'), { exact: true }).fill(given)
  await within.getByRole('button', { name: offline('unlock'), exact: true }).click()
}

/** Kills the tab, without any of its events, and opens the same screen in another one. */
export async function killAndReopen(context: BrowserContext, page: Page): Promise<Page> {
  const url = page.url()
  const crashed = page.waitForEvent('crash')
  const session = await context.newCDPSession(page)
  void session.send('Page.crash').catch(() => undefined)
  await crashed
  await page.close()
  const next = await context.newPage()
  await next.goto(url)
  return next
}

/** Everything that the browser has stored in IndexedDB, as text. */
export const dump = (page: Page) =>
  page.evaluate(async () => {
    const db = await new Promise<IDBDatabase>((resolve) => {
      const opening = indexedDB.open('forms')
      opening.onsuccess = () => resolve(opening.result)
    })
    const decoder = new TextDecoder('utf-8')
    const parts: string[] = []
    for (const name of db.objectStoreNames) {
      const all = await new Promise<unknown[]>((resolve) => {
        const reading = db.transaction(name).objectStore(name).getAll()
        reading.onsuccess = () => resolve(reading.result)
      })
      parts.push(
        JSON.stringify(all, (_key, value) => {
          if (value instanceof Blob) return 'a file in clear'
          return value instanceof Uint8Array ? decoder.decode(value) : value
        }),
      )
    }
    db.close()
    return parts.join('\n')
  })
