import { admissions, type Client, patients, Registration, reference } from 'contract'
import { expect, test } from './fixtures.ts'
import { languages, loadWords } from './words.ts'

/** A patient who was never in the hospital. */
async function registerPatient(nurse: Client, hn: string) {
  const { patient } = await nurse(
    patients.register,
    Registration.parse({
      hn,
      title: 'นาง',
      name: 'ทดลอง',
      surname: 'นอนโรงพยาบาล',
      gender: 'female',
      date_of_birth: '1970-02-03',
      identity_kind: 'none',
      is_someone_else: true,
    }),
  )
  return patient
}

/** Two wards, and the free beds of the first. */
async function findPlaces(nurse: Client) {
  const { ward } = await nurse(reference.wards, {})
  for (const [index, from] of ward.entries()) {
    const { beds } = await nurse(admissions.beds, { ward_id: from._id })
    const free = beds.filter(({ state }) => state === 'ready')
    const to = ward[index === 0 ? 1 : 0]
    if (free.length > 0 && to) return { from, free, to }
  }
  throw new Error('no bed is free in the demo hospital')
}

for (const language of languages) {
  test(`a patient is admitted without a bed, gets one, moves, goes on leave, and a discharge is undone (${language})`, async ({
    page,
    signInAs,
    api,
  }) => {
    const words = loadWords(language, 'admissions')
    const ui = loadWords(language, 'ui')
    const nurse = await api('nurse')
    const patient = await registerPatient(nurse, `ADM-${language}`)
    const { from, free, to } = await findPlaces(nurse)
    await signInAs('nurse', language)
    await page.setViewportSize({ width: 1024, height: 768 })
    await page.goto(`/app/patients/${patient._id}/admissions`)
    const dialog = page.getByRole('dialog')
    const present = page.getByRole('region', { name: words('present') })

    await test.step('admitted to a ward, waiting for a bed', async () => {
      await page.getByRole('button', { name: words('admit') }).click()
      await dialog.getByRole('combobox', { name: words('ward') }).selectOption(from._id)
      await dialog.getByText(words('admit-types.E'), { exact: true }).click()
      await dialog.getByText(words('admit-sources.E'), { exact: true }).click()
      await dialog.getByRole('combobox', { name: words('department') }).selectOption('01')
      await dialog.getByRole('combobox', { name: words('doctor') }).selectOption({ index: 1 })
      await dialog.getByRole('textbox', { name: words('diagnosis') }).fill('ไข้สูง สงสัยปอดอักเสบ')
      await dialog.getByRole('button', { name: words('admit') }).click()
      await expect(present).toContainText(words('waiting'))
    })

    await test.step('gets a bed', async () => {
      await page.getByRole('button', { name: words('move'), exact: true }).click()
      await dialog
        .getByRole('combobox', { name: words('bed-label'), exact: true })
        .selectOption(free[0]?._id ?? '')
      await dialog.getByRole('button', { name: words('move'), exact: true }).click()
      await expect(present).toContainText(words('bed', { bed: free[0]?.label ?? '' }))
    })

    await test.step('moves to another ward with a hand-over', async () => {
      await page.getByRole('button', { name: words('move'), exact: true }).click()
      await dialog.getByRole('combobox', { name: words('ward') }).selectOption(to._id)
      await dialog.getByText(words('move-reasons.STEP_UP'), { exact: true }).click()
      await dialog.getByRole('textbox', { name: words('situation') }).fill('หอบเหนื่อยมากขึ้น')
      await dialog.getByRole('combobox', { name: words('receiver') }).click()
      await page.getByRole('listbox').getByRole('option').first().click()
      await dialog.getByRole('button', { name: words('move'), exact: true }).click()
      await expect(present).toContainText('หอบเหนื่อยมากขึ้น')
    })

    await test.step('goes on leave and comes back', async () => {
      await page.getByRole('button', { name: words('leave'), exact: true }).click()
      await dialog.getByRole('textbox', { name: ui('time') }).fill('23:59')
      await dialog.getByRole('textbox', { name: words('leave-note') }).fill('งานบวชลูกชาย')
      await dialog.getByRole('button', { name: words('leave'), exact: true }).click()
      await expect(page.getByRole('button', { name: words('back'), exact: true })).toBeVisible()
      await page.getByRole('button', { name: words('back'), exact: true }).click()
      await dialog.getByRole('button', { name: words('back'), exact: true }).click()
      await expect(page.getByRole('button', { name: words('leave'), exact: true })).toBeVisible()
    })

    await test.step('is discharged, and the discharge is undone', async () => {
      await page.getByRole('button', { name: words('discharge'), exact: true }).click()
      await dialog.getByText(words('discharge-types.1'), { exact: true }).click()
      await dialog.getByText(words('discharge-statuses.2'), { exact: true }).click()
      await dialog.getByRole('button', { name: words('discharge'), exact: true }).click()
      await expect(page.getByText(words('none-now'))).toBeVisible()
      await page.getByRole('button', { name: words('more') }).click()
      await page.getByRole('menuitem', { name: words('undo-discharge') }).click()
      await dialog.getByText(words('correction-reasons.WRONG_PATIENT'), { exact: true }).click()
      await dialog.getByRole('button', { name: words('undo-discharge') }).click()
      await expect(present).toContainText(words('act.discharge-undone'))
    })

    await test.step('is found in the list', async () => {
      await page.goto('/app/admissions')
      await page.getByRole('searchbox').fill(patient.hn)
      await expect(page.getByText(patient.hn)).toBeVisible()
    })
  })
}
