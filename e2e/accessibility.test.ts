import { patients } from 'contract'
import { expect, expectAccessible, test } from './fixtures.ts'
import { languages } from './words.ts'

test.describe.configure({ timeout: 180_000 })

const screens = [
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
  'notify',
  'history',
]

for (const language of languages) {
  for (const colorScheme of ['light', 'dark'] as const) {
    for (const width of [390, 1024, 1440]) {
      test(`every screen is accessible (${language}, ${colorScheme}, ${width} px)`, async ({
        page,
        signedInAs,
        api,
      }) => {
        await page.setViewportSize({ width, height: 900 })
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
        const { rows } = await (await api('admin'))(patients.list, { filterLists: { in_hospital: true } })
        await signedInAs('admin', language)
        for (const screen of screens) {
          await test.step(screen, async () => {
            await page.goto(screen.startsWith('/') ? screen : `/app/patients/${rows[0]?._id}/${screen}`)
            await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
            await page.waitForLoadState('networkidle')
            await expectAccessible(page)
            const overflow = await page.evaluate(
              () => document.documentElement.scrollWidth - window.innerWidth,
            )
            expect(overflow, 'the page is no wider than the screen').toBeLessThanOrEqual(0)
          })
        }
      })
    }
  }
}
