import { account, alarms, type Client, readings, triage } from 'contract'
import { expect, expectDrawn, expectNoScroll, test } from './fixtures.ts'
import { languages, loadWords } from './words.ts'

/** Somebody in the queue: who waits for the first triage, or by their place among the others. */
async function findInQueue(nurse: Client, place: number) {
  const { rows } = await nurse(triage.queue, {})
  const found = rows.at(place)
  if (!found) throw new Error('too few people are in the emergency room of the demo hospital')
  return found
}

/** Removes what other journeys may have left above every screen: alarms, and the notice of a new sign-in. */
async function clearNotices(nurse: Client) {
  const { alarms: open } = await nurse(alarms.open, {})
  for (const { _id, severity, state } of open)
    if (state === 'active') await nurse(alarms.acknowledge, { _id, severity })
  for (const { _id } of (await nurse(account.alerts, {})).alerts) await nurse(account.confirmSignIn, { _id })
}

for (const [place, language] of languages.entries()) {
  test(`a nurse triages by keyboard alone, on one screen without scrolling (${language})`, async ({
    page,
    signInAs,
    api,
  }) => {
    const words = loadWords(language, 'triage')
    const nurse = await api('nurse')
    const { patient } = await findInQueue(nurse, place)
    const measured_at = new Date().toISOString()
    // Each value is shown with its age and its source; this must not make the screen higher.
    await nurse(readings.record, {
      patient_id: patient._id,
      readings: [
        { kind: 'blood_pressure', measured_at, systolic: 124, diastolic: 78, pulse: 84 },
        { kind: 'spo2', measured_at, spo2: 98 },
        { kind: 'temperature', measured_at, temperature: 36.9 },
      ],
    })
    await clearNotices(nurse)
    await page.setViewportSize({ width: 1024, height: 768 })
    await signInAs('nurse', language)
    await page.goto(`/app/triage/${patient._id}`)
    await expectDrawn(page)
    const choice = (row: string) => page.getByRole('group', { name: words(row) })
    await expect(choice('form.a').getByRole('checkbox').first()).toBeFocused()

    let strokes = 0
    const press = async (...keys: string[]) => {
      for (const key of keys) {
        await page.keyboard.press(key)
        strokes += 1
      }
    }
    await test.step('nothing of A; stroke signs of B', () => press('Enter', '2'))
    await expect(choice('form.b').getByRole('checkbox', { name: words('b.STROKE') })).toBeChecked()
    await test.step('the suggested level is taken over; RED is chosen instead, with the reason', async () => {
      await press('Control+Enter')
      await expect(page.getByRole('button', { pressed: true })).toContainText('L2')
      await expect(choice('form.onset')).toBeVisible()
      await expectNoScroll(page)
      await press('Alt+1')
      await expect(page.getByRole('button', { pressed: true })).toContainText('L1')
    })
    const reason = page.locator('select[name=override]')
    await test.step('what is still missing gets the focus', () => press('Control+Enter'))
    await expect(reason).toBeFocused()
    await press('ArrowDown')
    await expect(reason).toHaveValue('LOOKS_WORSE')
    await expectNoScroll(page)
    await press('Control+Enter')
    await expect(page).toHaveURL(/\/app\/triage$/)
    expect(strokes).toBeLessThan(12)

    const { triages } = await nurse(triage.prepare, { patient_id: patient._id })
    expect(triages[0]).toMatchObject({
      level: 'RED',
      suggested: 'PINK',
      rule: 'B',
      override: 'LOOKS_WORSE',
      zone: 'RESUS',
    })
    await test.step('the record tells who changed it to what, and why', async () => {
      await page.goto(`/app/patients/${patient._id}/triage`)
      const row = page.getByRole('row').nth(1)
      await expect(row).toContainText(words('override.LOOKS_WORSE'))
      await expect(row).toContainText(loadWords(language, 'ui')('triage.RED'))
    })
  })
}
