import type { Page } from '@playwright/test'
import { type Client, equipment, fleet } from 'contract'
import { expect } from './fixtures.ts'
import { type Language, loadWords } from './words.ts'

/** A vehicle of first responders, which carries the least. */
export async function addVehicle(admin: Client, callSign: string): Promise<string> {
  const { vehicle } = await admin(fleet.saveVehicle, {
    plate: callSign,
    province: '43',
    call_sign: callSign,
    class: 'FR',
  })
  return vehicle._id
}

/** A check of the shift in which all was there: the next one begins with its dates. */
export async function checkAll(crew: Client, vehicle_id: string): Promise<void> {
  const { items, day, shift } = await crew(equipment.sheet, { _id: vehicle_id })
  await crew(equipment.check, {
    new_id: crypto.randomUUID(),
    vehicle_id,
    day,
    shift,
    kind: 'SHIFT',
    rows: items.map(({ item, needed }) => ({
      item,
      found: needed,
      charge: 90,
      pressure: 1800,
      lot: 'L-1',
      expires_on: '2099-12-31',
    })),
    signature: { signer_name: 'อนุชา พลศรี' },
  })
}

type Words = ReturnType<typeof loadWords>

/** Signs what was counted, with a mouse. */
export async function signCheck(page: Page, words: Words, language: Language) {
  const dialog = page.getByRole('dialog')
  const pad = dialog.getByRole('img', { name: loadWords(language, 'forms')('sign-here') })
  await pad.scrollIntoViewIfNeeded()
  const box = await pad.boundingBox()
  if (!box) throw new Error('the field is not drawn')
  await page.mouse.move(box.x + 40, box.y + 60)
  await page.mouse.down()
  await page.mouse.move(box.x + 90, box.y + 30, { steps: 4 })
  await page.mouse.move(box.x + 150, box.y + 80, { steps: 4 })
  await page.mouse.up()
  await dialog.getByRole('button', { name: words('sign.save') }).click()
}

export async function pressAllComplete(page: Page, words: Words) {
  const groups = page.getByRole('button', { name: words('all-complete-of', { group: '' }).trim() })
  await expect(groups.first()).toBeVisible()
  for (const group of await groups.all()) await group.click()
}

/** What is read of each thing: pressure and charge are never complete by one press. */
export async function writeReadings(page: Page, words: Words) {
  const fill = (field: string, item: string, value: string) =>
    page.getByLabel(`${words(`field.${field}`)}: ${words(`item.${item}`)}`).fill(value)
  await fill('found', 'cylinder_portable', '1')
  await fill('pressure', 'cylinder_portable', '1800')
  for (const item of ['fuel', 'aed', 'suction_portable']) {
    await fill('found', item, '1')
    await fill('charge', item, '80')
  }
}
