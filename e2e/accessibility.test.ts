import type { Page } from '@playwright/test'
import {
  ambulanceReferrals,
  ambulanceRequests,
  type Client,
  fleet,
  monitoring,
  readings,
  secondFactor,
  triage,
  users,
} from 'contract'
import { clearPatientAlarms, expect, expectAccessible, expectDrawn, test } from './fixtures.ts'
import { publicScreens, screensByUser, touchedScreens } from './screens.ts'
import { loadWords } from './words.ts'

// One test opens some sixty screens: only a hang should reach this limit, on a busy machine too.
test.describe.configure({ timeout: 1_500_000 })

/**
 * Axe's rules are checked in both languages, both colour schemes and at the narrowest and widest width; overflow there
 * and at another width, to which the screen that is already open is resized.
 */
const looks = [
  { language: 'en', colorScheme: 'light', width: 1440, otherWidth: 390 },
  { language: 'th', colorScheme: 'dark', width: 390, otherWidth: 1024 },
] as const
type Look = (typeof looks)[number]

const loaded: ReadonlySet<string> = new Set(Object.values(touchedScreens).flat())

/** A patient who wears devices, with values in and out of range on each screen. */
async function measuredPatient(nurse: Client): Promise<string> {
  const { tiles } = await nurse(monitoring.wall, {})
  const patient = tiles.find(({ patient: { ward, bed } }) => ward?.name_en === 'Male Medical' && bed === '03')
  const patient_id = patient?.patient._id ?? ''
  const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()
  const hours = [5, 4, 3, 2, 1]
  await nurse(readings.record, {
    patient_id,
    readings: [
      ...hours.map((hour) => ({
        kind: 'blood_pressure' as const,
        measured_at: ago(hour * 60),
        systolic: 128 + hour * 7,
        diastolic: 74 + hour * 3,
        pulse: 70 + hour,
      })),
      ...hours.map((hour) => ({ kind: 'spo2' as const, measured_at: ago(hour * 60), spo2: 98 - hour })),
      { kind: 'spo2', measured_at: ago(0), spo2: 87, pulse: 118 },
      { kind: 'temperature', measured_at: ago(30), temperature: 38.4 },
      { kind: 'respiration', measured_at: ago(20), respiration_rate: 22 },
      { kind: 'consciousness', measured_at: ago(20), consciousness: 'A', oxygen: false },
      {
        kind: 'glucose',
        measured_at: ago(90),
        blood_glucose: 212,
        marker: 'after_meal',
        note: 'หลังอาหารกลางวัน',
      },
      { kind: 'body', measured_at: ago(200), weight: 52.4, height: 165 },
      { kind: 'activity', measured_at: ago(10), steps: 1240 },
      { kind: 'sleep', measured_at: ago(400), awake: 40, light: 250, deep: 90 },
      {
        kind: 'lab',
        measured_at: ago(600),
        creatinine: 1.6,
        bun: 28,
        uric_acid: 8.1,
        cholesterol: 240,
        ldl: 162,
      },
    ],
  })
  return patient_id
}

/** A draft of a form with one long answer. Its id is a device's. */
async function beginDraft(
  nurse: Client,
  add: typeof ambulanceRequests.add | typeof ambulanceReferrals.add,
  path: string,
): Promise<string> {
  const [new_id, op_id] = [crypto.randomUUID(), crypto.randomUUID()]
  const answer = 'หน้าวัดพระแก้ว '.repeat(8).trim()
  const at = new Date().toISOString()
  await nurse(add, { new_id, operations: [{ op_id, path, answer, at, device: 'e2e' }] })
  return new_id
}

/** A user with long names without spaces, and a history of changes. */
async function changedUser(admin: Client): Promise<string> {
  const named = {
    first_name: 'Wolfeschlegelsteinhausenberger'.repeat(2),
    last_name: 'พระพิมลธรรมวโรดม'.repeat(4),
  }
  const email = `${named.first_name.toLowerCase()}@${'long-'.repeat(9)}name.demo.hospital`
  const { rows } = await admin(users.list, { search_value: named.first_name })
  const { _id, version, is_verified } =
    rows[0] ??
    (await admin(users.add, { ...named, email, phone: '0812345678', staff_type: 'assistant_nurse' })).user
  const { user } = await admin(users.update, { _id, version, is_verified: !is_verified })
  return user._id
}

const measured = new Set<string>()

/** Clears the alarms that a test's own values raised, so that they appear on no screen of the next test. */
test.afterEach(async ({ api }) => {
  if (measured.size === 0) return
  await clearPatientAlarms(await api('nurse'), measured)
  measured.clear()
})

/** Expects the screen, which is drawn, to be no wider than its window. */
async function expectRoom(page: Page, width: number): Promise<void> {
  // A busy page is drawn for the width some frames later.
  const measure = () => document.documentElement.scrollWidth - window.innerWidth
  await expect
    .poll(() => page.evaluate(measure), { message: `the page is no wider than ${width} px` })
    .toBeLessThanOrEqual(0)
}

/** Waits until a screen that is drawn anew, for another width or language, has begun to be: with the second frame. */
const awaitFrames = (page: Page) =>
  page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))))

/** Checks the screen that is open in this look. */
async function check(page: Page, { width, otherWidth }: Look): Promise<void> {
  await expectDrawn(page)
  await expectRoom(page, width)
  await expectAccessible(page)
  await page.setViewportSize({ width: otherWidth, height: 900 })
  await awaitFrames(page)
  await expectDrawn(page)
  await expectRoom(page, otherWidth)
}

/** Opens a screen by its path, and checks it. */
async function look(page: Page, path: string, one: Look): Promise<void> {
  await page.emulateMedia({ colorScheme: one.colorScheme })
  await page.setViewportSize({ width: one.width, height: 900 })
  await page.goto(path)
  await check(page, one)
}

/** Gives the screen that is open another look: its user chooses the language. */
async function turn(page: Page, { language, colorScheme, width }: Look): Promise<void> {
  await page.emulateMedia({ colorScheme })
  await page.setViewportSize({ width, height: 900 })
  // A phone has the choice in the menu of the user; it is in the bar too, out of sight.
  const choice = page.locator('header select').filter({ has: page.locator(`option[value=${language}]`) })
  await choice.selectOption(language, { force: true })
  await expect(page.locator('html')).toHaveAttribute('lang', language)
  await awaitFrames(page)
}

/** The record of nobody. */
const emptyScreen = '/app/patients/none/summary'

/**
 * Opens a screen in the app that is open. There is a screen with nothing on it on the way, so that every screen begins
 * anew, and none is taken for the one before.
 */
async function openInApp(page: Page, path: string, { language, width }: Look): Promise<void> {
  const empty = page.getByText(loadWords(language, 'patient-record')('not-found-reason'))
  await navigate(page, emptyScreen)
  await empty.waitFor()
  await page.setViewportSize({ width, height: 900 })
  await navigate(page, path)
  await empty.waitFor({ state: 'detached' })
}

const navigate = (page: Page, path: string) =>
  page.evaluate((to) => {
    history.pushState(null, '', to)
    dispatchEvent(new PopStateEvent('popstate', { state: null }))
  }, path)

// To open a screen takes longer than all that is checked: each is opened once, every other one in the second look,
// and turned to the other look. Those that `touch.test.ts` does not load by their paths are loaded here.
for (const who of ['admin', 'nurse'] as const)
  test(`every screen of the ${who} passes the rules and has room in both looks`, async ({
    page,
    signInAs,
    api,
  }) => {
    const nurse = await api('nurse')
    const patientId = await measuredPatient(nurse)
    measured.add(patientId)
    const userId = await changedUser(await api('admin'))
    const { rows: queue } = await nurse(triage.queue, {})
    const waitingId = queue[0]?.patient._id ?? ''
    const recordId = await beginDraft(nurse, ambulanceRequests.add, 'pick_up')
    const referralId = await beginDraft(nurse, ambulanceReferrals.add, 'from_hospital')
    const vehicleId = (await nurse(fleet.vehicles, {})).rows[0]?._id ?? ''
    let [present, next]: readonly [Look, Look] = looks
    await page.emulateMedia({ colorScheme: present.colorScheme })
    await signInAs(who, present.language)
    for (const screen of screensByUser[who])
      await test.step(screen, async () => {
        const path = screen.startsWith('/') ? screen : `/app/patients/${patientId}/${screen}`
        const found = path
          .replace(':user', userId)
          .replace(':waiting', waitingId)
          .replace(':record', recordId)
          .replace(':referral', referralId)
          .replace(':vehicle', vehicleId)
        if (loaded.has(screen) && page.url().includes('/app/')) await openInApp(page, found, present)
        else {
          await page.setViewportSize({ width: present.width, height: 900 })
          await page.goto(found)
        }
        await test.step(present.language, () => check(page, present))
        await turn(page, next)
        await test.step(next.language, () => check(page, next))
        ;[present, next] = [next, present]
      })
  })

for (const one of looks) {
  const { language, colorScheme, width, otherWidth } = one
  const kept = `passes the rules and has room (${language}, ${colorScheme}, ${width} and ${otherWidth} px)`

  test(`every public screen ${kept}`, async ({ page }) => {
    await page.addInitScript((code) => localStorage.setItem('theme_lang', code), language)
    for (const screen of publicScreens) await test.step(screen, () => look(page, screen, one))
  })

  test(`the screen of a user who must add a second factor ${kept}`, async ({ page, signInAs, api }) => {
    const admin = await api('admin')
    const rules = await admin(secondFactor.rules, {})
    await admin(secondFactor.updateRules, { ...rules, second_factor_for: ['registrar'] })
    await signInAs('registrar', language)
    await look(page, '/add-second-factor', one)
    await expect(page).toHaveURL(/\/add-second-factor$/)
    await admin(secondFactor.updateRules, rules)
  })

  test(`the screen of a system admin ${kept}`, async ({ page, signInAs, appointSystemAdmin }) => {
    await appointSystemAdmin('admin')
    await signInAs('admin', language)
    await look(page, '/app/hospitals', one)
    const word = loadWords(language, 'hospitals')
    await expect(page.getByRole('heading', { level: 1, name: word('list.title') })).toBeVisible()
    await page.getByRole('button', { name: word('list.add') }).click()
    await expect(page.getByRole('dialog')).toBeVisible()
    await expectAccessible(page)
  })

  test(`the search ${kept}`, async ({ page, signInAs }) => {
    await signInAs('nurse', language)
    await look(page, '/app/devices', one)
    const name = loadWords(language, 'search')('title')
    await page.getByRole('banner').getByRole('button', { name }).click()
    const dialog = page.getByRole('dialog', { name })
    for (const typed of ['', 'NEWS2', '0000 none', 'สม']) {
      await dialog.getByRole('combobox').fill(typed)
      await expect(dialog.getByRole('listbox')).toHaveAttribute('aria-busy', 'false')
      await expectAccessible(page)
    }
  })

  test(`the menu of a row ${kept}`, async ({ page, signInAs }) => {
    await signInAs('admin', language)
    for (const screen of ['/app/users', '/app/devices']) {
      await look(page, screen, one)
      await page.locator('main [aria-haspopup=menu]').first().click()
      await expect(page.getByRole('menuitem').first()).toBeVisible()
      await expectAccessible(page)
    }
  })
}
