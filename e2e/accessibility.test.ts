import { alarms, type Client, monitoring, readings, users } from 'contract'
import { expect, expectAccessible, test } from './fixtures.ts'

test.describe.configure({ timeout: 400_000 })

const screensOf = {
  admin: [
    '/app/patient-list',
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
    '/app/permissions',
    '/app/permissions?tab=opened',
    '/app/users',
    '/app/users?list=blocked',
    '/app/users/new',
    '/app/users/:user',
    '/app/users/:user?edit=yes',
    'information',
    'profile',
    'address',
    'clinical',
    'vital-signs',
    'vital-signs?tab=lab',
    'body-data',
    'activities',
    'notify',
    'history',
    'access',
  ],
  /** What an admin may not do. */
  nurse: ['/app/inbox', '/app/monitoring', 'vital-signs', 'notify'],
} as const

/**
 * The rules are tried in both languages, both colours and at both ends of width; room is tried in the others too. A
 * picture of each screen in each look is left in the results of the test.
 */
const looks = [
  ['en', 'light', 1440, 'rules'],
  ['th', 'dark', 390, 'rules'],
  ['en', 'light', 390, 'room'],
  ['th', 'dark', 1024, 'room'],
  ['en', 'dark', 1024, 'room'],
] as const

/** Somebody who wears devices, with values in and out of order on each of the screens. */
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

/** Somebody of whom something was changed, so that there is a history to be read. */
async function changedUser(admin: Client): Promise<string> {
  const { rows } = await admin(users.list, { search_value: 'boonlert@' })
  const [driver] = rows
  if (!driver) throw new Error('the demo hospital has no driver')
  const { _id, version, is_verified } = driver
  const { user } = await admin(users.update, { _id, version, phone: '0812345678', is_verified: !is_verified })
  return user._id
}

/** What was raised to be looked at stands on no screen of whoever comes next. */
test.afterEach(async ({ api }) => {
  const nurse = await api('nurse')
  const { alarms: open } = await nurse(alarms.open, {})
  for (const { _id, severity } of open)
    if (severity === 'high') await nurse(alarms.clear, { _id, note: 'ตรวจแล้ว' })
})

for (const [language, colorScheme, width, tried] of looks) {
  for (const who of ['admin', 'nurse'] as const) {
    test(`every screen of the ${who} keeps to the ${tried} (${language}, ${colorScheme}, ${width} px)`, async ({
      page,
      signedInAs,
      api,
    }) => {
      await page.setViewportSize({ width, height: 900 })
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      const patientId = await measuredPatient(await api('nurse'))
      const userId = await changedUser(await api('admin'))
      await signedInAs(who, language)
      for (const screen of screensOf[who]) {
        await test.step(screen, async () => {
          const address = screen.startsWith('/') ? screen : `/app/patients/${patientId}/${screen}`
          await page.goto(address.replace(':user', userId))
          await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
          // The line on which events come is never idle; what is still to come is drawn as a skeleton.
          await expect(page.locator('.mantine-Skeleton-root')).toHaveCount(0)
          if (tried === 'rules') await expectAccessible(page)
          const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
          expect(overflow, 'the page is no wider than the screen').toBeLessThanOrEqual(0)
          const path = test.info().outputPath(`${screen.replaceAll(/[^a-z0-9]+/g, '-')}.png`)
          await page.screenshot({ path, fullPage: true })
        })
      }
    })
  }
}
