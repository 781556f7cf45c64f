import { type Client, monitoring, readings } from 'contract'
import { clearPatientAlarms, expect, test } from './fixtures.ts'
import { languages, loadWords, mainLanguage } from './words.ts'

const charted = new Set<string>()

/** Charts a patient of a ward as somebody who needs help at once; returns who it is. */
async function chartSickest(nurse: Client, place: number) {
  const { rows } = await nurse(monitoring.wardBoard, { sort_field: 'bed', number_of_rec: 100 })
  const adults = rows.filter(({ patient }) => (patient.date_of_birth ?? '9') < '1990')
  const patient = adults[place]?.patient
  if (!patient) throw new Error('too few adults are in bed in the demo hospital')
  charted.add(patient._id)
  const measured_at = new Date().toISOString()
  await nurse(readings.record, {
    patient_id: patient._id,
    readings: [
      { kind: 'blood_pressure', measured_at, systolic: 84, diastolic: 50, pulse: 134 },
      { kind: 'spo2', measured_at, spo2: 84 },
      { kind: 'respiration', measured_at, respiration_rate: 28 },
      { kind: 'temperature', measured_at, temperature: 39.4 },
      { kind: 'consciousness', measured_at, consciousness: 'V', oxygen: true },
    ],
  })
  return patient
}

test.afterEach(async ({ api }) => {
  if (charted.size > 0) await clearPatientAlarms(await api('nurse'), charted)
})

for (const [place, language] of languages.entries()) {
  for (const [width, height] of [
    [1024, 768],
    [390, 844],
  ] as const) {
    test(`the sickest patient is on the first screen after the sign-in (${language}, ${width} px)`, async ({
      page,
      signInAs,
      api,
    }) => {
      const patient = await chartSickest(await api('nurse'), place * 2 + Number(width < 768))
      await page.setViewportSize({ width, height })
      await signInAs('nurse', language)
      await page.goto('/')
      const row = page.locator('main :is(tr, li):has(> a[data-row], > td > a[data-row])').first()
      await expect(row.locator('a[data-row]')).toHaveAccessibleName(new RegExp(patient.hn))
      await expect(row).toBeInViewport({ ratio: 1 })
      await expect(row).toContainText('84/50')
      await expect(row).toContainText('19')
      // A card tells of the stay in a line; a table has columns, where there is room.
      const nights = { en: /\d nights?|Admitted today/, th: /วันนอน \d|รับใหม่วันนี้/ }
      if (width < 768) await expect(row).toContainText(nights[language])
    })
  }
}

test('a ward, a filter and the other list are one step away, and Back returns to the row', async ({
  page,
  signInAs,
  api,
}) => {
  const word = loadWords(mainLanguage, 'ward-board')
  const { rows } = await (await api('nurse'))(monitoring.wardBoard, {
    sort_field: 'bed',
    number_of_rec: 100,
  })
  const ward = rows[0]?.patient.ward
  const count = rows.filter(({ patient }) => patient.ward?._id === ward?._id).length
  await signInAs('nurse', mainLanguage)
  await page.goto('/app/patient-list')
  await page.getByRole('combobox', { name: word('ward') }).selectOption(ward?._id ?? '')
  await expect(page).toHaveURL(new RegExp(`ward=${ward?._id}`))
  const links = page.locator('main a[data-row]')
  await expect(links).toHaveCount(count)
  await links.last().focus()
  const opened = await links.last().getAttribute('href')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(new RegExp(`${opened}`))
  await expect(page.locator('[data-record-head]')).toBeVisible()
  await page.goBack()
  await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('href'))).toBe(opened)
  await page.getByRole('link', { name: word('view.all') }).click()
  await expect(page).toHaveURL(/\/app\/patient-list\/all$/)
  await expect(page.getByRole('searchbox')).toBeVisible()
})
