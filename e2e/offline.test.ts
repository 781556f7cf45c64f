import type { BrowserContext, Page } from '@playwright/test'
import { users as accounts, ambulanceReferrals, ambulanceRequests, type Client, formDelivery } from 'contract'
import { expect, signInByCall, test } from './fixtures.ts'
import { loadWords, mainLanguage } from './words.ts'

const words = loadWords(mainLanguage, 'forms')
const app = loadWords(mainLanguage, 'app')
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
  await page
    .getByRole('button', { name: words('begin'), exact: true })
    .first()
    .click()
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

test('an answer whose reply was lost is applied once, and the state line never says that it is saved before it is', async ({
  page,
  signInAs,
  api,
}) => {
  await signInAs('doctor', mainLanguage)
  const doctor = await api('doctor')
  const id = await begin(page)
  let lost = 0
  await page.route(`**${formDelivery.apply.path}`, async (route) => {
    if (lost > 0) return route.continue()
    lost += 1
    // It has committed; only its answer does not arrive.
    await route.fetch()
    await route.abort()
  })
  await pickUp(page).fill('หน้าวัดพระแก้ว')
  await expect(unsent(page)).toBeVisible()
  expect(await readAnswer(doctor, id, 'pick_up')()).toBe('หน้าวัดพระแก้ว')
  await expect(saved(page)).toBeVisible()
  const record = await read(doctor, id)
  expect(record).toMatchObject({ answers: { pick_up: 'หน้าวัดพระแก้ว' }, other_answers: [] })
})

test('two tablets write into one field and one list of rows: both answers stand, and no row is lost', async ({
  page,
  context,
  signInAs,
  api,
}) => {
  await signInAs('doctor', mainLanguage)
  const doctor = await api('doctor')
  await install(page)
  const id = await begin(page)
  await pickUp(page).fill('หน้าวัด')
  await expect(saved(page)).toBeVisible()
  await context.setOffline(true)
  await pickUp(page).fill('หลังวัด')
  await expect(unsent(page)).toBeVisible()
  const other = { op_id: crypto.randomUUID(), path: 'pick_up', answer: 'ข้างวัด', base: 'หน้าวัด' }
  await doctor(ambulanceRequests.edit, {
    _id: id,
    operations: [{ ...other, at: new Date().toISOString(), device: 'other' }],
  })
  await context.setOffline(false)
  await expect(page.getByText(words('two-answers'))).toBeVisible()
  await page.getByRole('button', { name: /^หลังวัด –/ }).click()
  await expect.poll(async () => (await read(doctor, id))?.other_answers).toEqual([])
  expect(await readAnswer(doctor, id, 'pick_up')()).toBe('หลังวัด')
})

test('an ended session, a blocked user and a forgotten PIN lose nothing: a second user of the tablet sends it', async ({
  page,
  signInAs,
  api,
  address,
}) => {
  const [admin, doctor] = [await api('admin'), await api('doctor')]
  const medic = await signInByCall(address, 'paramedic')
  const decide = async (act: 'block' | 'unblock') => {
    const { user } = await admin(accounts.get, { _id: medic._id })
    await admin(accounts.decide, { _id: medic._id, version: user.version, act })
  }
  await signInAs('paramedic', mainLanguage)
  const id = await begin(page)
  await setPin(page)
  await pickUp(page).fill('หน้าวัดพระแก้ว')
  await expect(saved(page)).toBeVisible()
  await page.route(`**${formDelivery.apply.path}`, (route) => route.abort())
  await landmark(page).fill('เขียนก่อนถูกระงับ')
  await expect(unsent(page)).toBeVisible()

  await test.step('sign-out asks', async () => {
    await page.getByTitle(app('own-menu')).click()
    await page.getByRole('button', { name: app('sign-out') }).click()
    await expect(page.getByText(offline('sign-out-consequence'))).toBeVisible()
    await page
      .getByRole('button', { name: app('sign-out') })
      .last()
      .click()
    await expect(page).toHaveURL(/\/login/)
  })

  await test.step('the user is blocked; what they wrote before is theirs', async () => {
    await decide('block')
    await page.unroute(`**${formDelivery.apply.path}`)
    const { _id, ...rest } = await signInByCall(address, 'doctor')
    await page.evaluate((entry) => localStorage.setItem('user', entry), JSON.stringify({ _id, ...rest }))
    await page.goto('/app/forms-detail')
    await expect.poll(readAnswer(doctor, id, 'landmark')).toBe('เขียนก่อนถูกระงับ')
    expect((await read(doctor, id))?.changed_by.first_name).not.toBe(rest.first_name)
    await decide('unblock')
  })
})

test('rows that two tablets add to one list are all kept', async ({ page, context, signInAs, api }) => {
  const referral = loadWords(mainLanguage, 'ambulance-referral')
  await signInAs('doctor', mainLanguage)
  const doctor = await api('doctor')
  const _id = crypto.randomUUID()
  await doctor(ambulanceReferrals.add, { new_id: _id, operations: [] })
  await page.goto(`/app/forms-detail/ambulance-referral/${_id}`)
  await openSection(page, referral('section.assessment'))
  await context.setOffline(true)
  await page.getByRole('button', { name: words('add-row', { field: referral('field.diagnoses') }) }).click()
  const name = words('row', { field: referral('field.diagnoses'), number: '1' })
  await page.getByRole('group', { name }).getByRole('textbox').first().fill('ปอดอักเสบ')
  await expect(unsent(page)).toBeVisible()
  const row = crypto.randomUUID()
  const at = new Date().toISOString()
  const others = [
    { path: `diagnoses/${row}`, answer: true },
    { path: `diagnoses/${row}/diagnosis`, answer: 'เบาหวาน' },
  ]
  await doctor(ambulanceReferrals.edit, {
    _id,
    operations: others.map((one) => ({ ...one, op_id: crypto.randomUUID(), at, device: 'other' })),
  })
  await context.setOffline(false)
  const readDiagnoses = async () => {
    const { rows } = await doctor(ambulanceReferrals.list, { _id })
    const found = Object.values(
      (rows[0]?.answers['diagnoses'] ?? {}) as Record<string, { diagnosis?: string }>,
    )
    return found.map(({ diagnosis }) => String(diagnosis)).toSorted((a, b) => a.localeCompare(b))
  }
  await expect.poll(readDiagnoses).toEqual(['ปอดอักเสบ', 'เบาหวาน'].toSorted((a, b) => a.localeCompare(b)))
})

test('a clock that is three hours ahead moves no time', async ({ page, signInAs, api }) => {
  await signInAs('doctor', mainLanguage)
  const doctor = await api('doctor')
  await page.clock.install({ time: Date.now() + 3 * 3_600_000 })
  const known = page.waitForResponse(`**${formDelivery.sealingKey.path}`)
  await page.goto('/app/forms-detail')
  await known
  const id = await begin(page)
  const received = String(await readAnswer(doctor, id, 'received_at')())
  expect(Math.abs(Date.parse(received) - Date.now())).toBeLessThan(30 * 60_000)
})

test('a full storage is said, typing goes on, and what was typed is sent', async ({
  page,
  context,
  signInAs,
  api,
}) => {
  await signInAs('doctor', mainLanguage)
  const doctor = await api('doctor')
  await page.addInitScript(() => {
    IDBObjectStore.prototype.add = () => {
      throw new DOMException('full', 'QuotaExceededError')
    }
  })
  const id = await begin(page)
  await context.setOffline(true)
  await pickUp(page).fill('หน้าวัดพระแก้ว')
  await expect(page.getByText(offline('full'))).toBeVisible()
  await expect(pickUp(page)).toHaveValue('หน้าวัดพระแก้ว')
  await context.setOffline(false)
  await expect.poll(readAnswer(doctor, id, 'pick_up')).toBe('หน้าวัดพระแก้ว')
  await expect(page.getByText(offline('full'))).toBeHidden()
})
