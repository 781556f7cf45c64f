import { type Client, patients } from 'contract'
import { expect, expectDrawn, registerPatient, test } from './fixtures.ts'
import { languages, loadWords, mainLanguage } from './words.ts'

async function findPatient(nurse: Client) {
  const [patient] = (await nurse(patients.list, { number_of_rec: 1 })).rows
  if (!patient) throw new Error('the demo hospital has no patient')
  return patient
}

test('a scanned hospital number opens that record from every screen, and an unknown one is said', async ({
  page,
  signInAs,
  api,
}) => {
  const hn = '98-100234'
  const { _id } = await registerPatient(await api('nurse'), hn)
  const words = loadWords(mainLanguage, 'search')
  const field = page.getByRole('searchbox').first()
  const begin = async () => {
    await page.goto('/app/patient-list/all')
    await expectDrawn(page)
    // The page has painted; the browser may drop keys for a moment more, until it knows.
    await page.evaluate(() => {
      addEventListener('keyup', () => document.body.setAttribute('data-hears-keys', ''), { once: true })
    })
    const hearsKeys = async () => {
      await page.keyboard.press('Shift')
      return page.evaluate(() => document.body.hasAttribute('data-hears-keys'))
    }
    await expect.poll(hearsKeys).toBe(true)
  }
  const keyboard = await page.context().newCDPSession(page)
  /** As a scanner does, with so many milliseconds between the keys, however busy this machine is. */
  const press = async (number: string, gapMs: number) => {
    const begin = Date.now() / 1000
    for (const [index, key] of [...number.split(''), 'Enter'].entries()) {
      const code = key === 'Enter' ? key : key === '-' ? 'Minus' : `Digit${key}`
      const text = key === 'Enter' ? '\r' : key
      const pressed = { key, code, timestamp: begin + (index * gapMs) / 1000 }
      await keyboard.send('Input.dispatchKeyEvent', { ...pressed, type: 'keyDown', text })
      await keyboard.send('Input.dispatchKeyEvent', { ...pressed, type: 'keyUp' })
    }
  }
  const expectRecord = () => expect(page).toHaveURL(new RegExp(`/app/patients/${_id}`))
  await signInAs('nurse', mainLanguage)

  await test.step('without focus in a field', async () => {
    await begin()
    await press(hn, 5)
    await expectRecord()
  })

  await test.step('with focus in a field', async () => {
    await begin()
    await field.focus()
    await press(hn, 5)
    await expectRecord()
  })

  await test.step('what a person types is not taken for a scan', async () => {
    await begin()
    await field.focus()
    await press(hn, 80)
    await expect(field).toHaveValue(hn)
    await expect(page).toHaveURL(/patient-list/)
  })

  // The last step: a list that is loaded again keeps what was searched for a while before.
  await test.step('an unknown number is said, and a field keeps what was in it', async () => {
    await begin()
    await field.fill('ab')
    await press('99-999999', 5)
    await expect(page.getByText(words('scan-unknown', { hn: '99-999999' }))).toBeVisible()
    await expect(field).toHaveValue('ab')
    await expect(page).toHaveURL(/patient-list/)
  })
})

for (const language of languages)
  test(`a label and a wristband are printed alone, with the hospital number in bars (${language})`, async ({
    page,
    signInAs,
    api,
  }) => {
    const { _id, hn, surname } = await findPatient(await api('nurse'))
    const words = loadWords(language, 'patient-record')
    await page.addInitScript(() => {
      window.print = () => document.documentElement.setAttribute('data-printed', 'yes')
    })
    await signInAs('nurse', language)
    await page.goto(`/app/patients/${_id}/summary`)
    // The skeleton that stands there first has the same menu.
    await expect(page.getByRole('region', { name: words('banner') })).toContainText(hn)
    for (const size of ['label', 'wristband']) {
      await page.getByRole('button', { name: words('more-screens') }).click()
      await page.getByRole('menuitem', { name: words(`slip.${size}`) }).click()
      const slip = page.locator(`[data-slip="${size}"]`)
      await expect(slip).toContainText(`HN ${hn}`)
      await expect(slip).toContainText(surname)
      await expect(slip.locator('svg path')).toBeAttached()
      await expect(page.locator('html[data-printed]')).toBeAttached()
      await page.emulateMedia({ media: 'print' })
      await expect(slip).toBeVisible()
      await expect(page.locator('main')).toBeHidden()
      await page.emulateMedia({ media: 'screen' })
      await page.evaluate(() => dispatchEvent(new Event('afterprint')))
      await expect(slip).not.toBeAttached()
    }
  })
