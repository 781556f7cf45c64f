import type { Page } from '@playwright/test'
import { expect, expectAccessible, expectDrawn, test } from './fixtures.ts'
import { addHospital, addPatients } from './new-hospital.ts'
import { loadWords } from './words.ts'

/** The boards of patient flow, each with what it says where there is nobody. */
const boards = [
  { name: 'ER', path: '/app/er', feature: 'er-board', empty: 'none' },
  { name: 'triage', path: '/app/triage', feature: 'triage', empty: 'queue.none' },
  { name: 'OPD', path: '/app/opd', feature: 'opd', empty: 'nobody-next' },
  { name: 'beds', path: '/app/beds?ward=every', feature: 'beds', empty: 'status.ready' },
  { name: 'ward', path: '/app/patient-list/ward?ward=every', feature: 'ui', empty: 'nobody-on.every' },
  { name: 'admissions', path: '/app/admissions', feature: 'admissions', empty: 'list.none' },
] as const

const looks = [
  { language: 'en', colorScheme: 'light' },
  { language: 'th', colorScheme: 'dark' },
] as const

const sizes = [
  { width: 390, height: 844 },
  { width: 1024, height: 768 },
  { width: 1440, height: 900 },
] as const

/** Names of patients of which a part is cut off, where no title shows the whole. */
function listCutNames(names: readonly string[]): string[] {
  const found: string[] = []
  const walker = document.createTreeWalker(
    document.querySelector('main') ?? document.body,
    NodeFilter.SHOW_TEXT,
  )
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const text = node.textContent ?? ''
    const name = names.find((one) => text.includes(one))
    if (!name || !node.parentElement?.checkVisibility()) continue
    const range = document.createRange()
    range.selectNodeContents(node)
    const drawn = range.getBoundingClientRect()
    let isCut = drawn.right > innerWidth + 1 || drawn.left < -1
    let isReachable = false
    for (
      let box: Element | null = node.parentElement;
      box && box !== document.body;
      box = box.parentElement
    ) {
      const { overflowX, overflowY } = getComputedStyle(box)
      const { left, right, top, bottom, width } = box.getBoundingClientRect()
      // It is read out alone, and not drawn.
      if (width <= 1) isReachable = true
      const mayScroll = overflowX === 'auto' || overflowX === 'scroll'
      if (overflowX !== 'visible' && !mayScroll && (drawn.right > right + 1 || drawn.left < left - 1))
        isCut = true
      if (overflowY === 'hidden' && (drawn.bottom > bottom + 1 || drawn.top < top - 1)) isCut = true
      if (box.getAttribute('title')?.includes(name)) isReachable = true
    }
    if (isCut && !isReachable) found.push(text)
  }
  return found
}

/** What a picture of the screen would show, at each width. */
async function look(page: Page, name: string, names: readonly string[]): Promise<void> {
  for (const size of sizes) {
    await page.setViewportSize(size)
    await expectDrawn(page)
    const measure = () => document.documentElement.scrollWidth - document.documentElement.clientWidth
    await expect
      .poll(() => page.evaluate(measure), { message: `${name} is no wider than ${size.width} px` })
      .toBeLessThanOrEqual(0)
    const cut = await page.evaluate(listCutNames, names)
    expect.soft(cut, `${name} at ${size.width} px`).toEqual([])
    // The journey goes on: of its end alone a picture is taken when it has failed.
    if (cut.length > 0)
      await test.info().attach(`${name} ${size.width}`, {
        body: await page.screenshot(),
        contentType: 'image/png',
      })
  }
  await expectAccessible(page)
}

test.use({ isAlone: true })

test('the boards have room for sixty patients and for long names, and say so where there is nobody', async ({
  page,
  origin,
  api,
  appointSystemAdmin,
}) => {
  await appointSystemAdmin('admin')
  const hospital = await addHospital(origin, await api('admin'), '20771')
  await page.goto(origin)
  const visit = async (path: string, { language, colorScheme }: (typeof looks)[number]) => {
    await page.evaluate(
      ([entry, code]) => {
        localStorage.setItem('user', entry)
        localStorage.setItem('theme_lang', code)
      },
      [JSON.stringify(hospital.nurse.stored), language] as const,
    )
    await page.emulateMedia({ colorScheme })
    await page.goto(path)
    await expectDrawn(page)
  }

  for (const [place, { name, path, feature, empty }] of boards.entries())
    await test.step(`${name}: nobody`, async () => {
      const one = looks[place % looks.length] ?? looks[0]
      await visit(path, one)
      const text = loadWords(one.language, feature)(empty)
      await expect(page.getByRole('main').getByText(text).first()).toBeVisible()
      await look(page, `${name}-none-${one.language}`, [])
    })

  await addPatients(hospital)
  const names = ['สมหญิง', 'พงศ์พิพัฒน์', 'พรรณนิภา', 'Wolfeschlegel']
  for (const [place, { name, path }] of boards.entries())
    await test.step(`${name}: sixty patients`, async () => {
      const one = looks[(place + 1) % looks.length] ?? looks[0]
      await visit(path, one)
      await expect(page.getByText('สมหญิง').first()).toBeVisible()
      await look(page, `${name}-sixty-${one.language}`, names)
    })
})
