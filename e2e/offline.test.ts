import type { BrowserContext, Page } from '@playwright/test'
import { ambulanceRequests, type Client } from 'contract'
import { expect, test } from './fixtures.ts'
import { loadWords, mainLanguage } from './words.ts'

const words = loadWords(mainLanguage, 'forms')
const offline = loadWords(mainLanguage, 'offline')
const request = loadWords(mainLanguage, 'ambulance-request')
const pin = '246810'

const openSection = (page: Page, name: string) =>
  page
    .getByRole('navigation', { name: words('sections') })
    .getByRole('button', { name })
    .click()
const pickUp = (page: Page) => page.getByLabel(request('field.pick_up'))
const landmark = (page: Page) => page.getByLabel(request('field.landmark'))
const openWhere = (page: Page) => openSection(page, request('section.where'))
const saved = (page: Page) => page.getByText(words('saved', { time: '' }).trim())
const unsent = (page: Page) => page.getByText(/ยังไม่ส่ง \d+ คำตอบ/)

/** Waits until the app is installed: its files are stored, and this page is under its worker. */
async function install(page: Page) {
  await page.goto('/app/forms-detail')
  await page.evaluate(() => navigator.serviceWorker.ready)
}

async function begin(page: Page) {
  await page.goto('/app/forms-detail/ambulance-request')
  await page.getByRole('button', { name: words('begin'), exact: true }).click()
  await expect(page).toHaveURL(/\/forms-detail\/ambulance-request\/.+/)
  await openWhere(page)
  return page.url().split('/').at(-1) ?? ''
}

async function setPin(page: Page) {
  await page.getByRole('button', { name: offline('set-up'), exact: true }).click()
  await page.getByLabel(offline('pin'), { exact: true }).fill(pin)
  await page.getByRole('button', { name: offline('set-pin') }).click()
  await expect(page.getByRole('button', { name: offline('set-pin') })).toBeHidden()
}

async function unlock(page: Page) {
  await page.getByLabel(offline('pin'), { exact: true }).fill(pin)
  await page.getByRole('button', { name: offline('unlock'), exact: true }).click()
}

const read = async (client: Client, id: string) => (await client(ambulanceRequests.list, { _id: id })).rows[0]
const readAnswer = (client: Client, id: string, field: string) => async () =>
  (await read(client, id))?.answers[field]

/** Kills the tab, without any of its events, and opens the same screen in another one. */
async function killAndReopen(context: BrowserContext, page: Page): Promise<Page> {
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
const dump = (page: Page) =>
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
        JSON.stringify(all, (_key, value) => (value instanceof Uint8Array ? decoder.decode(value) : value)),
      )
    }
    db.close()
    return parts.join('\n')
  })

test('without a network a form opens, what is typed outlives the tab, and is sent when there is a signal', async ({
  page,
  context,
  signInAs,
  api,
}) => {
  await signInAs('doctor', mainLanguage)
  const doctor = await api('doctor')
  await install(page)
  const id = await begin(page)
  await setPin(page)
  await pickUp(page).fill('หน้าวัดพระแก้ว')
  await expect(saved(page)).toBeVisible()

  await context.setOffline(true)
  await landmark(page).fill('ใกล้ตลาดท่าเตียน')
  await expect(unsent(page)).toBeVisible()
  await expect(saved(page)).toBeHidden()
  const stored = await dump(page)
  expect(stored).toContain(id)
  expect(stored).not.toMatch(/[\u0E00-\u0E7F]|ท่าเตียน|landmark/)

  const next = await killAndReopen(context, page)
  await expect(next.getByText(offline('locked'))).toBeVisible()
  await expect(next.getByText('หน้าวัดพระแก้ว')).toBeHidden()
  await unlock(next)
  await openWhere(next)
  await expect(pickUp(next)).toHaveValue('หน้าวัดพระแก้ว')
  await expect(landmark(next)).toHaveValue('ใกล้ตลาดท่าเตียน')

  await context.setOffline(false)
  await expect.poll(readAnswer(doctor, id, 'landmark')).toBe('ใกล้ตลาดท่าเตียน')
  await expect(saved(next)).toBeVisible()
})
