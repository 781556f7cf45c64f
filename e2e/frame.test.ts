import { monitoring, patients } from 'contract'
import { expect, expectAccessible, expectDrawn, test } from './fixtures.ts'
import { languages, loadWords, mainLanguage } from './words.ts'

const app = loadWords('en', 'app')
const phone = { width: 390, height: 844 }

test('the outline of a screen is drawn before the panel has arrived, and gives way to the screen', async ({
  page,
  signInAs,
}) => {
  await signInAs('nurse')
  const { promise: isAllowed, resolve: allow } = Promise.withResolvers<void>()
  await page.route('**/assets/**', async (route) => {
    await isAllowed
    await route.continue()
  })
  await page.goto('/app/devices', { waitUntil: 'commit' })
  const outline = page.locator('#first-paint')
  await expect(outline.getByText(app('product')).first()).toBeVisible()
  allow()
  await expect(page.getByRole('heading', { level: 1, name: app('device-list') })).toBeVisible()
  await expect(outline).toBeHidden()
})

test('a screen that is opened anew is never blank', async ({ page, signInAs }) => {
  await signInAs('nurse')
  await page.addInitScript(() => {
    const look = () => {
      const main = document.querySelector('main')
      const hasOutline = document.getElementById('first-paint')?.checkVisibility()
      if (main && !hasOutline && !main.querySelector('h1')) document.documentElement.dataset['blank'] = ''
      requestAnimationFrame(look)
    }
    requestAnimationFrame(look)
  })
  for (const path of ['/app/patient-list/ward', '/app/notifications', '/app/devices']) {
    await page.goto(path)
    await expectDrawn(page)
    await expect(page.locator('html[data-blank]')).toHaveCount(0)
  }
})

test('the current destination stays in sight when the rail gets less room', async ({ page, signInAs }) => {
  await signInAs('admin')
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto('/app/audit')
  const current = page
    .getByRole('navigation', { name: app('navigation') })
    .locator('[aria-current]')
    .first()
  await expect(current).toBeInViewport({ ratio: 1 })
  await page.setViewportSize({ width: 1440, height: 420 })
  await expect(current).toBeInViewport({ ratio: 1 })
  await page.setViewportSize({ width: 1024, height: 420 })
  await expect(current).toBeInViewport({ ratio: 1 })
})

test('a panel whose code does not arrive says so', async ({ page }) => {
  await page.route('**/assets/*.js', (route) => route.abort())
  await page.goto('/login', { waitUntil: 'commit' })
  await expect(page.getByText('The panel could not be loaded.')).toBeVisible()
})

test('a click on a destination answers at once, while the code of its screen is on the way', async ({
  page,
  signInAs,
}) => {
  await signInAs('nurse')
  await page.goto('/app/devices')
  const screen = (name: string) => page.getByRole('heading', { level: 1, name })
  await expect(screen(app('device-list'))).toBeVisible()
  const { promise: isAllowed, resolve: allow } = Promise.withResolvers<void>()
  await page.route('**/assets/monitoring-page-*.js', async (route) => {
    await isAllowed
    await route.continue()
  })
  const link = page
    .getByRole('navigation', { name: app('navigation') })
    .getByRole('link', { name: app('monitoring') })
  await link.click()
  await expect(link).toHaveAttribute('data-pending')
  await expect(screen(app('device-list'))).toBeVisible()
  allow()
  await expect(link).toHaveAttribute('aria-current', 'page')
  await expect(link).not.toHaveAttribute('data-pending')
})

for (const language of languages) {
  const words = loadWords(language, 'search')

  test(`from any screen a nurse finds a patient, and charts vital signs, by keys alone (${language})`, async ({
    page,
    signInAs,
    api,
  }) => {
    const nurse = await api('nurse')
    const [tile] = (await nurse(monitoring.wall, {})).tiles
    const known = tile?.patient
    if (!known) throw new Error('nobody is monitored')
    await signInAs('nurse', language)
    await page.goto('/app/devices')
    await expectDrawn(page)
    const dialog = page.getByRole('dialog', { name: words('title') })

    await page.keyboard.press('Control+k')
    await expect(dialog).toBeVisible()
    await page.keyboard.type(known.hn)
    await expect(dialog.getByRole('option', { selected: true })).toContainText(known.hn)
    await expectAccessible(page)
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(new RegExp(known._id))
    // A record that has not been loaded is not remembered.
    await expect(page.locator('[data-record-head]')).toContainText(known.hn)

    // Back on another screen, the patient is the first of those last opened: no search is needed.
    const inbox = loadWords(language, 'app')('inbox')
    await page.keyboard.press('Control+k')
    await expect(dialog.getByRole('combobox')).toBeFocused()
    await page.keyboard.type(inbox)
    await expect(dialog.getByRole('option', { selected: true })).toContainText(inbox)
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/\/app\/inbox$/)
    await page.keyboard.press('Control+k')
    await expect(dialog.getByRole('option', { selected: true })).toContainText(known.hn)
    await expectAccessible(page)

    await page.keyboard.type(words('act.record').slice(0, 8))
    await expect(dialog.getByRole('option', { selected: true })).toContainText(words('act.record'))
    await page.keyboard.press('Enter')
    await expect(dialog.getByRole('option', { selected: true })).toContainText(known.hn)
    await page.keyboard.press('Enter')
    const form = page.getByRole('dialog', { name: new RegExp(loadWords(language, 'readings')('record')) })
    await expect(form).toBeVisible()
    await page.reload()
    await expect(form).toBeVisible()
  })

  test(`the device screens are tabs of one destination, also in a phone's bottom bar (${language})`, async ({
    page,
    signInAs,
  }) => {
    const name = loadWords(language, 'app')
    await page.setViewportSize(phone)
    await signInAs('nurse', language)
    await page.goto('/app/patient-list')
    const bar = page.getByRole('navigation', { name: name('navigation') })
    await expect(bar.getByRole('link')).toHaveCount(5)
    await expect(bar.getByRole('link').first()).toHaveText(name('ward'))
    await expect(bar.locator('[aria-current=page]')).toHaveText(name('ward'))
    await bar.getByRole('link', { name: name('devices') }).click()
    await expect(page).toHaveURL(/\/app\/devices$/)
    const tabs = page.getByRole('navigation', { name: name('devices') })
    for (const tab of ['device-transactions', 'inbox', 'quarantine']) {
      await tabs.getByRole('link', { name: name(tab) }).click()
      await expect(tabs.locator('[aria-current=page]')).toContainText(name(tab))
      await expect(bar.locator('[aria-current]')).toContainText(name('devices'))
    }
    await expect(page).toHaveURL(/\/app\/quarantine$/)
  })
}

test('on a phone the search fills the screen, and works with a finger', async ({ page, signInAs, api }) => {
  const nurse = await api('nurse')
  const [known] = (await nurse(patients.list, { number_of_rec: 1 })).rows
  if (!known) throw new Error('there is no patient')
  await page.setViewportSize(phone)
  await signInAs('nurse', mainLanguage)
  await page.goto('/app/devices')
  await page.getByRole('button', { name: loadWords(mainLanguage, 'app')('search') }).click()
  const dialog = page.getByRole('dialog', { name: loadWords(mainLanguage, 'search')('title') })
  await expect(dialog).toBeVisible()
  await dialog.getByRole('combobox').fill(known.hn)
  await expect(dialog.getByText(known.hn)).toBeVisible()
  await expectAccessible(page)
  const box = await dialog.boundingBox()
  expect(box).toMatchObject({ x: 0, y: 0, width: phone.width })
  await dialog.getByText(known.hn).click()
  await expect(page).toHaveURL(new RegExp(known._id))
})

test('the current tab is in sight on a phone, also when the font arrives late or the phone is turned', async ({
  page,
  signInAs,
}) => {
  await page.setViewportSize(phone)
  await signInAs('nurse', 'th')
  const { promise: isAllowed, resolve: allow } = Promise.withResolvers<void>()
  await page.route('**/*.woff2', async (route) => {
    await isAllowed
    await route.continue()
  })
  await page.goto('/app/ambulance/inbound')
  const tab = page.getByRole('link', { name: loadWords('th', 'app')('inbound'), exact: true })
  await expect(tab).toBeInViewport({ ratio: 1 })
  allow()
  await page.evaluate(() => document.fonts.ready)
  // The arrows lie above the ends of the row.
  const isUncovered = () =>
    tab.evaluate((link) => {
      const { left, right, top, height } = link.getBoundingClientRect()
      return [left + 1, right - 1].every((x) => link.contains(document.elementFromPoint(x, top + height / 2)))
    })
  await expect.poll(isUncovered).toBe(true)
  await page.setViewportSize({ width: phone.height, height: phone.width })
  await expect.poll(isUncovered).toBe(true)
  await page.setViewportSize(phone)
  await expect.poll(isUncovered).toBe(true)
})

test('a list on paper has its rows, and nothing that turns its pages', async ({ page, signInAs }) => {
  await signInAs('nurse')
  await page.goto('/app/patient-list/all')
  await expectDrawn(page)
  const word = loadWords('en', 'ui')
  const pages = page.getByRole('navigation', { name: word('pages') })
  const next = pages.getByRole('button', { name: word('next-page') })
  await expect(next).toBeVisible()
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('row').nth(1)).toBeVisible()
  await expect(next).toBeHidden()
  await expect(pages.getByLabel(word('page'), { exact: true })).toBeHidden()
  await expect(pages.getByLabel(word('rows-per-page'))).toBeHidden()
  await expect(pages).toContainText(/1–20 /)
})
