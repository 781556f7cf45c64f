import type { Page } from '@playwright/test'
import {
  users as accounts,
  ambulanceReferrals,
  ambulanceRequests,
  type Client,
  createClient,
  fleet,
  formDelivery,
  missions,
  operationRecords,
  patients,
  secondFactor,
  signIn,
} from 'contract'
import { addVehicle } from './check-vehicle.ts'
import {
  answerAll,
  demoPassword,
  expect,
  expectAccessible,
  freeParamedic,
  planTransport,
  requestAmbulance,
  signInByCall,
  test,
} from './fixtures.ts'
import { createNoisePicture } from './noise-picture.ts'
import { dump, install, killAndReopen, setPin, unlock } from './tablet.ts'
import { serveVersions } from './versions.ts'
import { loadWords, mainLanguage } from './words.ts'

test.use({ serviceWorkers: 'allow' })

const words = loadWords(mainLanguage, 'forms')
const app = loadWords(mainLanguage, 'app')
const offline = loadWords(mainLanguage, 'offline')
const equipment = loadWords(mainLanguage, 'equipment')
const request = loadWords(mainLanguage, 'ambulance-request')
const [wrongPin, newPin] = ['135790', '864209']

const openSection = (page: Page, name: string) =>
  page
    .getByRole('navigation', { name: words('sections') })
    .getByRole('button', { name })
    .click()
const pickUp = (page: Page) => page.getByLabel(request('field.pick_up'))
const landmark = (page: Page) => page.getByLabel(request('field.landmark'))
const openWhere = (page: Page) => openSection(page, request('section.where'))
const saved = (page: Page) => page.getByText(words('saved', { time: '' }).trim())
const unsent = (page: Page) => page.getByText(/ยังไม่ส่ง \d+ รายการ/)

/**
 * What was written is said to be unsent, and stands in the storage of the tablet: the screen says so as soon as it is
 * typed, and a page that is left before it is stored loses it.
 */
async function expectKept(page: Page) {
  await expect(unsent(page)).toBeVisible()
  const countStored = () =>
    page.evaluate(async () => {
      const db = await new Promise<IDBDatabase>((resolve) => {
        const opening = indexedDB.open('forms')
        opening.onsuccess = () => resolve(opening.result)
      })
      const count = await new Promise<number>((resolve) => {
        const counting = db.transaction('operations').objectStore('operations').count()
        counting.onsuccess = () => resolve(counting.result)
      })
      db.close()
      return count
    })
  await expect.poll(countStored).toBeGreaterThan(0)
}

async function begin(page: Page, base = '') {
  await page.goto(`${base}/app/forms-detail/ambulance-request`)
  await page
    .getByRole('button', { name: words('begin'), exact: true })
    .first()
    .click()
  await expect(page).toHaveURL(/\/forms-detail\/ambulance-request\/.+/)
  await openWhere(page)
  return page.url().split('/').at(-1) ?? ''
}

/** Begins a request on a tablet that has the app, under a PIN. */
async function beginLocked(page: Page) {
  await install(page)
  const id = await begin(page)
  await setPin(page)
  return id
}

/** A request to which nothing is missing. */
const wholeRequest = {
  channel: 'RADIO',
  reporter: 'POLICE',
  reporter_phone: '191',
  kind: 'SCENE',
  event: 'TRAFFIC',
  symptom_groups: ['25'],
  colour: 'RED',
  is_breathing: true,
  is_conscious: { reason: 'UNABLE' },
  bleeds_severely: false,
  has_chest_pain: { reason: 'NOT_DONE' },
  patient_count: 2,
  is_mass_casualty: false,
  pick_up: 'หน้าวัดพระแก้ว',
  hazards: ['NONE'],
  unit_level: 'ALS',
  position: 'LIE',
  urgency: 'E',
}

const read = async (client: Client, id: string) => (await client(ambulanceRequests.list, { _id: id })).rows[0]
const readAnswer = (client: Client, id: string, field: string) => async () =>
  (await read(client, id))?.answers[field]

test('without a network a form opens, what is typed outlives the tab, and is sent when there is a signal', async ({
  page,
  context,
  signInAs,
  api,
}) => {
  await signInAs('doctor', mainLanguage)
  const doctor = await api('doctor')
  const id = await beginLocked(page)
  await pickUp(page).fill('หน้าวัดพระแก้ว')
  await expect(saved(page)).toBeVisible()

  await context.setOffline(true)
  await landmark(page).fill('ใกล้ตลาดท่าเตียน')
  await expectKept(page)
  await expect(saved(page)).toBeHidden()
  const stored = await dump(page)
  expect(stored).toContain(id)
  // Encrypted bytes that are read as text are one letter of any script by chance, and no word.
  expect(stored).not.toMatch(/[\u0E00-\u0E7F]{3}|landmark/)

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

declare global {
  interface Window {
    /** The durability of the writes to each store: whether they were on the disk when they counted as kept. */
    durabilities: Record<string, string[]>
  }
}

/** Notes how the page stores what it keeps. */
function noteDurabilities() {
  window.durabilities = {}
  for (const method of ['add', 'put'] as const) {
    const write = Reflect.get(IDBObjectStore.prototype, method) as (
      this: IDBObjectStore,
      ...given: unknown[]
    ) => IDBRequest<IDBValidKey>
    IDBObjectStore.prototype[method] = function (...given) {
      window.durabilities[this.name] = [
        ...new Set([...(window.durabilities[this.name] ?? []), this.transaction.durability]),
      ]
      return write.apply(this, given)
    }
  }
}

test('a tab that dies in the middle of a word loses nothing that counted as kept', async ({
  page,
  context,
  signInAs,
}) => {
  await signInAs('doctor', mainLanguage)
  await page.addInitScript(noteDurabilities)
  await beginLocked(page)
  await context.setOffline(true)
  await pickUp(page).click()
  const kept = 'ชายหมดสติหน้าวัดพระแก้ว '
  await page.keyboard.type(kept)
  await expectKept(page)
  // It never ends by itself: the tab dies while it types.
  const typing = page.keyboard.type('ใกล้ตลาดท่าเตียน '.repeat(100), { delay: 30 }).catch(() => undefined)
  await expect.poll(async () => (await pickUp(page).inputValue()).length).toBeGreaterThan(kept.length)
  const durabilities = await page.evaluate(() => window.durabilities)
  const next = await killAndReopen(context, page)
  await typing
  await unlock(next)
  await openWhere(next)
  await expect(pickUp(next)).toHaveValue(new RegExp(`^${kept.trim()}`))
  expect(durabilities.keys).toEqual(['strict'])
  expect(durabilities.operations).toEqual(['strict'])
})

/** Whether the tablet keeps the addresses. */
const keepsPlaces = (page: Page) =>
  page.evaluate(async () => {
    const known = await indexedDB.databases()
    if (!known.some(({ name }) => name === 'places')) return false
    const db = await new Promise<IDBDatabase>((resolve) => {
      const opening = indexedDB.open('places')
      opening.onsuccess = () => resolve(opening.result)
    })
    const count = await new Promise<number>((resolve) => {
      const counting = db.transaction('places').objectStore('places').count()
      counting.onsuccess = () => resolve(counting.result)
    })
    db.close()
    return count > 0
  })

test('without a network a sub-district of any province is chosen from the addresses that the tablet keeps', async ({
  page,
  context,
  signInAs,
  api,
}) => {
  const address = loadWords(mainLanguage, 'patients')
  await signInAs('doctor', mainLanguage)
  const doctor = await api('doctor')
  const id = await beginLocked(page)
  await expect.poll(() => keepsPlaces(page)).toBe(true)
  await context.setOffline(true)
  const next = await killAndReopen(context, page)
  await unlock(next)
  await openWhere(next)
  await next.getByRole('button', { name: words('place.choose-address') }).click()
  for (const [field, option] of [
    ['province', 'หนองคาย'],
    ['district', 'เมืองหนองคาย'],
    ['sub_district', 'ในเมือง'],
  ] as const) {
    await next.getByRole('combobox', { name: address(`field.${field}`), exact: true }).click()
    await next.getByRole('option', { name: option, exact: true }).click()
  }
  await expect(next.getByLabel(request('field.sub_district'))).toHaveValue('ในเมือง เมืองหนองคาย หนองคาย')
  await context.setOffline(false)
  await expect.poll(readAnswer(doctor, id, 'sub_district')).toBe('ในเมือง เมืองหนองคาย หนองคาย')
})

test('the tab that installed the app opens its forms without a signal, though it was never loaded again', async ({
  page,
  context,
  signInAs,
  api,
}) => {
  // A browser under a route keeps nothing in a cache of its own: only the installed app has the files.
  await context.route('**/nothing', (route) => route.abort())
  await sendParamedic(await api('nurse'), await api('admin'))
  await signInAs('paramedic', mainLanguage)
  await install(page)
  await setPin(page)
  await context.setOffline(true)
  await page
    .getByRole('button', { name: words('begin'), exact: true })
    .first()
    .click()
  await openWhere(page)
  await pickUp(page).fill('หน้าวัดพระแก้ว')
  await expectKept(page)
})

test('behind a proxy that does not reach the panel the app opens with what the tablet keeps, until it is there again', async ({
  page,
  signInAs,
  api,
  origin,
}) => {
  const way = await serveVersions(origin)
  await signInAs('doctor', mainLanguage)
  const doctor = await api('doctor')
  await install(page, way.origin)
  const id = await begin(page, way.origin)
  await setPin(page)
  await pickUp(page).fill('หน้าวัดพระแก้ว')
  await expect(saved(page)).toBeVisible()

  way.setCut(true)
  await page.reload()
  await unlock(page)
  await openWhere(page)
  await expect(pickUp(page)).toHaveValue('หน้าวัดพระแก้ว')
  await landmark(page).fill('ใกล้ตลาดท่าเตียน')
  await expectKept(page)
  await page.goto(`${way.origin}/app/forms-detail/ambulance-request`)
  await unlock(page)
  await expect(page.getByText(offline('kept-here'))).toBeVisible()

  way.setCut(false)
  await expect.poll(readAnswer(doctor, id, 'landmark')).toBe('ใกล้ตลาดท่าเตียน')
  await page.close()
  way.close()
})

test('a completion that was asked for without a network outlives the tab, and is taken back by whoever writes on', async ({
  page,
  context,
  signInAs,
  api,
}) => {
  await signInAs('doctor', mainLanguage)
  const doctor = await api('doctor')
  const id = await beginLocked(page)
  await doctor(ambulanceRequests.edit, { _id: id, operations: answerAll(wholeRequest) })
  await page.reload()
  await unlock(page)
  await openWhere(page)
  await expect(pickUp(page)).toHaveValue(wholeRequest.pick_up)
  const complete = (of: Page) => of.getByRole('button', { name: words('complete'), exact: true })
  const isAsked = (of: Page) => of.getByText(words('complete-later'))

  await context.setOffline(true)
  await landmark(page).fill('ใกล้ตลาด')
  await complete(page).click()
  await expect(isAsked(page)).toBeVisible()
  await landmark(page).fill('ใกล้ตลาดท่าเตียน')
  await expect(isAsked(page)).toBeHidden()
  await complete(page).click()
  await expect(isAsked(page)).toBeVisible()

  const next = await killAndReopen(context, page)
  await unlock(next)
  await openWhere(next)
  await expect(landmark(next)).toHaveValue('ใกล้ตลาดท่าเตียน')
  await expect(isAsked(next)).toBeVisible()
  expect((await read(doctor, id))?.state).toBe('draft')
  await context.setOffline(false)
  await expect(next.getByRole('heading', { level: 1, name: /\d{4}-\d{4}/ })).toBeVisible()
  expect(await read(doctor, id)).toMatchObject({
    state: 'complete',
    answers: { landmark: 'ใกล้ตลาดท่าเตียน' },
  })

  await test.step('one that the form is not ready for says what is missing, wherever its author is by then', async () => {
    const other = await begin(next)
    await context.setOffline(true)
    await next.getByRole('button', { name: offline('write-on') }).click()
    await pickUp(next).fill('หน้าวัดพระแก้ว')
    await complete(next).click()
    await expect(isAsked(next)).toBeVisible()
    await context.setOffline(false)
    await expect(isAsked(next)).toBeHidden()
    await expect(next.getByRole('alert').getByRole('button').first()).toBeVisible()
    expect((await read(doctor, other))?.state).toBe('draft')

    const notAccepted = offline('not-accepted.count_other', { count: '1' })
    await next.goto('/app/profile')
    await next.getByRole('link', { name: notAccepted }).click()
    const section = next.getByRole('region', { name: offline('not-accepted.title') })
    await expect(section.getByRole('link', { name: request('title') })).toHaveAttribute(
      'href',
      new RegExp(other),
    )
    await expectAccessible(next)
    await doctor(ambulanceRequests.delete, { _id: other, reason: 'ทดสอบ' })
    await expect(section).toBeHidden()
    await next.goto('/app/profile')
    await expect(next.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(next.getByRole('link', { name: notAccepted })).toHaveCount(0)
  })
  // Its mission does not stay on the boards of other journeys.
  await doctor(ambulanceRequests.delete, { _id: id, reason: 'ทดสอบ' })
})

/** Takes a photo of 5 MB. */
async function takePhoto(page: Page, caption: string) {
  await page.getByLabel(words('photo.caption')).fill(caption)
  const picture = { name: 'photo.png', mimeType: 'image/png', buffer: createNoisePicture(1_300) }
  await page.locator('input[type="file"]').setInputFiles(picture)
}
const kept = (page: Page, caption: string) =>
  page
    .getByRole('listitem')
    .filter({ hasText: caption })
    .filter({ hasText: offline('unsent') })
const arrived = (page: Page, caption: string) =>
  page.getByRole('button', { name: words('photo.open', { caption }) })

test('a photo and a signature that were made without a network are kept sealed and arrive once, behind what was typed', async ({
  page,
  context,
  signInAs,
  api,
}) => {
  await signInAs('doctor', mainLanguage)
  const doctor = await api('doctor')
  const id = await beginLocked(page)
  await pickUp(page).fill('หน้าวัดพระแก้ว')
  await expect(saved(page)).toBeVisible()

  await context.setOffline(true)
  await takePhoto(page, 'คลื่นไฟฟ้าหัวใจ')
  await expect(kept(page, 'คลื่นไฟฟ้าหัวใจ').getByRole('img', { name: 'คลื่นไฟฟ้าหัวใจ' })).toBeVisible()
  await landmark(page).fill('ใกล้ตลาดท่าเตียน')
  await page.getByRole('button', { name: words('sign'), exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(words('signer')).fill('พย. สมใจ')
  await dialog.getByLabel(words('sign-typed')).check()
  await dialog.getByRole('button', { name: words('sign'), exact: true }).click()
  await expect(kept(page, 'พย. สมใจ')).toBeVisible()
  await expect(page.getByText('ยังไม่ส่ง 3 รายการ')).toBeVisible()
  await expectAccessible(page)
  // Single letters stand in any noise.
  expect(/[\u0E00-\u0E7F]{3}|JFIF|in clear/.test(await dump(page))).toBe(false)

  const next = await killAndReopen(context, page)
  await unlock(next)
  await expect(kept(next, 'คลื่นไฟฟ้าหัวใจ').getByRole('img', { name: 'คลื่นไฟฟ้าหัวใจ' })).toBeVisible()
  await expect(kept(next, 'พย. สมใจ')).toBeVisible()
  const paths: string[] = []
  let lost = 0
  await next.route(/apply_form/, async (route) => {
    const { pathname } = new URL(route.request().url())
    paths.push(pathname)
    if (pathname !== formDelivery.applyPart.path || lost === 2) return route.continue()
    lost += 1
    // Each has committed; only the answers do not arrive.
    await route.fetch()
    await route.abort()
  })
  await context.setOffline(false)
  await expect(arrived(next, 'คลื่นไฟฟ้าหัวใจ')).toBeVisible()
  await expect(next.getByText(words('signed-holds'))).toBeVisible()
  await expect(saved(next)).toBeVisible()
  expect(lost).toBe(2)
  expect(paths[0]).toBe(formDelivery.apply.path)
  expect(await read(doctor, id)).toMatchObject({
    answers: { landmark: 'ใกล้ตลาดท่าเตียน' },
    photos: [{ caption: 'คลื่นไฟฟ้าหัวใจ' }],
    signatures: [{ signer_name: 'พย. สมใจ', holds: true }],
  })
})

test('a photo of 5 MB on a link of 23 kbit/s holds up nothing that is typed, and arrives', async ({
  page,
  context,
  signInAs,
  api,
}) => {
  await signInAs('doctor', mainLanguage)
  const doctor = await api('doctor')
  const id = await begin(page)
  const devtools = await context.newCDPSession(page)
  const limit = (bytesASecond: number) =>
    devtools.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 0,
      downloadThroughput: bytesASecond,
      uploadThroughput: bytesASecond,
    })
  await limit(23_000 / 8)
  const sending = page.waitForRequest(`**${formDelivery.applyPart.path}`)
  await takePhoto(page, 'ECG')
  await sending
  await landmark(page).fill('ใกล้ตลาดท่าเตียน')
  await expect.poll(readAnswer(doctor, id, 'landmark')).toBe('ใกล้ตลาดท่าเตียน')
  expect((await read(doctor, id))?.photos).toEqual([])
  await expect(kept(page, 'ECG')).toBeVisible()
  await expect(saved(page)).toBeHidden()
  await expect.poll(async () => (await read(doctor, id))?.photos).toMatchObject([{ caption: 'ECG' }])
  await limit(-1)
  await expect(arrived(page, 'ECG')).toBeVisible()
  await expect(saved(page)).toBeVisible()
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
  const { promise: isSeen, resolve: tryAgain } = Promise.withResolvers<void>()
  await page.route(`**${formDelivery.apply.path}`, async (route) => {
    if (lost > 0) {
      await isSeen
      return route.continue()
    }
    lost += 1
    // It has committed; only its answer does not arrive.
    await route.fetch()
    await route.abort()
  })
  await pickUp(page).fill('หน้าวัดพระแก้ว')
  await expect(unsent(page)).toBeVisible()
  expect(await readAnswer(doctor, id, 'pick_up')()).toBe('หน้าวัดพระแก้ว')
  tryAgain()
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
  const others = answerAll({ pick_up: 'ข้างวัด' })
  await doctor(ambulanceRequests.edit, {
    _id: id,
    operations: others.map((one) => ({ ...one, base: 'หน้าวัด' })),
  })
  await context.setOffline(false)
  await expect(page.getByText(words('two-answers'))).toBeVisible()
  await page.getByRole('button', { name: /^หลังวัด –/ }).click()
  await expect.poll(async () => (await read(doctor, id))?.other_answers).toEqual([])
  expect(await readAnswer(doctor, id, 'pick_up')()).toBe('หลังวัด')
})

test('an ended session and a blocked user lose nothing: a second user of the tablet sends it', async ({
  page,
  signInAs,
  api,
  origin,
}) => {
  const [admin, doctor] = [await api('admin'), await api('doctor')]
  const medic = await signInByCall(origin, 'paramedic')
  const decide = async (act: 'block' | 'unblock') => {
    const { user } = await admin(accounts.get, { _id: medic._id })
    await admin(accounts.decide, { _id: medic._id, version: user.version, act })
  }
  await signInAs('paramedic', mainLanguage)
  const id = await begin(page)
  await pickUp(page).fill('หน้าวัดพระแก้ว')
  await expect(saved(page)).toBeVisible()
  await page.route(`**${formDelivery.apply.path}`, (route) => route.abort())
  await page.route(`**${formDelivery.applyPart.path}`, (route) => route.abort())
  await landmark(page).fill('เขียนก่อนถูกระงับ')
  await takePhoto(page, 'ECG')
  await expect(kept(page, 'ECG')).toBeVisible()
  await expect(unsent(page)).toBeVisible()

  await test.step('sign-out asks', async () => {
    await page.getByTitle(app('user-menu')).click()
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
    await page.unroute(`**${formDelivery.applyPart.path}`)
    const { _id, ...rest } = await signInByCall(origin, 'doctor')
    await page.evaluate((entry) => localStorage.setItem('user', entry), JSON.stringify({ _id, ...rest }))
    await page.goto('/app/forms-detail')
    await expect.poll(readAnswer(doctor, id, 'landmark')).toBe('เขียนก่อนถูกระงับ')
    await expect.poll(async () => (await read(doctor, id))?.photos.length).toBe(1)
    expect(await read(doctor, id)).toMatchObject({
      changed_by: { _id: medic._id },
      photos: [{ caption: 'ECG', by: { _id: medic._id } }],
    })
    await decide('unblock')
  })
})

test('a photo of a user who was blocked meanwhile waits, and a supervisor accepts it by its picture', async ({
  page,
  context,
  signInAs,
  api,
  origin,
}) => {
  const [admin, doctor] = [await api('admin'), await api('doctor')]
  const medic = await signInByCall(origin, 'paramedic')
  const decide = async (act: 'block' | 'unblock') => {
    const { user } = await admin(accounts.get, { _id: medic._id })
    await admin(accounts.decide, { _id: medic._id, version: user.version, act })
  }
  const caption = `ECG ${medic.server_token.slice(-6)}`
  // A stream that is open outlives the network here, and would tell the tablet that its user is blocked.
  await page.addInitScript(() => Reflect.deleteProperty(window, 'SharedWorker'))
  await page.route('**/api/hospital_user/live**', (route) => route.abort())
  await signInAs('paramedic', mainLanguage)
  const id = await beginLocked(page)
  await pickUp(page).fill('หน้าวัดพระแก้ว')
  await expect(saved(page)).toBeVisible()
  await context.setOffline(true)
  await decide('block')
  await takePhoto(page, caption)
  await expect(kept(page, caption)).toBeVisible()

  const supervisor = await signInByCall(origin, 'doctor')
  await page.evaluate((entry) => localStorage.setItem('user', entry), JSON.stringify(supervisor))
  await page.close()
  await context.setOffline(false)
  const next = await context.newPage()
  await next.goto('/app/forms-detail')
  const findReview = async () =>
    (await doctor(formDelivery.reviews, {})).rows.find(({ answer }) => answer === caption)
  await expect.poll(async () => (await findReview())?.reason).toBe('revoked')
  expect((await read(doctor, id))?.photos).toEqual([])

  await next.goto('/app/ambulance/reviews')
  const row = next.getByRole('row').filter({ hasText: caption })
  await expect(row.getByRole('button', { name: words('photo.open', { caption }) })).toBeVisible()
  await row.getByRole('button', { name: offline('reviews.accept'), exact: true }).click()
  const dialog = next.getByRole('dialog')
  await dialog.getByLabel(offline('reviews.reason')).fill('ถามผู้ถ่ายแล้ว')
  await dialog.getByRole('button', { name: offline('reviews.accept'), exact: true }).click()
  await expect(row).toHaveCount(0)
  expect((await read(doctor, id))?.photos).toMatchObject([{ caption, by: { _id: medic._id } }])
  await decide('unblock')
})

test('five minutes without a touch lock a tablet, and a PIN forgotten without a signal loses nothing', async ({
  page,
  context,
  signInAs,
  api,
  origin,
}) => {
  await page.clock.install()
  await signInAs('paramedic', mainLanguage)
  const doctor = await api('doctor')
  const vehicleId = await addVehicle(await api('admin'), `R-${crypto.randomUUID().slice(0, 6)}`)
  const check = `/app/forms-detail/equipment/${vehicleId}`
  const radios = page.getByLabel(`${equipment('field.found')}: ${equipment('item.radio')}`)
  const id = await beginLocked(page)
  const form = page.url()
  await test.step('a check is begun and left', async () => {
    await page.goto(check)
    await unlock(page)
    await radios.fill('3')
    await expect.poll(() => dump(page)).toContain(`"check:${vehicleId}"`)
    await page.goto(form)
    await unlock(page)
    await openWhere(page)
  })
  await pickUp(page).fill('หน้าวัดพระแก้ว')
  await expect(saved(page)).toBeVisible()
  await page.clock.fastForward('05:06')
  await expect(page.getByText(offline('locked'))).toBeVisible()

  await context.setOffline(true)
  await page.getByRole('button', { name: offline('write-on') }).click()
  await landmark(page).fill('ใกล้ตลาดท่าเตียน')
  await expectKept(page)
  await page.goto(page.url())
  await expect(page.getByText(offline('recover-lost'))).toBeVisible()
  await expect(page.getByText('หน้าวัดพระแก้ว')).toBeHidden()
  await unlock(page, wrongPin)
  await expect(page.getByText(offline('pin-wrong-kept_other', { count: '9' }))).toBeVisible()

  const colleague = await signInByCall(origin, 'doctor')
  const own = await page.evaluate((entry) => {
    const before = localStorage.getItem('user') ?? ''
    localStorage.setItem('user', entry)
    return before
  }, JSON.stringify(colleague))
  await context.setOffline(false)
  await page.goto('/app/forms-detail')
  await expect.poll(readAnswer(doctor, id, 'landmark')).toBe('ใกล้ตลาดท่าเตียน')
  expect((await read(doctor, id))?.changed_by.first_name).not.toBe(colleague.first_name)

  await test.step('its author, with a signal, chooses another PIN and goes on with the check', async () => {
    const words = loadWords(mainLanguage, 'second-factor')
    await page.evaluate((entry) => localStorage.setItem('user', entry), own)
    await page.goto(check)
    await expectAccessible(page)
    await page.getByRole('button', { name: offline('recover'), exact: true }).click()
    await page.getByLabel(words('re-authentication.password')).first().fill(demoPassword)
    await expectAccessible(page)
    await page.getByRole('button', { name: words('re-authentication.go-on'), exact: true }).click()
    await page.getByLabel(offline('pin'), { exact: true }).fill(newPin)
    await page.getByRole('button', { name: offline('set-pin'), exact: true }).click()
    await expect(radios).toHaveValue('3')
    await page.reload()
    await unlock(page, newPin)
    await expect(radios).toHaveValue('3')
  })
})

test('without a signal the PIN of the tablet opens a locked screen, and once there is one the password is needed', async ({
  page,
  context,
  signInAs,
  api,
}) => {
  const lockWords = loadWords(mainLanguage, 'second-factor')
  const admin = await api('admin')
  const rules = { second_factor_for: [] }
  await admin(secondFactor.updateRules, { ...rules, idle_lock_minutes: 5 })
  // A worker keeps its network here, and would tell the page that the server can be reached.
  await context.addInitScript(() => Reflect.deleteProperty(window, 'SharedWorker'))
  await context.route('**/api/hospital_user/live**', (route) => route.abort())
  await page.clock.install()
  await signInAs('paramedic', mainLanguage)
  const doctor = await api('doctor')
  const id = await beginLocked(page)
  await pickUp(page).fill('หน้าวัดพระแก้ว')
  await expect(saved(page)).toBeVisible()
  const findLock = (of: Page) => of.getByRole('dialog', { name: lockWords('lock.title') })
  const lock = findLock(page)

  await test.step('it locks without a signal, and who knows the PIN goes on writing', async () => {
    await context.setOffline(true)
    await page.clock.fastForward('05:06')
    await expect(lock.getByText(offline('open-locked'))).toBeVisible()
    await expectAccessible(page)
    await unlock(lock, wrongPin)
    await expect(lock.getByText(offline('pin-wrong-kept_other', { count: '9' }))).toBeVisible()
    await expect(lock.getByLabel(offline('pin'), { exact: true })).toHaveValue('')
    await unlock(lock)
    await expect(lock).toHaveCount(0)
    await openWhere(page)
    await landmark(page).fill('ใกล้ตลาดท่าเตียน')
    await expectKept(page)
  })

  await test.step('another five minutes lock it again, and so does a tab that was killed', async () => {
    await page.clock.fastForward('05:06')
    await expect(lock).toBeVisible()
    await unlock(lock)
    await expect(lock).toHaveCount(0)
  })
  const next = await killAndReopen(context, page)
  await unlock(findLock(next))
  await expect(findLock(next)).toHaveCount(0)
  await openWhere(next)
  await expect(landmark(next)).toHaveValue('ใกล้ตลาดท่าเตียน')

  await test.step('with a signal nothing is read before the password is given', async () => {
    await context.setOffline(false)
    await expect(findLock(next)).toBeVisible()
    await expect(findLock(next).getByLabel(offline('pin'), { exact: true })).toHaveCount(0)
    await findLock(next).getByLabel(lockWords('lock.password')).first().fill(demoPassword)
    await findLock(next)
      .getByRole('button', { name: lockWords('lock.unlock'), exact: true })
      .click()
    await expect(findLock(next)).toHaveCount(0)
    await expect.poll(readAnswer(doctor, id, 'landmark')).toBe('ใกล้ตลาดท่าเตียน')
    await expect(saved(next)).toBeVisible()
  })
  await admin(secondFactor.updateRules, { ...rules, idle_lock_minutes: 0 })
})

test('a locked screen says that ten wrong tries have closed what the tablet kept', async ({
  page,
  context,
  signInAs,
  api,
}) => {
  const lockWords = loadWords(mainLanguage, 'second-factor')
  const admin = await api('admin')
  const rules = { second_factor_for: [] }
  await admin(secondFactor.updateRules, { ...rules, idle_lock_minutes: 5 })
  await context.addInitScript(() => Reflect.deleteProperty(window, 'SharedWorker'))
  await page.clock.install()
  await signInAs('paramedic', mainLanguage)
  await beginLocked(page)
  await context.setOffline(true)
  await page.clock.fastForward('05:06')
  const lock = page.getByRole('dialog', { name: lockWords('lock.title') })
  for (let left = 9; left > 0; left -= 1) {
    await unlock(lock, wrongPin)
    await expect(lock.getByText(offline('pin-wrong-kept_other', { count: String(left) }))).toBeVisible()
    await expect(lock.getByLabel(offline('pin'), { exact: true })).toHaveValue('')
  }
  await unlock(lock, wrongPin)
  await expect(lock.getByText(offline('pin-closed'))).toBeVisible()
  await expect(lock.getByText(lockWords('lock.lost'))).toBeVisible()
  await admin(secondFactor.updateRules, { ...rules, idle_lock_minutes: 0 })
})

/** A mission of its own, on which the demo paramedic is sent. */
async function sendParamedic(nurse: Client, admin: Client): Promise<string> {
  await freeParamedic(nurse)
  const { _id } = await requestAmbulance(nurse, planTransport())
  const team = (await nurse(fleet.choices, {})).teams.find(({ name }) => name.includes('BLS'))
  const vehicle_id = await addVehicle(admin, `R-${crypto.randomUUID().slice(0, 6)}`)
  const event_id = crypto.randomUUID()
  const assigned = { vehicle_id, team_id: team?._id, note: 'พร้อมใช้' }
  await nurse(missions.dispatch, { _id, event_id, step: 'ASSIGNED', ...assigned })
  return _id
}

test('a crew whose tab was killed without a signal still has its mission with its steps and sheets, until it ends', async ({
  page,
  context,
  signInAs,
  api,
}) => {
  const missionWords = loadWords(mainLanguage, 'missions')
  const medic = await api('paramedic')
  const _id = await sendParamedic(await api('nurse'), await api('admin'))
  const mission = (await medic(missions.mine, {})).missions.find((one) => one._id === _id)
  if (!mission?.pick_up) throw new Error('the mission has no place')
  const { pick_up, number } = mission
  const findCard = (of: Page) => of.getByRole('article', { name: number })
  // A worker keeps its network here, and would tell the page that the server can be reached.
  await context.addInitScript(() => Reflect.deleteProperty(window, 'SharedWorker'))
  await context.clock.install()
  await signInAs('paramedic', mainLanguage)
  await install(page)
  await expect(findCard(page)).toContainText(pick_up)
  await setPin(page)
  await expect.poll(() => dump(page)).toContain(mission._id)
  expect(await dump(page)).not.toMatch(/[\u0E00-\u0E7F]{3}/)

  await context.setOffline(true)
  const next = await killAndReopen(context, page)
  await expect(next.getByText(offline('missions-locked'))).toBeVisible()
  await expect(findCard(next)).toHaveCount(0)
  await unlock(next)
  await expect(findCard(next)).toContainText(pick_up)
  await expect(next.getByText(missionWords('own-as-of', { time: '' }).trim())).toBeVisible()
  const step = missionWords('step.EN_ROUTE')
  await expect(findCard(next).getByRole('button', { name: step, exact: true })).toBeVisible()
  await expect(
    findCard(next).getByRole('button', { name: words('begin-sheet', { form: '' }).trim() }),
  ).not.toHaveCount(0)
  await expectAccessible(next)

  await test.step('five minutes without a touch hide it again', async () => {
    await context.clock.fastForward('05:06')
    await expect(next.getByText(offline('missions-locked'))).toBeVisible()
    await expect(findCard(next)).toHaveCount(0)
    await unlock(next)
    await expect(findCard(next)).toContainText(pick_up)
  })

  // As the server answers once it is closed.
  await next.route(`**${missions.mine.path}`, (route) =>
    route.fulfill({ json: { success: true, error_code: 0, missions: [] } }),
  )
  await context.setOffline(false)
  await next.reload()
  await expect.poll(() => dump(next)).not.toContain(mission._id)
})

test('missions and unsent work of one user have one box that unlocks both', async ({
  page,
  signInAs,
  api,
}) => {
  await sendParamedic(await api('nurse'), await api('admin'))
  await signInAs('paramedic', mainLanguage)
  await beginLocked(page)
  await page.route(`**${formDelivery.apply.path}`, (route) => route.fulfill({ status: 500 }))
  await landmark(page).fill('ใกล้ตลาดท่าเตียน')
  await expectKept(page)
  await page.goto('/app/forms-detail')
  await expect(page.getByRole('article').first()).toBeVisible()
  await expect(page.getByText(offline('not-sent.own_other', { count: '1' }))).toBeVisible()
  await expect(page.getByLabel(offline('pin'), { exact: true })).toHaveCount(1)
  await unlock(page)
  await expect(page.getByLabel(offline('pin'), { exact: true })).toHaveCount(0)
})

test('a locked tablet that misses events alone does not cover the form', async ({
  page,
  context,
  signInAs,
  api,
}) => {
  const doctor = await api('doctor')
  await context.addInitScript(() => Reflect.deleteProperty(window, 'SharedWorker'))
  await context.route('**/api/hospital_user/live**', (route) => route.abort())
  await page.clock.install()
  await signInAs('paramedic', mainLanguage)
  const id = await beginLocked(page)
  await page.clock.fastForward('05:06')
  await expect(page.getByText(offline('locked'))).toBeVisible()
  await expect(page.getByText(app('connection-lost', { time: '' }).trim())).toBeVisible()
  await expect(page.getByRole('button', { name: offline('write-on') })).toHaveCount(0)
  await landmark(page).fill('ใกล้ตลาดท่าเตียน')
  // Until its first answer arrives, the panel has no such record.
  const readLandmark = readAnswer(doctor, id, 'landmark')
  await expect(async () => expect(await readLandmark()).toBe('ใกล้ตลาดท่าเตียน')).toPass()
})

test('without a signal a locked tablet covers the form, and what was written all the same opens with the PIN later', async ({
  page,
  context,
  signInAs,
}) => {
  await context.addInitScript(() => Reflect.deleteProperty(window, 'SharedWorker'))
  await page.clock.install()
  await signInAs('paramedic', mainLanguage)
  await beginLocked(page)
  await pickUp(page).fill('หน้าวัดพระแก้ว')
  await expect(saved(page)).toBeVisible()
  await context.setOffline(true)
  await page.clock.fastForward('05:06')
  await expect(page.getByText(offline('locked'))).toBeVisible()
  await expect(landmark(page)).toBeHidden()
  await expectAccessible(page)
  await page.getByRole('button', { name: offline('write-on') }).click()
  await landmark(page).fill('ใกล้ตลาดท่าเตียน')
  await expectKept(page)
  await takePhoto(page, 'ECG')
  await expect(kept(page, 'ECG')).toBeVisible()
  expect(await dump(page)).toContain('"own":null')
  await unlock(page)
  await expect(landmark(page)).toHaveValue('ใกล้ตลาดท่าเตียน')
  await expect.poll(() => dump(page)).not.toContain('"own":null')

  const next = await killAndReopen(context, page)
  await unlock(next)
  await openWhere(next)
  await expect(landmark(next)).toHaveValue('ใกล้ตลาดท่าเตียน')
  await expect(kept(next, 'ECG').getByRole('img', { name: 'ECG' })).toBeVisible()
})

test('under a new PIN drafts open without a signal though an answer of before it is unsent', async ({
  page,
  context,
  signInAs,
  api,
}) => {
  await signInAs('doctor', mainLanguage)
  const doctor = await api('doctor')
  const id = await beginLocked(page)
  await pickUp(page).fill('หน้าวัดพระแก้ว')
  await expect(saved(page)).toBeVisible()
  await context.route(`**${formDelivery.apply.path}`, (route) => route.fulfill({ status: 500 }))
  await landmark(page).fill('ใกล้ตลาดท่าเตียน')
  await expectKept(page)
  await page.reload()
  await page.getByRole('button', { name: offline('forget'), exact: true }).click()
  await setPin(page)
  await expect.poll(() => dump(page)).toContain('"seen_at"')

  await context.setOffline(true)
  await page.goto('/app/forms-detail/ambulance-request')
  await unlock(page)
  await page.locator(`a[href$="${id}"]`).click()
  await openWhere(page)
  await expect(pickUp(page)).toHaveValue('หน้าวัดพระแก้ว')
  await context.unroute(`**${formDelivery.apply.path}`)
  await context.setOffline(false)
  await expect.poll(readAnswer(doctor, id, 'landmark')).toBe('ใกล้ตลาดท่าเตียน')
})

test('a passkey of the tablet opens without a signal what was written', async ({
  page,
  context,
  signInAs,
  origin,
}) => {
  // No browser makes a passkey for a bare IP address.
  const localhost = origin.replace('127.0.0.1', 'localhost')
  const devtools = await context.newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      hasPrf: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  await signInAs('doctor', mainLanguage)
  const { _id: user_id, server_token } = await signInByCall(localhost, 'doctor')
  const call = createClient({ fetch, base: localhost, session: () => ({ server_token, user_id }) })
  const re_authentication = { kind: 'password', password: demoPassword } as const
  const { options } = await call(secondFactor.beginPasskey, { re_authentication })
  await page.goto(`${localhost}/app/forms-detail`)
  await page.evaluate(async (asked) => {
    const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(asked)
    await navigator.credentials.create({ publicKey })
    await navigator.serviceWorker.ready
  }, options)

  await begin(page, localhost)
  const usePasskey = page.getByRole('button', { name: offline('use-passkey') })
  await usePasskey.click()
  await expect(usePasskey).toBeHidden()
  await pickUp(page).fill('หน้าวัดพระแก้ว')
  await expect(saved(page)).toBeVisible()
  await context.setOffline(true)
  await landmark(page).fill('ใกล้ตลาดท่าเตียน')
  await expectKept(page)
  await page.goto(page.url())
  await expect(page.getByText(offline('locked'))).toBeVisible()
  await usePasskey.click()
  await openWhere(page)
  await expect(pickUp(page)).toHaveValue('หน้าวัดพระแก้ว')
  await expect(landmark(page)).toHaveValue('ใกล้ตลาดท่าเตียน')
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
  const row = `diagnoses/${crypto.randomUUID()}`
  const operations = answerAll({ [row]: true, [`${row}/diagnosis`]: 'เบาหวาน' })
  await doctor(ambulanceReferrals.edit, { _id, operations })
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
  // The tablet keeps it for the next page.
  await expect.poll(() => dump(page)).toMatch(/"clock_offset_ms":10\d{6}/)
  const id = await begin(page)
  const expectNow = (at: unknown) =>
    expect(Math.abs(Date.parse(String(at)) - Date.now())).toBeLessThan(30 * 60_000)
  await expect.poll(readAnswer(doctor, id, 'received_at')).toBeDefined()
  expectNow(await readAnswer(doctor, id, 'received_at')())

  const sheet = loadWords(mainLanguage, 'operation-form')
  const sheetId = crypto.randomUUID()
  await doctor(operationRecords.add, { new_id: sheetId, operations: [] })
  const readVitals = async () => {
    const { rows } = await doctor(operationRecords.list, { _id: sheetId })
    const [row] = Object.values((rows[0]?.answers['vitals'] ?? {}) as Record<string, Record<string, unknown>>)
    return row ?? {}
  }
  await page.goto(`/app/forms-detail/operation-form/${sheetId}`)
  await openSection(page, sheet('section.vitals'))
  await page
    .getByRole('button', { name: words('add-row', { field: sheet('field.vitals') }), exact: true })
    .click()
  await expect.poll(async () => (await readVitals())['measured_at']).toBeDefined()
  const first = (await readVitals())['measured_at']
  expectNow(first)
  const row = page.getByRole('group', {
    name: words('row', { field: sheet('field.vitals'), number: '1' }),
    exact: true,
  })
  const ui = loadWords(mainLanguage, 'ui')
  await row.getByLabel(ui('time'), { exact: true }).first().fill('00:01')
  await expect.poll(async () => (await readVitals())['measured_at']).not.toBe(first)
  const typed = (await readVitals())['measured_at']
  await row
    .getByRole('button', { name: ui('now'), exact: true })
    .first()
    .click()
  await expect.poll(async () => (await readVitals())['measured_at']).not.toBe(typed)
  expectNow((await readVitals())['measured_at'])
})

test('what a blocked user writes once the clock of the tablet was put back waits for a person', async ({
  page,
  context,
  signInAs,
  api,
  origin,
}) => {
  const [admin, doctor] = [await api('admin'), await api('doctor')]
  const medic = await signInByCall(origin, 'paramedic')
  const decide = async (act: 'block' | 'unblock') => {
    const { user } = await admin(accounts.get, { _id: medic._id })
    await admin(accounts.decide, { _id: medic._id, version: user.version, act })
  }
  await page.addInitScript(() => Reflect.deleteProperty(window, 'SharedWorker'))
  await page.route('**/api/hospital_user/live**', (route) => route.abort())
  await page.clock.install()
  await signInAs('paramedic', mainLanguage)
  const id = await begin(page)
  await pickUp(page).fill('หน้าวัดพระแก้ว')
  await expect(saved(page)).toBeVisible()
  await context.setOffline(true)
  await decide('block')
  await page.clock.setSystemTime(Date.now() - 10 * 60_000)
  await landmark(page).fill('เขียนหลังถูกระงับ')
  await expectKept(page)

  const supervisor = await signInByCall(origin, 'doctor')
  await page.evaluate((entry) => localStorage.setItem('user', entry), JSON.stringify(supervisor))
  await page.close()
  await context.setOffline(false)
  const next = await context.newPage()
  await next.goto('/app/forms-detail')
  const findReview = async () =>
    (await doctor(formDelivery.reviews, {})).rows.find(({ record_id }) => record_id === id)
  await expect.poll(async () => (await findReview())?.reason).toBe('time-doubtful')
  expect(await readAnswer(doctor, id, 'landmark')()).toBeUndefined()
  await decide('unblock')
})

test('a tablet that comes back to a session that ran out loses nothing, and its user sends it once signed in', async ({
  page,
  context,
  signInAs,
  api,
  origin,
}) => {
  await signInAs('paramedic', mainLanguage)
  const doctor = await api('doctor')
  const id = await begin(page)
  await pickUp(page).fill('หน้าวัดพระแก้ว')
  await expect(saved(page)).toBeVisible()
  await context.setOffline(true)
  await landmark(page).fill('ใกล้ตลาดท่าเตียน')
  await expectKept(page)

  const { _id: user_id, server_token } = await page.evaluate(() =>
    JSON.parse(localStorage.getItem('user') ?? '{}'),
  )
  await createClient({ fetch, base: origin, session: () => ({ server_token, user_id }) })(signIn.signOut, {})
  await context.setOffline(false)
  await expect(page).toHaveURL(/\/login/)
  expect(await dump(page)).toContain(id)
  expect(await readAnswer(doctor, id, 'landmark')()).toBeUndefined()
  const again = await signInByCall(origin, 'paramedic')
  await page.evaluate((entry) => localStorage.setItem('user', entry), JSON.stringify(again))
  await page.goto('/app/forms-detail')
  await expect.poll(readAnswer(doctor, id, 'landmark')).toBe('ใกล้ตลาดท่าเตียน')
  expect((await read(doctor, id))?.changed_by._id).toBe(again._id)
})

test('while an answer was refused, no screen says that it was sent, until its author has seen so', async ({
  page,
  signInAs,
  api,
  origin,
}) => {
  await signInAs('paramedic', mainLanguage)
  const doctor = await api('doctor')
  const id = await begin(page)
  await pickUp(page).fill('หน้าวัดพระแก้ว')
  await expect(saved(page)).toBeVisible()
  // As a server answers that no longer takes what this version of the app lets be written.
  await page.route(`**${formDelivery.apply.path}`, async (route) => {
    const response = await route.fetch()
    const reply = await response.json()
    for (const result of reply.results)
      Object.assign(result, { outcome: 'refused', problem: { field: 'landmark', message: 'too-long' } })
    await route.fulfill({ response, json: reply })
  })
  const failed = (of: Page) => of.getByText(offline('failed_other', { count: '1' }))
  await landmark(page).fill('ใกล้ตลาดท่าเตียน')
  await expect(failed(page)).toBeVisible()
  await expect(saved(page)).toBeHidden()
  await page.unroute(`**${formDelivery.apply.path}`)
  await pickUp(page).fill('หลังวัดพระแก้ว')
  await expect.poll(readAnswer(doctor, id, 'pick_up')).toBe('หลังวัดพระแก้ว')
  await expect(failed(page)).toBeVisible()
  await expect(saved(page)).toBeHidden()

  await test.step('the forms and every other screen say so, also to a second user, who cannot forget it', async () => {
    const colleague = await signInByCall(origin, 'doctor')
    await page.evaluate((entry) => localStorage.setItem('user', entry), JSON.stringify(colleague))
    await page.goto('/app/forms-detail')
    const section = page.getByRole('region', { name: offline('not-sent.title') })
    await expect(section.getByText(offline('not-sent.others-failed_other', { count: '1' }))).toBeVisible()
    await expect(section.getByRole('button', { name: offline('seen') })).toHaveCount(0)
    await expectAccessible(page)
    await page.goto('/app/profile')
    await expect(page.getByRole('link', { name: offline('failed_other', { count: '1' }) })).toBeVisible()
  })

  await test.step('its author has seen it', async () => {
    const medic = await signInByCall(origin, 'paramedic')
    await page.evaluate((entry) => localStorage.setItem('user', entry), JSON.stringify(medic))
    await page.goto('/app/forms-detail')
    await page.getByRole('button', { name: offline('seen') }).click()
    await expect(page.getByRole('region', { name: offline('not-sent.title') })).toBeHidden()
  })
})

test('what a tablet stores names no patient, and opens for no second user', async ({
  page,
  context,
  signInAs,
  api,
  origin,
}) => {
  const doctor = await api('doctor')
  const { rows } = await doctor(patients.list, { search_value: '' })
  const patient = rows[0]
  if (!patient) throw new Error('the demo hospital has no patients')
  const cid = '1101700230708'
  const _id = crypto.randomUUID()
  const operations = answerAll({ patient: patient._id, direction: 'OUT' })
  await doctor(ambulanceReferrals.add, { new_id: _id, operations })
  const referral = loadWords(mainLanguage, 'ambulance-referral')
  await signInAs('doctor', mainLanguage)
  await install(page)
  await page.goto(`/app/forms-detail/ambulance-referral/${_id}`)
  await setPin(page)
  await page.reload()
  await unlock(page)
  await expect.poll(() => dump(page)).toContain('"seen_at"')
  await context.setOffline(true)
  await openSection(page, referral('section.patient'))
  await page.getByLabel(referral('field.national_id')).fill(cid)
  await expectKept(page)
  const stored = await dump(page)
  expect(stored).toContain(_id)
  // Single letters stand in any noise.
  expect(stored).not.toMatch(/[\u0E00-\u0E7F]{3}/)
  for (const said of [cid, patient.hn, patient._id]) expect(stored).not.toContain(said)

  const colleague = await signInByCall(origin, 'nurse')
  await page.evaluate((entry) => localStorage.setItem('user', entry), JSON.stringify(colleague))
  await page.goto(`/app/forms-detail/ambulance-referral/${_id}`)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.getByText(patient.hn)).toHaveCount(0)
  await expect(page.getByText(cid)).toHaveCount(0)
  await page.goto('/app/forms-detail')
  const section = page.getByRole('region', { name: offline('not-sent.title') })
  await expect(section.getByText(/ยังไม่ส่ง 1 รายการ/)).toBeVisible()
  await expect(section.getByRole('link')).toHaveCount(0)
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
  // Without the key of the hospital nothing is sealed, and nothing is stored that could find no room.
  await expect.poll(() => dump(page)).toContain('public_key')
  await context.setOffline(true)
  await pickUp(page).fill('หน้าวัดพระแก้ว')
  await expect(page.getByText(offline('full'))).toBeVisible()
  await expect(pickUp(page)).toHaveValue('หน้าวัดพระแก้ว')
  await takePhoto(page, 'ECG')
  await expect(kept(page, 'ECG').getByRole('img', { name: 'ECG' })).toBeVisible()
  await landmark(page).fill('ใกล้ตลาด')
  await expect(page.getByText(offline('full'))).toBeVisible()
  await context.setOffline(false)
  await expect.poll(readAnswer(doctor, id, 'landmark')).toBe('ใกล้ตลาด')
  await expect(arrived(page, 'ECG')).toBeVisible()
  await expect(page.getByText(offline('full'))).toBeHidden()
})

/** The name of what the browser says, if it has no room. */
async function tryToStore(): Promise<string | undefined> {
  const db = await new Promise<IDBDatabase>((resolve) => {
    const opening = indexedDB.open('forms')
    opening.onsuccess = () => resolve(opening.result)
  })
  const tx = db.transaction('records', 'readwrite')
  tx.objectStore('records').put({ by: 'nobody', record_id: 'none' })
  const failure = await new Promise<string | undefined>((resolve) => {
    tx.oncomplete = () => resolve(undefined)
    tx.onabort = () => resolve(tx.error?.name)
  })
  db.close()
  return failure
}

test('what was kept before the storage was full is sent and leaves it, and no PIN is guessed meanwhile', async ({
  page,
  context,
  signInAs,
  api,
}) => {
  await signInAs('doctor', mainLanguage)
  const doctor = await api('doctor')
  const id = await beginLocked(page)
  await pickUp(page).fill('หน้าวัดพระแก้ว')
  await expect(saved(page)).toBeVisible()
  await context.setOffline(true)
  await landmark(page).fill('ใกล้ตลาด')
  await expectKept(page)
  await takePhoto(page, 'ECG')
  await expect(kept(page, 'ECG').getByRole('img', { name: 'ECG' })).toBeVisible()
  const devtools = await context.newCDPSession(page)
  const { origin } = new URL(page.url())
  await devtools.send('Storage.overrideQuotaForOrigin', { origin, quotaSize: 1 })
  // The browser goes by the room that it has seen within half a minute.
  await expect.poll(() => page.evaluate(tryToStore)).toBe('QuotaExceededError')
  await page.reload()
  await unlock(page)
  await openWhere(page)
  await expect(landmark(page)).toHaveValue('ใกล้ตลาด')
  await pickUp(page).fill('หน้าวัดโพธิ์')
  await expect(page.getByText(offline('full'))).toBeVisible()

  await context.setOffline(false)
  await expect.poll(readAnswer(doctor, id, 'pick_up')).toBe('หน้าวัดโพธิ์')
  expect(await readAnswer(doctor, id, 'landmark')()).toBe('ใกล้ตลาด')
  await expect(arrived(page, 'ECG')).toBeVisible()
  await expect(page.getByText(offline('full'))).toBeHidden()
  await expect(unsent(page)).toBeHidden()
  await expect.poll(() => dump(page)).not.toContain('may_have_arrived')

  const guess = async (times: number) => {
    for (let i = 0; i < times; i += 1) {
      await unlock(page, wrongPin)
      await expect(page.getByLabel(offline('pin'), { exact: true })).toHaveValue('')
    }
  }
  await page.reload()
  await guess(5)
  await expect(page.getByText(offline('pin-wrong-kept_other', { count: '5' }))).toBeVisible()
  await page.reload()
  await guess(4)
  await expect(page.getByText(offline('pin-wrong-kept_other', { count: '1' }))).toBeVisible()
  await unlock(page, wrongPin)
  await expect(page.getByText(offline('pin-closed'))).toBeVisible()
  await page.reload()
  await expect(page.getByRole('button', { name: offline('recover'), exact: true })).toBeVisible()
  await expect(page.getByLabel(offline('pin'), { exact: true })).toHaveCount(0)
})

/** What an earlier version of the app left: the same queue in the first version of its database. */
const leaveEarlierQueue = (page: Page) =>
  page.evaluate(async () => {
    const settle = <Value>(asked: IDBRequest<Value>) =>
      new Promise<Value>((resolve, reject) => {
        asked.onsuccess = () => resolve(asked.result)
        asked.onerror = () => reject(asked.error)
      })
    const present = await settle(indexedDB.open('forms'))
    const kept = await Promise.all(
      [...present.objectStoreNames].map(async (name) => {
        const all = await settle(present.transaction(name).objectStore(name).getAll())
        return [name, all] as const
      }),
    )
    present.close()
    const openEarlier = async (): Promise<IDBDatabase> => {
      await settle(indexedDB.deleteDatabase('forms'))
      const opening = indexedDB.open('forms', 1)
      opening.onupgradeneeded = () => {
        const db = opening.result
        db.createObjectStore('operations', { keyPath: 'seq', autoIncrement: true })
        db.createObjectStore('records', { keyPath: ['by', 'record_id'] })
        db.createObjectStore('keys', { keyPath: 'by' })
        db.createObjectStore('state', { keyPath: 'name' })
        // What later versions keep has no place in it.
        const known = kept.filter(([name]) => db.objectStoreNames.contains(name))
        for (const [name, all] of known)
          for (const one of all) opening.transaction?.objectStore(name).add(one)
      }
      try {
        return await settle(opening)
      } catch (error) {
        // A page that is being left or closed may open its own version in between, until it is gone.
        if ((error as DOMException).name === 'VersionError') return openEarlier()
        throw error
      }
    }
    const earlier = await openEarlier()
    earlier.close()
    return kept.find(([name]) => name === 'operations')?.[1].length
  })

test('a newer version of the app waits while a form is open, and sends the queue that an earlier one left', async ({
  page,
  context,
  signInAs,
  api,
  origin,
}) => {
  const versions = await serveVersions(origin)
  const entry = (of: Page) => of.locator('script[type=module][src]').getAttribute('src')
  const worker = (of: Page) =>
    of.evaluate(async () => {
      const registration = await navigator.serviceWorker.getRegistration()
      return registration?.waiting ? 'waits' : registration?.active?.state
    })
  await signInAs('doctor', mainLanguage)
  const doctor = await api('doctor')
  await install(page, versions.origin)
  const id = await begin(page, versions.origin)
  const first = await entry(page)
  /** Again if it took too long: then the page is the one that the browser has stored. */
  const openNewer = (of: Page) =>
    expect(async () => {
      await of.goto(`${versions.origin}/app/forms-detail`)
      expect(await entry(of)).not.toBe(first)
    }).toPass()

  versions.release()
  await page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.update())
  await expect.poll(() => worker(page)).toBe('waits')
  await pickUp(page).fill('หน้าวัดพระแก้ว')
  await expect(saved(page)).toBeVisible()

  // Another tab has the newer version, and does not take it from under the form either.
  const other = await context.newPage()
  await openNewer(other)
  await expect(other.getByRole('heading', { level: 1 })).toBeVisible()
  await other.evaluate(() => navigator.serviceWorker.ready)
  expect(await worker(other)).toBe('waits')

  await context.route(`**${formDelivery.apply.path}`, (route) => route.abort())
  await landmark(page).fill('ใกล้ตลาดท่าเตียน')
  await expectKept(page)
  expect(await worker(page)).toBe('waits')
  await other.close()
  await page.goto(`${versions.origin}/favicon.svg`)
  expect(await leaveEarlierQueue(page)).toBe(1)
  await context.unroute(`**${formDelivery.apply.path}`)
  await openNewer(page)
  await expect.poll(readAnswer(doctor, id, 'landmark')).toBe('ใกล้ตลาดท่าเตียน')
  const devtools = await context.newCDPSession(page)
  await devtools.send('ServiceWorker.enable')
  await expect(async () => {
    // The page asks for the newer worker when it opens. The browser ends the earlier one once it has nothing to do;
    // this test's tools keep it alive.
    await page.reload({ timeout: 20_000 })
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible({ timeout: 20_000 })
    await devtools.send('ServiceWorker.stopAllWorkers')
    await expect.poll(() => worker(page), { timeout: 10_000 }).toBe('activated')
  }).toPass()
  await page.close()
  versions.close()
})
