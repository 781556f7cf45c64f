import type { Page } from '@playwright/test'
import { ambulanceRequests, fleet, monitoring, readings, triage, users } from 'contract'
import { clearPatientAlarms, expect, expectDrawn, test } from './fixtures.ts'
import { publicScreens, touchedScreens } from './screens.ts'
import { loadWords, mainLanguage } from './words.ts'

test.describe.configure({ timeout: 800_000 })
test.use({ hasTouch: true, isMobile: true })

/**
 * The controls that are hit on less than 44 px of their height or width. A link within a text is as high as its line.
 */
function listSmallTargets(): string[] {
  const controls =
    'a[href], button, input:not([type=hidden]), select, textarea, summary, [role=tab], [role=option]'
  // The border of a field is not in its own height.
  const needed = 44 - 2
  const isInText = (control: Element) =>
    getComputedStyle(control).display === 'inline' &&
    [...(control.parentElement?.childNodes ?? [])].some(
      (node) => node.nodeType === 3 && node.nodeValue?.trim(),
    )
  const isHit = (control: HTMLElement, x: number, y: number) => {
    const hit = document.elementFromPoint(x, y)
    if (!hit) return false
    return (
      control.contains(hit) ||
      hit.closest('label')?.control === control ||
      hit.closest(controls)?.contains(control)
    )
  }
  /** How far from its middle the control is hit in one direction, in pixels. */
  const reach = (control: HTMLElement, dx: number, dy: number) => {
    const { left, top, width, height } = control.getBoundingClientRect()
    let px = 0
    while (px < needed && isHit(control, left + width / 2 + dx * px, top + height / 2 + dy * px)) px += 1
    return px
  }
  const isLarge = (control: HTMLElement) => {
    control.scrollIntoView({ block: 'center', inline: 'center' })
    const { width, height } = control.getBoundingClientRect()
    return (
      (width >= needed || reach(control, -1, 0) + reach(control, 1, 0) >= needed) &&
      (height >= needed || reach(control, 0, -1) + reach(control, 0, 1) >= needed)
    )
  }
  return [...document.querySelectorAll<HTMLElement>(controls)]
    .filter((control) => control.checkVisibility({ visibilityProperty: true }) && control.offsetWidth > 1)
    .filter((control) => !control.matches(':disabled, [aria-hidden=true] *, [aria-hidden=true]'))
    .filter((control) => !isInText(control) && !isLarge(control))
    .map((control) => control.outerHTML.slice(0, 200))
}

async function expectLargeTargets(page: Page, size: { width: number; height: number }) {
  await page.setViewportSize(size)
  await expectDrawn(page)
  // An alarm's toast or a live list may cover or move a control for a moment.
  await expect.poll(() => page.evaluate(listSmallTargets)).toEqual([])
}

const phone = { width: 390, height: 844 }
const tablet = { width: 1024, height: 768 }

for (const who of ['nurse', 'admin'] as const) {
  test(`a finger hits every control of the ${who} on a phone and on a tablet`, async ({
    page,
    signInAs,
    api,
  }) => {
    const nurse = await api('nurse')
    const patient_id = (await nurse(monitoring.wall, {})).tiles[0]?.patient._id ?? ''
    // The lists of alarms have a row.
    const measured_at = new Date().toISOString()
    await nurse(readings.record, { patient_id, readings: [{ kind: 'spo2', measured_at, spo2: 84 }] })
    await clearPatientAlarms(nurse, new Set([patient_id]))
    const { rows: queue } = await nurse(triage.queue, {})
    const record = crypto.randomUUID()
    await nurse(ambulanceRequests.add, { new_id: record, operations: [] })
    const found: Record<string, string | undefined> = {
      ':waiting': queue[0]?.patient._id,
      ':vehicle': (await nurse(fleet.vehicles, {})).rows[0]?._id,
      ':record': record,
      ':user': (await (await api('admin'))(users.list, {})).rows[0]?._id,
    }
    await signInAs(who)
    for (const screen of touchedScreens[who]) {
      const path = screen.startsWith('/')
        ? screen.replace(/:\w+/, (name) => found[name] ?? '')
        : `/app/patients/${patient_id}/${screen}`
      await test.step(screen, async () => {
        await page.setViewportSize(phone)
        await page.goto(path)
        await expectLargeTargets(page, phone)
        await expectLargeTargets(page, tablet)
      })
    }
  })
}

test('on a phone nothing covers the button that saves a form of a record', async ({
  page,
  signInAs,
  api,
}) => {
  const nurse = await api('nurse')
  const patient_id = (await nurse(monitoring.wall, {})).tiles[0]?.patient._id ?? ''
  const words = loadWords(mainLanguage, 'alarms')
  await signInAs('nurse', mainLanguage)
  await page.setViewportSize(phone)
  await page.goto(`/app/patients/${patient_id}/notify`)
  await page.getByRole('button', { name: words('notify.change'), exact: true }).click()
  await page
    .getByRole('textbox', { name: words('bound.high'), exact: false })
    .first()
    .fill('190')
  await page.getByRole('button', { name: words('notify.save'), exact: true }).click({ trial: true })
})

test('a finger hits every control before the sign-in on a phone and on a tablet', async ({ page }) => {
  for (const screen of publicScreens)
    await test.step(screen, async () => {
      await page.setViewportSize(phone)
      await page.goto(screen)
      await expectLargeTargets(page, phone)
      await expectLargeTargets(page, tablet)
    })
})
