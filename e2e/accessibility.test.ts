import type { Page } from '@playwright/test'
import { alarms, type Client, monitoring, readings, secondFactor, triage, users } from 'contract'
import { expect, expectAccessible, test } from './fixtures.ts'
import { loadWords } from './words.ts'

// One test opens some thirty screens: only a hang should reach this limit, on a busy machine too.
test.describe.configure({ timeout: 1_500_000 })

const screensByUser = {
  admin: [
    '/app/patient-list',
    '/app/patient-list/ward',
    '/app/patients/new',
    '/app/monitoring',
    '/app/location',
    '/app/devices',
    '/app/devices/transactions',
    '/app/devices/transactions?tab=box',
    '/app/quarantine',
    '/app/senders',
    '/app/audit',
    '/app/profile',
    '/app/security',
    '/forgot-password',
    `/set-password#${'x'.repeat(43)}`,
    '/app/groups',
    '/app/hospital',
    '/app/notifications',
    '/app/alarm-burden',
    '/app/thresholds',
    '/app/triage/settings',
    '/app/permissions',
    '/app/permissions?tab=opened',
    '/app/users',
    '/app/users?list=blocked',
    '/app/users/new',
    '/app/users/:user',
    '/app/users/:user?edit=yes',
    'summary',
    'information',
    'profile',
    'address',
    'clinical',
    'vital-signs',
    'vital-signs?tab=lab',
    'flowsheet',
    'flowsheet?columns=4h',
    'body-data',
    'activities',
    'alarms',
    'notify',
    'triage',
    'history',
    'access',
  ],
  /** Screens that an admin may not see. */
  nurse: [
    '/app/inbox',
    '/app/monitoring',
    '/app/triage',
    '/app/triage/:waiting',
    'vital-signs',
    'alarms',
    'notify',
  ],
} as const

/** Screens before the sign-in. */
const publicScreens = ['/register', '/line/link', '/line/callback?error=access_denied&state=none']

/**
 * Axe's rules are checked in both languages, both colour schemes and at the narrowest and widest width; overflow also
 * at the other widths.
 */
const looks = [
  ['en', 'light', 1440, 'rules'],
  ['th', 'dark', 390, 'rules'],
  ['en', 'light', 390, 'room'],
  ['th', 'dark', 1024, 'room'],
] as const

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

/** Clears raised alarms, so that they appear on no screen of the next test. */
test.afterEach(async ({ api }) => {
  const nurse = await api('nurse')
  const { alarms: open } = await nurse(alarms.open, {})
  for (const { _id, severity } of open)
    if (severity === 'high') await nurse(alarms.clear, { _id, note: 'ตรวจแล้ว' })
})

async function setLook(page: Page, colorScheme: 'light' | 'dark', width: number): Promise<void> {
  await page.setViewportSize({ width, height: 900 })
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
}

/** Opens a screen and checks it. */
async function look(page: Page, address: string, tried: 'rules' | 'room'): Promise<void> {
  await page.goto(address)
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
  // The event stream is never idle, so wait for the skeletons of loading data instead.
  await expect(page.locator('.mantine-Skeleton-root')).toHaveCount(0)
  if (tried === 'rules') await expectAccessible(page)
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  expect(overflow, 'the page is no wider than the screen').toBeLessThanOrEqual(0)
}

for (const [language, colorScheme, width, tried] of looks) {
  for (const who of ['admin', 'nurse'] as const) {
    test(`every screen of the ${who} passes the ${tried} check (${language}, ${colorScheme}, ${width} px)`, async ({
      page,
      signInAs,
      api,
    }) => {
      await setLook(page, colorScheme, width)
      const patientId = await measuredPatient(await api('nurse'))
      const userId = await changedUser(await api('admin'))
      const { rows: queue } = await (await api('nurse'))(triage.queue, {})
      const waitingId = queue[0]?.patient._id ?? ''
      await signInAs(who, language)
      for (const screen of screensByUser[who]) {
        await test.step(screen, async () => {
          const address = screen.startsWith('/') ? screen : `/app/patients/${patientId}/${screen}`
          await look(page, address.replace(':user', userId).replace(':waiting', waitingId), tried)
        })
      }
    })
  }

  const kept = `passes the ${tried} check (${language}, ${colorScheme}, ${width} px)`

  test(`every public screen ${kept}`, async ({ page }) => {
    await setLook(page, colorScheme, width)
    await page.addInitScript((code) => localStorage.setItem('theme_lang', code), language)
    for (const screen of publicScreens) await test.step(screen, () => look(page, screen, tried))
  })

  test(`the screen of a user who must add a second factor ${kept}`, async ({ page, signInAs, api }) => {
    await setLook(page, colorScheme, width)
    const admin = await api('admin')
    const rules = await admin(secondFactor.rules, {})
    await admin(secondFactor.updateRules, { ...rules, second_factor_for: ['registrar'] })
    await signInAs('registrar', language)
    await look(page, '/add-second-factor', tried)
    await expect(page).toHaveURL(/\/add-second-factor$/)
    await admin(secondFactor.updateRules, rules)
  })

  test(`the screen of a system admin ${kept}`, async ({ page, signInAs, appointSystemAdmin }) => {
    await setLook(page, colorScheme, width)
    await appointSystemAdmin('admin')
    await signInAs('admin', language)
    await look(page, '/app/hospitals', tried)
    const word = loadWords(language, 'hospitals')
    await expect(page.getByRole('heading', { level: 1, name: word('list.title') })).toBeVisible()
    await page.getByRole('button', { name: word('list.add') }).click()
    await expect(page.getByRole('dialog')).toBeVisible()
    if (tried === 'rules') await expectAccessible(page)
  })

  test(`the search ${kept}`, async ({ page, signInAs }) => {
    await setLook(page, colorScheme, width)
    await signInAs('nurse', language)
    await look(page, '/app/devices', 'room')
    const name = loadWords(language, 'search')('title')
    await page.getByRole('banner').getByRole('button', { name }).click()
    const dialog = page.getByRole('dialog', { name })
    for (const typed of ['', 'NEWS2', '0000 none', 'สม']) {
      await dialog.getByRole('combobox').fill(typed)
      await expect(dialog.getByRole('listbox')).toHaveAttribute('aria-busy', 'false')
      if (tried === 'rules') await expectAccessible(page)
    }
  })

  test(`the menu of a row ${kept}`, async ({ page, signInAs }) => {
    await setLook(page, colorScheme, width)
    await signInAs('admin', language)
    for (const screen of ['/app/users', '/app/devices']) {
      await look(page, screen, tried)
      await page.locator('main [aria-haspopup=menu]').first().click()
      await expect(page.getByRole('menuitem').first()).toBeVisible()
      if (tried === 'rules') await expectAccessible(page)
    }
  })
}
