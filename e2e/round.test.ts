import { type Client, readings, rounds } from 'contract'
import { clearPatientAlarms, expect, expectDrawn, expectNoScroll, test } from './fixtures.ts'
import { languages, loadWords } from './words.ts'

/** A ward with several patients, as its round lists them. */
async function findRound(nurse: Client) {
  const { rows } = await nurse(rounds.get, { ward: 'every' })
  const byWard = Map.groupBy(rows, ({ patient }) => patient.ward?._id)
  const [ward, found] = [...byWard].find(([, one]) => one.length > 3) ?? []
  if (!ward || !found) throw new Error('no ward of the demo hospital has four patients')
  return { ward, patients: found.map(({ patient }) => patient) }
}

for (const language of languages)
  test(`a nurse charts a round by keyboard alone, writes intake and output, and prints the handover (${language})`, async ({
    page,
    signInAs,
    api,
  }) => {
    const nurse = await api('nurse')
    const { ward, patients } = await findRound(nurse)
    const [words, app] = [loadWords(language, 'rounds'), loadWords(language, 'app')]
    const [fluid, handover] = [loadWords(language, 'fluids'), loadWords(language, 'handover')]
    const row = (place: number) => page.locator('[data-round-row]').nth(place)
    const field = (place: number, name: string) => row(place).locator(`[data-field="${name}"]`)
    const press = async (...values: string[]) => {
      for (const value of values) {
        await page.keyboard.type(value)
        await page.keyboard.press('Enter')
      }
    }
    await signInAs('nurse', language)
    await page.goto('/app/patient-list')
    await page.getByRole('link', { name: app('round'), exact: true }).click()
    await expect(page.getByRole('heading', { level: 1, name: words('title') })).toBeVisible()
    await page.goto(`/app/ward/round?ward=${ward}`)
    await expectDrawn(page)

    await test.step('the rows alone scroll', async () => {
      await page.setViewportSize({ width: 1024, height: 768 })
      await expectNoScroll(page)
      await page.setViewportSize({ width: 1440, height: 900 })
      await expectNoScroll(page)
    })

    await test.step('the first patient is saved by Enter in the last cell', async () => {
      await field(0, 'systolic').focus()
      await press('120', '80', '76', '98', 'a', '36.8', '18', 'a', '2')
      await expect(row(0)).toContainText(words('state.saved', { time: '' }).trim())
      await expect(field(1, 'systolic')).toBeFocused()
    })

    await test.step('an impossible value of the second is named and kept', async () => {
      await press('999', '70', '80', '97', 'a', '37', '16', 'a', '0')
      await expect(row(1)).toContainText(words('state.refused'))
      await expect(row(1)).toContainText('999')
      await expect(field(1, 'systolic')).toBeFocused()
      await page.reload()
      await expectDrawn(page)
      await expect(field(1, 'systolic')).toHaveValue('999')
      await expect(field(1, 'temperature')).toHaveValue('37')
    })

    await test.step('corrected, the row is saved', async () => {
      await field(1, 'systolic').focus()
      await page.keyboard.press('ControlOrMeta+A')
      await page.keyboard.type('118')
      await page.keyboard.press('Control+Enter')
      await expect(row(1)).toContainText(words('state.saved', { time: '' }).trim())
      await expect(field(2, 'systolic')).toBeFocused()
    })

    const who = patients[0]?.hn ?? ''
    // The journey in the other language wrote down as much.
    const into = /\+(250|500)\b/
    await test.step('what went in is written down beside the row', async () => {
      await row(0)
        .getByRole('button', { name: fluid('add-for', { who: '' }).trim() })
        .click()
      const dialog = page.getByRole('dialog')
      await dialog.getByText(fluid('kind.oral'), { exact: true }).click()
      await dialog.getByRole('textbox', { name: fluid('amount') }).fill('250')
      await dialog.getByRole('button', { name: fluid('save') }).click()
      await expect(row(0)).toContainText(into)
    })

    await test.step('the handover sheet has it, with a note, on the screen and on paper', async () => {
      await page.getByRole('link', { name: app('handover'), exact: true }).click()
      await page.goto(`/app/ward/handover?ward=${ward}`)
      const line = page.getByRole('row').filter({ hasText: who })
      await expect(line).toContainText(into)
      await line.getByRole('button', { name: new RegExp(patients[0]?.bed ?? '') }).click()
      await page.getByRole('dialog').getByRole('textbox').fill('งดน้ำงดอาหารหลังเที่ยงคืน')
      await page
        .getByRole('dialog')
        .getByRole('button', { name: handover('note.save') })
        .click()
      await expect(line).toContainText('งดน้ำงดอาหารหลังเที่ยงคืน')
      await page.evaluate(() => dispatchEvent(new Event('beforeprint')))
      const printout = page.getByRole('heading', { level: 1, name: new RegExp(`^${handover('title')}: `) })
      await expect(printout).toBeAttached()
      await expect(page.locator('tr', { hasText: who }).last()).toContainText('งดน้ำงดอาหารหลังเที่ยงคืน')
      await page.evaluate(() => dispatchEvent(new Event('afterprint')))
    })

    const [, second] = patients
    const { rows } = await nurse(readings.history, { patient_id: second?._id ?? '', by_act: true })
    expect(rows[0]?.act?.map(({ systolic }) => systolic).filter((value) => value !== null)).toEqual([118])
    await clearPatientAlarms(nurse, new Set(patients.map(({ _id }) => _id)))
  })
