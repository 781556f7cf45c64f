import { equipment, fleet, missions } from 'contract'
import { addVehicle, checkAll, pressAllComplete, signCheck, writeReadings } from './check-vehicle.ts'
import { expect, expectAccessible, planTransport, requestAmbulance, signInByCall, test } from './fixtures.ts'
import { createNoisePicture } from './noise-picture.ts'
import { languages, loadWords, mainLanguage } from './words.ts'

for (const language of languages)
  test(`a crew finds a vehicle not ready, and a dispatcher sends it only with a reason (${language})`, async ({
    page,
    signInAs,
    api,
    origin,
  }) => {
    const words = loadWords(language, 'equipment')
    const [fleetWords, missionWords] = [loadWords(language, 'fleet'), loadWords(language, 'missions')]
    const callSign = `หนองคาย ${language}`
    const pickUp = `ตึกศัลยกรรม ${language}`
    const vehicle_id = await addVehicle(await api('admin'), callSign)
    await checkAll(await api('paramedic'), vehicle_id)
    const doctor = await api('doctor')
    const { _id: mission } = await requestAmbulance(doctor, {
      ...planTransport(),
      pick_up: pickUp,
      unit_level: 'FR',
    })
    // The first team is out on a mission of the demo hospital.
    const { teams } = await doctor(fleet.choices, {})
    const team = teams.find(({ name }) => name.includes('ALS 2'))

    await test.step('the crew checks it on a phone and finds its brakes broken', async () => {
      await page.setViewportSize({ width: 390, height: 844 })
      await signInAs('paramedic', language)
      await page.goto('/app/forms-detail')
      await page.getByRole('link', { name: words('choose-vehicle') }).click()
      const card = page.getByRole('listitem').filter({ hasText: callSign })
      await expect(card.getByText(words('last-check'))).toBeVisible()
      await card.getByRole('link').click()
      await expect(page.getByRole('heading', { level: 1 })).toContainText(callSign)
      await expectAccessible(page)
      await pressAllComplete(page, words)
      await page.getByRole('button', { name: words('save') }).click()
      await expect(page.getByText(words('left_other', { count: '4' }), { exact: true })).toBeVisible()
      await writeReadings(page, words)
      await page.getByRole('button', { name: words('details-of', { item: words('item.brakes') }) }).click()
      await page.getByText(words('status.BROKEN'), { exact: true }).click()
      await page.getByRole('button', { name: words('save') }).click()
      await expect(page.getByRole('dialog', { name: words('sign.title') })).toBeVisible()
      await expectAccessible(page)
      await signCheck(page, words, language)
      const open = page.getByRole('region', { name: words('open-faults') })
      await expect(open.getByText(words('item.brakes'))).toBeVisible()
      await expectAccessible(page)
      const signatures = page.getByRole('button', { name: words('signatures-of', { time: '' }).trim() })
      await signatures.first().click()
      const shown = page.getByRole('dialog')
      await expect(shown.getByRole('img', { name: 'อนุชา พลศรี' })).toBeVisible()
      await expect(shown.getByText(words('signed-holds'))).toBeVisible()
      await expectAccessible(page)
    })

    await test.step('the dispatcher sees it, is asked for a reason, and sends it with one', async () => {
      await page.setViewportSize({ width: 1440, height: 900 })
      const stored = JSON.stringify(await signInByCall(origin, 'doctor'))
      await page.evaluate((entry) => localStorage.setItem('user', entry), stored)
      await page.goto('/app/ambulance/missions')
      const strip = page.getByRole('list', { name: fleetWords('strip') })
      await expect(strip.getByRole('listitem').filter({ hasText: callSign })).toContainText(
        fleetWords('status.NOT_READY'),
      )
      const card = page.getByRole('article').filter({ hasText: pickUp })
      await card.getByRole('button', { name: missionWords('step.ACCEPTED') }).click()
      await card.getByRole('button', { name: missionWords('step.ASSIGNED') }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByLabel(missionWords('vehicle')).selectOption(vehicle_id)
      await dialog.getByLabel(missionWords('team')).selectOption(team?._id ?? '')
      await dialog.getByRole('button', { name: missionWords('save') }).click()
      const note = dialog.getByLabel(missionWords('note'))
      await expect(note).toHaveAttribute('aria-invalid', 'true')
      await expectAccessible(page)
      await note.fill('ไม่มีคันอื่น')
      await dialog.getByRole('button', { name: missionWords('save') }).click()
      await expect(card.getByRole('button', { name: missionWords('step.DISPATCHED') })).toBeVisible()
    })
    // The team is free again for the next journey.
    await doctor(missions.dispatch, { _id: mission, event_id: crypto.randomUUID(), step: 'REASSIGNED' })
  })

test('a photo of a fault that is larger than 5 MB is made small before it is sent, and one that cannot be read says so', async ({
  page,
  signInAs,
  api,
}) => {
  const [words, codes] = [loadWords(mainLanguage, 'equipment'), loadWords(mainLanguage, 'codes')]
  const vehicle_id = await addVehicle(await api('admin'), 'หนองคาย รูปถ่าย')
  const paramedic = await api('paramedic')
  await checkAll(paramedic, vehicle_id)
  await page.setViewportSize({ width: 390, height: 844 })
  await signInAs('paramedic', mainLanguage)
  await page.goto(`/app/forms-detail/equipment/${vehicle_id}`)
  const radio = words('item.radio')
  await page.getByRole('button', { name: words('details-of', { item: radio }) }).click()
  await page.getByText(words('status.BROKEN'), { exact: true }).click()
  const row = page.locator('#item-radio')
  const choose = (buffer: Buffer) =>
    row.locator('input[type="file"]').setInputFiles({ name: 'radio.png', mimeType: 'image/png', buffer })
  const picture = createNoisePicture(1_400)
  expect(picture.length).toBeGreaterThan(5 * 1024 * 1024)
  await choose(picture.subarray(0, 20))
  await expect(row.getByText(codes('error-code.1202'))).toBeVisible()
  await choose(picture)
  await expect(row.getByText('photo.jpg')).toBeVisible()
  await expect(row.getByText(codes('error-code.1202'))).toBeHidden()

  await pressAllComplete(page, words)
  await writeReadings(page, words)
  const sending = page.waitForRequest(/add_equipment_photo/)
  await page.getByRole('button', { name: words('save') }).click()
  await signCheck(page, words, mainLanguage)
  expect((await sending).postDataBuffer()?.length ?? 0).toBeLessThan(160_000)
  const find = async () => (await paramedic(equipment.sheet, { _id: vehicle_id })).faults
  await expect.poll(find).toEqual([expect.objectContaining({ item: 'radio', photo_of: expect.any(String) })])
})
