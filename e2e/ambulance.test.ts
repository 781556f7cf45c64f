import { fleet, inbound, missions, patients } from 'contract'
import {
  expect,
  expectAccessible,
  expectDrawn,
  expectNoScroll,
  requestAmbulance,
  signInOn,
  test,
} from './fixtures.ts'
import { languages, loadWords } from './words.ts'

/** What a member of the public tells of whoever lies at a scene. */
const callFromScene = {
  channel: '1669',
  reporter: 'PUBLIC',
  reporter_phone: '0812345678',
  kind: 'SCENE',
  colour: 'YELLOW',
  is_breathing: true,
  is_conscious: true,
  bleeds_severely: false,
  position: 'LIE',
  urgency: 'E',
}

for (const language of languages)
  test(`from the call to the visit: a crew brings a red patient, and the emergency room is ready (${language})`, async ({
    page,
    browser,
    address,
    signInAs,
    api,
  }) => {
    const [words, inboundWords, triage, ui] = [
      loadWords(language, 'missions'),
      loadWords(language, 'inbound'),
      loadWords(language, 'triage'),
      loadWords(language, 'ui'),
    ]
    const nurse = await api('nurse')
    const { rows } = await nurse(patients.list, { search_value: '' })
    // Somebody who is at home: those in a bed are not brought.
    const atHome = rows.filter(({ ward }) => ward === null)
    const patient = atHome[languages.indexOf(language)]
    const at = new Date().toISOString()
    const pickUp = `ทางหลวง 212 กม. 12 (${language})`
    const { _id } = await requestAmbulance(nurse, {
      ...callFromScene,
      received_at: at,
      event: 'SICK',
      symptom_groups: ['6'],
      has_chest_pain: true,
      patient_count: 1,
      pick_up: pickUp,
      hazards: ['NONE'],
      complaint: 'แน่นหน้าอก',
      unit_level: 'ALS',
      patient: patient?._id,
    })
    const { vehicles, teams } = await nurse(fleet.choices, {})
    const vehicle = vehicles.find(({ name }) => name.includes('ริมโขง 3'))
    const team = teams.find(({ name }) => name.includes('BLS'))

    await signInAs('nurse', language)
    await page.goto('/app/ambulance/missions')
    const card = page.getByRole('article').filter({ hasText: pickUp })
    const phone = await (await browser.newContext({ viewport: { width: 390, height: 844 } })).newPage()
    await signInOn(phone, address, 'paramedic', language)

    await test.step('the request is accepted, and a vehicle with its team is sent', async () => {
      await card.getByRole('button', { name: words('step.ACCEPTED'), exact: true }).click()
      await card.getByRole('button', { name: words('step.ASSIGNED'), exact: true }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByLabel(words('vehicle')).selectOption(vehicle?._id ?? '')
      await dialog.getByLabel(words('team')).selectOption(team?._id ?? '')
      // A shift may have begun since the vehicle was checked: it then goes with a reason alone.
      await dialog.getByLabel(words('note')).fill('ตรวจรถเวรก่อนแล้ว')
      await dialog.getByRole('button', { name: words('save') }).click()
      await card.getByRole('button', { name: words('step.DISPATCHED'), exact: true }).click()
    })

    const own = phone.getByRole('article').filter({ hasText: pickUp })
    await test.step('the crew goes to the scene, and tells whom it brings', async () => {
      await phone.goto(`${address}/app/forms-detail`)
      await own.getByRole('button', { name: words('step.EN_ROUTE'), exact: true }).click()
      await own.getByRole('button', { name: words('step.AT_SCENE'), exact: true }).click()
      await own.getByRole('button', { name: words('step.LEFT_SCENE'), exact: true }).click()
      await own.getByRole('button', { name: words('pre-alert') }).click()
      const dialog = phone.getByRole('dialog')
      await dialog.getByText(ui('triage.RED'), { exact: true }).click()
      await dialog.getByLabel(inboundWords('minutes')).fill('9')
      // The values raise no alarm: other journeys share the hospital.
      await dialog.getByLabel(inboundWords('vital.systolic')).fill('118')
      await dialog.getByLabel(inboundWords('vital.diastolic')).fill('74')
      await expectAccessible(phone)
      await dialog.getByRole('button', { name: inboundWords('send'), exact: true }).click()
      await expect(own.getByText(words('er-waits'))).toBeVisible()
      await expectAccessible(phone)
    })

    await page.goto('/app/ambulance/inbound')
    const coming = page.getByRole('article').filter({ hasText: 'แน่นหน้าอก' }).first()
    await test.step('the emergency room acknowledges it, and the crew sees who', async () => {
      await expect(coming.getByText('BP 118/74')).toBeVisible()
      await expectAccessible(page)
      await coming.getByRole('button', { name: inboundWords('acknowledge') }).click()
      await expect(coming.getByRole('button', { name: inboundWords('acknowledge') })).toBeHidden()
      await expect(own.getByText(words('er-waits'))).toBeHidden()
      await expect(own.getByText(words('er-knows', { name: '' }).trim())).toBeVisible()
    })

    await test.step('a place is kept, and the arrival begins the visit with what was told', async () => {
      await coming.getByRole('button', { name: inboundWords('prepare') }).click()
      await page
        .getByRole('dialog')
        .getByLabel(loadWords(language, 'er-board')('bay'))
        .fill(language === 'en' ? 'R8' : 'R9')
      await page
        .getByRole('dialog')
        .getByRole('button', { name: inboundWords('save') })
        .click()
      await own.getByRole('button', { name: words('step.AT_DESTINATION'), exact: true }).click()
      await coming.getByRole('button', { name: inboundWords('arrive'), exact: true }).click()
      await page.getByRole('dialog').getByText(triage('mode.STRETCHER'), { exact: true }).click()
      await page
        .getByRole('dialog')
        .getByRole('button', { name: inboundWords('receive') })
        .click()
      await expect(coming.getByRole('link', { name: inboundWords('open-visit') })).toBeVisible()
      await page.goto(`/app/triage/${patient?._id}`)
      const told = page.getByRole('note', { name: triage('brought.label') })
      await expect(told).toContainText('BP 118/74')
      await test.step('the triage fits one screen with what was told, and with the reason for another level', async () => {
        await page.setViewportSize({ width: 1024, height: 768 })
        await expectDrawn(page)
        await page.getByRole('checkbox', { name: triage('b.STROKE') }).press('Space')
        await page.keyboard.press('Alt+1')
        await expect(page.locator('select[name=override]')).toBeVisible()
        await expectNoScroll(page)
      })
    })

    await test.step('the crew hands over and goes back', async () => {
      await own.getByRole('button', { name: words('step.HANDED_OVER'), exact: true }).click()
      await own.getByRole('button', { name: words('step.BACK_AT_BASE'), exact: true }).click()
      await expect(own.getByText(words('not-closed'))).toBeVisible()
      await expectAccessible(phone)
      await nurse(missions.dispatch, { _id, event_id: crypto.randomUUID(), step: 'CLOSED', note: 'ครบแล้ว' })
      await expect(own).toBeHidden()
      const { rows: left } = await nurse(inbound.board, {})
      expect(left.some((row) => row._id === _id)).toBe(false)
    })
    await phone.context().close()
  })

test('two patients of a crash arrive one after the other, each with a visit of their own', async ({
  page,
  signInAs,
  api,
}) => {
  const [inboundWords, triage] = [loadWords('th', 'inbound'), loadWords('th', 'triage')]
  const nurse = await api('nurse')
  const { rows } = await nurse(patients.list, { search_value: '' })
  const [first, second] = rows.filter(({ ward }) => ward === null).slice(languages.length)
  const complaint = 'รถจักรยานยนต์ชนกัน'
  const { _id } = await requestAmbulance(nurse, {
    ...callFromScene,
    received_at: new Date().toISOString(),
    event: 'TRAFFIC',
    symptom_groups: ['25'],
    has_chest_pain: false,
    patient_count: 2,
    pick_up: 'แยกหนองสองห้อง',
    hazards: ['TRAFFIC'],
    complaint,
    unit_level: 'BLS',
    patient: first?._id,
  })
  const { vehicles, teams } = await nurse(fleet.choices, {})
  const vehicle = vehicles.find(({ name }) => name.includes('ริมโขง 2'))
  const team = teams.find(({ name }) => name.includes('ALS 2'))
  const note = 'ตรวจรถเวรก่อนแล้ว'
  for (const step of [
    { step: 'ASSIGNED', vehicle_id: vehicle?._id, team_id: team?._id, note },
    { step: 'AT_SCENE' },
    { step: 'LEFT_SCENE' },
  ] as const)
    await nurse(missions.dispatch, { _id, event_id: crypto.randomUUID(), ...step })

  await page.setViewportSize({ width: 390, height: 844 })
  await signInAs('nurse', 'th')
  await page.goto('/app/ambulance/inbound')
  const card = page.getByRole('article').filter({ hasText: complaint })
  const dialog = page.getByRole('dialog')
  await expect(card.getByText(inboundWords('brings_other', { count: '2' }))).toBeVisible()
  await card.getByRole('button', { name: inboundWords('arrive'), exact: true }).click()
  await dialog.getByText(triage('mode.STRETCHER'), { exact: true }).click()
  await dialog.getByRole('button', { name: inboundWords('receive') }).click()
  await expect(card.getByText(inboundWords('arrived-of', { arrived: '1', expected: '2' }))).toBeVisible()
  await expectAccessible(page)
  await card.getByRole('button', { name: inboundWords('arrive-next') }).click()
  await dialog.getByRole('combobox', { name: inboundWords('patient') }).fill(second?.hn ?? '')
  await page.getByRole('option', { name: new RegExp(second?.hn ?? '') }).click()
  await expectAccessible(page)
  await dialog.getByText(triage('mode.STRETCHER'), { exact: true }).click()
  await dialog.getByRole('button', { name: inboundWords('receive') }).click()
  await expect(card.getByText(inboundWords('arrived-of', { arrived: '2', expected: '2' }))).toBeVisible()
  await expectAccessible(page)
  await page.goto(`/app/triage/${second?._id}`)
  await expect(page.getByRole('note', { name: triage('brought.label') })).toContainText(
    triage('brought.of-several'),
  )
  for (const step of ['HANDED_OVER', 'BACK_AT_BASE'] as const)
    await nurse(missions.dispatch, { _id, event_id: crypto.randomUUID(), step })
  await nurse(missions.dispatch, { _id, event_id: crypto.randomUUID(), step: 'CLOSED', note: 'ครบแล้ว' })
})
