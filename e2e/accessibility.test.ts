import { patients } from 'contract'
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
    '/app/notifications',
    '/app/alarm-burden',
    '/app/thresholds',
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

for (const [language, colorScheme, width, tried] of looks) {
  for (const who of ['admin', 'nurse'] as const) {
    test(`every screen of the ${who} keeps to the ${tried} (${language}, ${colorScheme}, ${width} px)`, async ({
      page,
      signedInAs,
      api,
    }) => {
      await page.setViewportSize({ width, height: 900 })
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      const { rows } = await (await api('admin'))(patients.list, { filterLists: { in_hospital: true } })
      await signedInAs(who, language)
      for (const screen of screensOf[who]) {
        await test.step(screen, async () => {
          await page.goto(screen.startsWith('/') ? screen : `/app/patients/${rows[0]?._id}/${screen}`)
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
