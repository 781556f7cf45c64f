import type { Page } from '@playwright/test'
import { equipment, fleet } from 'contract'
import { addVehicle, checkAll, pressAllComplete, signCheck, writeReadings } from './check-vehicle.ts'
import { expect, expectAccessible, test } from './fixtures.ts'
import { createNoisePicture } from './noise-picture.ts'
import { dump, install, killAndReopen, setPin, unlock } from './tablet.ts'
import { loadWords, mainLanguage } from './words.ts'

test.use({ serviceWorkers: 'allow' })

const words = loadWords(mainLanguage, 'equipment')
const offline = loadWords(mainLanguage, 'offline')
const app = loadWords(mainLanguage, 'app')

const found = (page: Page, item: string) =>
  page.getByLabel(`${words('field.found')}: ${words(`item.${item}`)}`)
const note = (page: Page) => page.getByLabel(words('field.note')).last()
const findAge = (page: Page) => page.getByText(words('as-of', { time: '' }).trim())
const waiting = (page: Page) => page.getByText(offline('check.waits'), { exact: true }).first()
const unsent = (page: Page) => page.getByText(/ยังไม่ส่ง \d+ รายการ/).first()

test('a check without a signal outlives its tab, is sent once when there is one, and the board sees it', async ({
  page,
  context,
  signInAs,
  api,
}) => {
  const [admin, crew] = [await api('admin'), await api('paramedic')]
  const callSign = 'หนองคาย ไร้สัญญาณ'
  const vehicle_id = await addVehicle(admin, callSign)
  await checkAll(crew, vehicle_id)
  const readChecks = async () => (await crew(equipment.history, { _id: vehicle_id })).rows
  const path = `/app/forms-detail/equipment/${vehicle_id}`
  let next = page

  await test.step('the tablet keeps what its vehicles are checked against, under a PIN', async () => {
    await signInAs('paramedic', mainLanguage)
    await install(page)
    await page.goto('/app/forms-detail/equipment')
    await setPin(page)
    await page
      .getByRole('link', { name: loadWords(mainLanguage, 'forms')('title'), exact: true })
      .last()
      .click()
    await expect.poll(() => dump(page)).toContain(`sheet:${vehicle_id}`)
  })

  await test.step('without a signal the sheet opens as of when it was seen', async () => {
    await context.setOffline(true)
    await page.goto(path)
    await unlock(page)
    await expect(page.getByRole('heading', { level: 1 })).toContainText(callSign)
    await expect(findAge(page)).toBeVisible()
    await expectAccessible(page)
  })

  await test.step('what is typed outlives a killed tab, and stands nowhere in clear', async () => {
    await found(page, 'radio').fill('0')
    await note(page).fill('วิทยุหาย แจ้งหัวหน้าเวรแล้ว')
    await expect.poll(() => dump(page)).toContain(`check:${vehicle_id}`)
    next = await killAndReopen(context, page)
    await unlock(next)
    await expect(note(next)).toHaveValue('วิทยุหาย แจ้งหัวหน้าเวรแล้ว')
    await expect(found(next, 'radio')).toHaveValue('0')
  })

  await test.step('it is finished and kept, and still there after a reload', async () => {
    await pressAllComplete(next, words)
    await writeReadings(next, words)
    await next.getByRole('button', { name: words('details-of', { item: words('item.brakes') }) }).click()
    await next.getByText(words('status.BROKEN'), { exact: true }).click()
    await next.locator('#item-brakes input[type="file"]').setInputFiles({
      name: 'brakes.png',
      mimeType: 'image/png',
      buffer: createNoisePicture(200),
    })
    await expect(next.locator('#item-brakes').getByText('photo.jpg')).toBeVisible()
    await next.getByRole('button', { name: words('save') }).click()
    await signCheck(next, words, mainLanguage)
    await expect(waiting(next)).toBeVisible()
    await expect(unsent(next)).toBeVisible()
    await expect(note(next)).toHaveValue('')
    await expectAccessible(next)
    expect(/[\u0E00-\u0E7F]{3}|JFIF|in clear/.test(await dump(next))).toBe(false)
    expect(await next.evaluate(() => JSON.stringify(Object.entries(localStorage)))).not.toContain('หัวหน้าเวร')
    await next.reload()
    await unlock(next)
    await expect(waiting(next)).toBeVisible()
    await next.getByTitle(app('user-menu')).click()
    await next.getByRole('button', { name: app('sign-out') }).click()
    await expect(next.getByText(offline('sign-out-question'))).toBeVisible()
    await next
      .getByRole('dialog')
      .getByRole('button', { name: loadWords(mainLanguage, 'ui')('cancel') })
      .click()
  })

  await test.step('the signal is back: one check, though an answer is lost', async () => {
    let calls = 0
    await next.route(`**${equipment.deliver.path}`, async (route) => {
      calls += 1
      if (calls > 1) return route.continue()
      await route.fetch()
      await route.abort()
    })
    await context.setOffline(false)
    // The check twice, and its photo behind it.
    await expect.poll(() => calls).toBe(3)
    await expect(waiting(next)).toBeHidden()
    await expect(unsent(next)).toBeHidden()
    const checks = await readChecks()
    expect(checks).toHaveLength(2)
    expect(checks[0]).toMatchObject({ result: 'NOT_READY', received_at: expect.any(String) })
    const { signatures } = await crew(equipment.counts, { _id: checks[0]?._id ?? '' })
    const first = { signer_name: 'อนุชา พลศรี', strokes: expect.stringMatching(/^M/), holds: true }
    expect(signatures).toEqual({ first, second: null })
    expect(checks[0]?.faults).toEqual([
      expect.objectContaining({ item: 'brakes', has_photo: true }),
      expect.objectContaining({ item: 'radio', has_photo: false }),
    ])
    const { rows } = await admin(fleet.vehicles, { search_value: callSign })
    expect(rows[0]?.status).toBe('NOT_READY')
    const open = next.getByRole('region', { name: words('open-faults') })
    await expect(open.getByText(words('item.brakes'))).toBeVisible()
    await expect(open.getByText(words('item.radio'))).toBeVisible()
  })
})
