import { equipment, fleet, missions } from 'contract'
import { bringDoubtful } from './bring-doubtful.ts'
import { addVehicle, checkAll } from './check-vehicle.ts'
import { expect, expectAccessible, freeParamedic, planTransport, requestAmbulance, test } from './fixtures.ts'
import { createNoisePicture } from './noise-picture.ts'
import { languages, loadWords } from './words.ts'

for (const language of languages) {
  test(`a dispatcher accepts a step that waits, and refuses another with a reason (${language})`, async ({
    page,
    signInAs,
    api,
    origin,
  }) => {
    const words = loadWords(language, 'missions')
    const [admin, nurse] = [await api('admin'), await api('nurse')]
    const callSign = `ริมโขง รอตรวจ ${language}`
    const pickUp = `ตึกอายุรกรรม รอตรวจ ${language}`
    const vehicle_id = await addVehicle(admin, callSign)
    await checkAll(await api('paramedic'), vehicle_id)
    await freeParamedic(nurse)
    const { teams } = await nurse(fleet.choices, {})
    const team_id = teams.find(({ name }) => name.includes('BLS'))?._id
    const request = { ...planTransport(), pick_up: pickUp, unit_level: 'FR' }
    const { _id } = await requestAmbulance(nurse, request)
    const dispatch = (step: { step: 'ASSIGNED' | 'STOOD_DOWN' } & Record<string, unknown>) =>
      nurse(missions.dispatch, { _id, event_id: crypto.randomUUID(), ...step })
    await dispatch({ step: 'ASSIGNED', vehicle_id, team_id })
    for (const [step, note] of [
      ['EN_ROUTE', 'ฝนตก'],
      ['AT_SCENE', 'ถึงหน้าตึก'],
    ]) {
      const event_id = crypto.randomUUID()
      const pressed = { _id, event_id, step, at: new Date().toISOString(), note }
      // The tablet does not say of which mission it is.
      const record_id = crypto.randomUUID()
      const described = { kind: 'mission-step', step: pressed }
      await bringDoubtful(origin, missions.deliver, { op_id: event_id, record_id, described })
    }

    await page.setViewportSize({ width: 1024, height: 768 })
    await signInAs('nurse', language)
    await page.goto('/app/ambulance/missions')
    const card = page.getByRole('article').filter({ hasText: pickUp })
    const waiting = card.getByRole('alert', { name: words('waiting.title') })
    const dialog = page.getByRole('dialog')
    const findStep = (note: string) => waiting.getByRole('listitem').filter({ hasText: note })

    await test.step('the card says how many wait, whose they are and why', async () => {
      await expect(card.getByText(words('waiting.count_other', { count: '2' }))).toBeVisible()
      await expect(findStep('ฝนตก')).toContainText(words('waiting.because.unknown-session'))
      await expect(findStep('ฝนตก')).toContainText('อนุชา พลศรี')
      await expectAccessible(page)
    })

    await test.step('one is refused, but not without a reason', async () => {
      await findStep('ถึงหน้าตึก')
        .getByRole('button', { name: words('waiting.reject') })
        .click()
      await dialog.getByRole('button', { name: words('waiting.reject') }).click()
      const why = dialog.getByLabel(words('why'))
      await expect(why).toHaveAttribute('aria-invalid', 'true')
      await expectAccessible(page)
      await why.fill('ยังไม่ถึง')
      await dialog.getByRole('button', { name: words('waiting.reject') }).click()
      await expect(findStep('ถึงหน้าตึก')).toBeHidden()
    })

    await test.step('the other is accepted, and counts as of whoever pressed it', async () => {
      await findStep('ฝนตก')
        .getByRole('button', { name: words('waiting.accept'), exact: true })
        .click()
      await dialog.getByRole('button', { name: words('waiting.accept'), exact: true }).click()
      await expect(waiting).toBeHidden()
      await expect(card.getByText(words('state.EN_ROUTE'), { exact: true }).first()).toBeVisible()
    })

    await test.step('both stay in sight', async () => {
      await card.getByRole('button', { name: words('times'), exact: true }).click()
      const times = card.getByRole('listitem')
      await expect(times.filter({ hasText: words('waiting.accepted-by') })).toContainText('ฝนตก')
      await expect(times.filter({ hasText: words('waiting.rejected') })).toContainText('ยังไม่ถึง')
      await expectAccessible(page)
    })
    // The team is free again for the next journey.
    await dispatch({ step: 'STOOD_DOWN', reason: 'ENOUGH_UNITS' })
  })

  test(`whoever manages the fleet sees what a check shows that waits, and accepts it (${language})`, async ({
    page,
    signInAs,
    api,
    origin,
  }) => {
    const words = loadWords(language, 'equipment')
    const [admin, nurse] = [await api('admin'), await api('nurse')]
    const callSign = `หนองคาย รอตรวจ ${language}`
    const vehicle_id = await addVehicle(admin, callSign)
    const { items, day, shift } = await nurse(equipment.sheet, { _id: vehicle_id })
    const measured = { charge: 90, pressure: 1800, lot: 'L-1', expires_on: '2099-12-31' }
    const rows = items.map(({ item, needed }) => ({
      item,
      found: needed,
      defect: item === 'brakes' ? 'BROKEN' : null,
      ...measured,
    }))
    const new_id = crypto.randomUUID()
    const signature = { signer_name: 'อนุชา พลศรี', strokes: 'M10 10L200 100' }
    const check = { new_id, vehicle_id, day, shift, kind: 'SHIFT', rows, signature }
    await bringDoubtful(origin, equipment.deliver, {
      op_id: new_id,
      record_id: vehicle_id,
      described: { kind: 'check', check },
    })
    await bringDoubtful(origin, equipment.deliver, {
      op_id: crypto.randomUUID(),
      record_id: new_id,
      described: { kind: 'fault-photo', item: 'brakes' },
      picture: new Uint8Array(createNoisePicture(60)),
    })

    await page.setViewportSize({ width: 1024, height: 768 })
    await signInAs('admin', language)
    await page.goto('/app/ambulance/vehicles')
    const waiting = page.getByRole('alert').getByRole('listitem').filter({ hasText: callSign })
    const dialog = page.getByRole('dialog')
    await test.step('it says whose it is, that it is signed, what it found and why it waits', async () => {
      await expect(waiting).toContainText('อนุชา พลศรี')
      await expect(waiting).toContainText(words('signed'))
      await expect(waiting).toContainText(words('item.brakes'))
      await expect(waiting).toContainText(words('reviews.because.unknown-session'))
      expect((await nurse(equipment.history, { _id: vehicle_id })).rows).toEqual([])
      await expectAccessible(page)
    })

    await test.step('the photo of its fault is seen before the decision', async () => {
      const label = words('show-photo', { item: words('item.brakes') })
      await waiting.getByRole('button', { name: label }).click()
      const picture = dialog.getByRole('img', { name: label })
      await expect(picture).toBeVisible()
      await expect.poll(() => picture.evaluate((one: HTMLImageElement) => one.naturalWidth)).toBe(60)
      await page.keyboard.press('Escape')
      await expect(dialog).toBeHidden()
    })

    await test.step('it is accepted, and the vehicle stands as it found it', async () => {
      await waiting.getByRole('button', { name: words('reviews.accept'), exact: true }).click()
      await expectAccessible(page)
      await dialog.getByRole('button', { name: words('reviews.accept') }).click()
      await expect(waiting).toBeHidden()
      const { rows } = await nurse(equipment.history, { _id: vehicle_id })
      expect(rows).toMatchObject([{ _id: new_id, result: 'NOT_READY', is_signed: true }])
      await expect(page.getByRole('row').filter({ hasText: callSign })).toContainText(
        loadWords(language, 'fleet')('status.NOT_READY'),
      )
    })
  })
}
