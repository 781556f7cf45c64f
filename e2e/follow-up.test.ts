import {
  type Client,
  fleet,
  type MissionStep,
  missions,
  operationRecords,
  patients,
  transportationTreatments,
} from 'contract'
import {
  answerAll,
  expect,
  expectAccessible,
  freeParamedic,
  planTransport,
  requestAmbulance,
  test,
} from './fixtures.ts'
import { languages, loadWords } from './words.ts'

/** A mission that is closed: a transport that was planned, with the patient. Its number. */
async function drive(nurse: Client, patient: string | undefined): Promise<{ _id: string; number: string }> {
  const mission = await requestAmbulance(nurse, { ...planTransport(), patient })
  await freeParamedic(nurse)
  const { vehicles, teams } = await nurse(fleet.choices, {})
  const assigned = {
    vehicle_id: vehicles.find(({ name }) => name.includes('ริมโขง 3'))?._id ?? null,
    team_id: teams.find(({ name }) => name.includes('BLS'))?._id ?? null,
    note: 'พร้อมใช้',
  }
  const step = (taken: MissionStep, more: object = {}) =>
    nurse(missions.dispatch, { _id: mission._id, event_id: crypto.randomUUID(), step: taken, ...more })
  await step('ASSIGNED', assigned)
  for (const taken of ['HANDED_OVER', 'BACK_AT_BASE'] as const) await step(taken)
  await step('CLOSED', { note: 'เขียนในกระดาษ' })
  return mission
}

for (const language of languages)
  test(`a closed mission is paid, and its outcome is confirmed (${language})`, async ({
    page,
    signInAs,
    api,
  }) => {
    const [words, forms, sheet, care, options] = [
      loadWords(language, 'follow-up'),
      loadWords(language, 'forms'),
      loadWords(language, 'transportation-treatment'),
      loadWords(language, 'operation-form'),
      loadWords(language, 'form-options'),
    ]
    const nurse = await api('nurse')
    const { rows } = await nurse(patients.list, { search_value: '' })
    // Other journeys bring the first of those who are at home.
    const patient = rows.filter(({ ward }) => ward === null).at(-1 - languages.indexOf(language))
    const mission = await drive(nurse, patient?._id)
    const hang = { mission_id: mission._id }
    await nurse(transportationTreatments.add, { new_id: crypto.randomUUID(), operations: [], ...hang })
    await nurse(operationRecords.add, {
      new_id: crypto.randomUUID(),
      operations: answerAll({ result: 'FOUND', is_transported: true }),
      ...hang,
    })
    await signInAs('nurse', language)
    const act = (what: 'record' | 'correct', about: 'payment' | 'outcome') =>
      page.getByRole('button', {
        name: words('of', { act: words(`${what}.${about}`), number: mission.number }),
      })
    const dialog = page.getByRole('dialog')
    const save = dialog.getByRole('button', { name: words('save'), exact: true })

    await test.step('what is unpaid is listed, and is paid', async () => {
      await page.goto('/app/ambulance/reports')
      await page.getByText(words('part.payment'), { exact: true }).click()
      await act('record', 'payment').click()
      await dialog.getByText(options('payment.PAID'), { exact: true }).click()
      await dialog.getByText(options('payment-channel.CASH'), { exact: true }).click()
      await dialog.getByLabel(sheet('field.receipt_number')).fill('R 690012')
      await dialog.getByLabel(sheet('field.price'), { exact: true }).fill('1200')
      await expectAccessible(page)
      await save.click()
      await expect(act('record', 'payment')).toBeHidden()
    })

    await test.step('a correction asks why, and what was recorded before stays', async () => {
      await page.getByRole('switch', { name: words('only-open') }).click()
      await act('correct', 'payment').click()
      await dialog.getByText(options('payment-channel.TRANSFER'), { exact: true }).click()
      await save.click()
      await dialog.getByLabel(words('reason')).fill('โอน ไม่ใช่เงินสด')
      await save.click()
      await expect(dialog).toBeHidden()
      await act('correct', 'payment').click()
      await dialog.getByText(words('history'), { exact: true }).click()
      await expect(
        dialog.getByText(`${sheet('field.payment_channel')}: ${options('payment-channel.CASH')}`),
      ).toBeVisible()
      await page.keyboard.press('Escape')
    })

    await test.step('the outcome is stated by a person, from the closed mission', async () => {
      await page.goto('/app/ambulance/missions')
      const card = page.getByRole('article', { name: mission.number })
      await card.getByRole('button', { name: words('title') }).click()
      await act('record', 'outcome').click()
      const form = dialog.filter({ hasText: care('field.was_admitted') }).last()
      await form.getByText(forms('no'), { exact: true }).click()
      await form.getByText(options('hospital-outcome.UNKNOWN'), { exact: true }).click()
      await expectAccessible(page)
      await form.getByRole('button', { name: words('save'), exact: true }).click()
      await expect(act('correct', 'outcome')).toBeVisible()
    })
  })
