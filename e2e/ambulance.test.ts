import type { Page } from '@playwright/test'
import { fleet, inbound, missions, readings } from 'contract'
import {
  expect,
  expectAccessible,
  expectDrawn,
  expectNoScroll,
  freeParamedic,
  registerPatient,
  requestAmbulance,
  signInOn,
  test,
} from './fixtures.ts'
import { languages, loadWords } from './words.ts'
import { writeForm } from './write-form.ts'

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

for (const [place, language] of languages.entries())
  test(`from the call to the complete sheet: a crew without a signal writes what it gives, and the emergency room knows it (${language})`, async ({
    page,
    browser,
    origin,
    signInAs,
    api,
  }) => {
    const [words, forms, sheetTexts, options, inboundWords, triage, ui] = [
      loadWords(language, 'missions'),
      loadWords(language, 'forms'),
      loadWords(language, 'operation-form'),
      loadWords(language, 'form-options'),
      loadWords(language, 'inbound'),
      loadWords(language, 'triage'),
      loadWords(language, 'ui'),
    ]
    const [nurse, admin] = [await api('nurse'), await api('admin')]
    const patient = await registerPatient(nurse, `BROUGHT-${place}`)
    const { vehicle } = await admin(fleet.saveVehicle, {
      plate: `กข 77${place}`,
      province: '10',
      call_sign: `ริมโขง 7${place}`,
      class: 'ALS',
    })
    const { teams, operations } = await nurse(fleet.choices, {})
    await freeParamedic(nurse)
    const team = teams.find(({ name }) => name.includes('BLS'))
    const operation = operations.find(
      ({ unit_level, name }) => unit_level === 'ALS' && name.includes('ออกเหตุ'),
    )
    const pickUp = `ทางหลวง 212 กม. 12 (${language})`
    const complaint = `แน่นหน้าอก (${language})`
    const read = async () => {
      const mission = (await nurse(missions.board, {})).missions.find(({ pick_up }) => pick_up === pickUp)
      if (!mission) throw new Error('the board has no such mission')
      return mission
    }
    const complete = (of: Page) => of.getByRole('button', { name: forms('complete'), exact: true })
    const numbered = (of: Page) => of.getByRole('heading', { level: 1, name: /\d{4}-\d{4}/ })

    await page.setViewportSize({ width: 1024, height: 768 })
    await signInAs('nurse', language)
    await test.step('a dispatcher writes down the call, which is a mission once it is complete', async () => {
      await page.goto('/app/forms-detail/ambulance-request')
      await page
        .getByRole('button', { name: forms('begin'), exact: true })
        .first()
        .click()
      await expect(page).toHaveURL(/\/ambulance-request\/.+/)
      const request = writeForm(page, language, 'ambulance-request')
      await request.answer({
        ...callFromScene,
        event: 'SICK',
        symptom_groups: ['6'],
        has_chest_pain: true,
        complaint,
        patient_count: 1,
        pick_up: pickUp,
        hazards: ['NONE'],
        patient: patient.hn,
        unit_level: 'ALS',
      })
      await expectAccessible(page)
      await complete(page).click()
      await expect(numbered(page)).toBeVisible()
    })

    const card = page.getByRole('article').filter({ hasText: pickUp })
    await test.step('the request is accepted, and a vehicle with its team is sent', async () => {
      await page.goto('/app/ambulance/missions')
      await card.getByRole('button', { name: words('step.ACCEPTED'), exact: true }).click()
      await card.getByRole('button', { name: words('step.ASSIGNED'), exact: true }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByLabel(words('vehicle')).selectOption(vehicle._id)
      await dialog.getByLabel(words('team')).selectOption(team?._id ?? '')
      await dialog.getByLabel(words('operation')).selectOption(operation?._id ?? '')
      // Nobody has checked the vehicle: it goes with a reason alone.
      await dialog.getByLabel(words('note')).fill('ตรวจรถเวรก่อนแล้ว')
      await dialog.getByRole('button', { name: words('save') }).click()
      await card.getByRole('button', { name: words('step.DISPATCHED'), exact: true }).click()
    })

    const crew = await browser.newContext({ viewport: { width: 390, height: 844 } })
    const phone = await crew.newPage()
    await signInOn(phone, origin, 'paramedic', language)
    const own = phone.getByRole('article').filter({ hasText: pickUp })
    const sheet = writeForm(phone, language, 'operation-form')
    const unsent = phone.getByText(new RegExp(forms('unsent_other', { count: '\\d+' })))
    // Two steps have the words of where this kind of mission picks somebody up.
    const nextStep = (step: string) => {
      const isPlaced = step === 'AT_SCENE' || step === 'LEFT_SCENE'
      const name = words(isPlaced ? `placed.scene.${step}` : `step.${step}`)
      return own.getByRole('button', { name, exact: true })
    }
    const take = (step: string) => nextStep(step).click()
    const sheetLink = own.getByRole('link', { name: `${sheetTexts('short')} ${forms('state.draft')}` })
    const leaveSheet = () => phone.goBack()
    await test.step('the crew begins its sheet, in which stands what is known of the mission', async () => {
      await phone.goto(`${origin}/app/forms-detail`)
      await take('EN_ROUTE')
      await own
        .getByRole('button', { name: forms('begin-sheet', { form: sheetTexts('short') }), exact: true })
        .click()
      await expect(phone.locator('[data-answer="scene"] textarea')).toHaveValue(pickUp)
      await expect(phone.locator('[data-answer="mission_number"] input')).toHaveValue((await read()).number)
      await leaveSheet()
      await expect(sheetLink).toBeVisible()
    })

    await test.step('at the scene there is no signal: vital signs, a drug and a resuscitation are written', async () => {
      await crew.setOffline(true)
      await take('AT_SCENE')
      await expect(nextStep('LEFT_SCENE')).toBeVisible()
      await sheetLink.click()
      await sheet.addRow('vitals', {
        systolic: 118,
        diastolic: 76,
        pulse: 97,
        eye: '3',
        verbal: '4',
        motor: '5',
      })
      await expect(sheet.findRow('vitals').getByText(/GCS 12 \(E3V4M5\)/)).toBeVisible()
      await sheet
        .findRow('vitals')
        .getByRole('button', { name: forms('finish-measurement'), exact: true })
        .click()
      await expect(sheet.findRow('vitals')).toContainText('118')

      await sheet.answer({ cpr: 'AED_DF' })
      await sheet.answer({
        arrest_at: 'now',
        witnessed: 'EMS',
        bystander_cpr: false,
        arrest_cause: 'CARDIAC',
        first_rhythm: 'VF',
        cpr_started_at: 'now',
        has_rosc: true,
        arrest_outcome: 'ROSC',
      })
      await sheet.addRow('shocks', { energy: 200, rhythm_after: 'SINUS' })
      await sheet
        .findRow('shocks')
        .getByRole('button', { name: forms('finish-row'), exact: true })
        .click()
      await expect(sheet.findRow('shocks')).toContainText('200')

      await sheet.addRow('drugs', { drug: 'ADRENALINE', dose: 2, dose_unit: 'mg', route: 'IV' })
      const drug = sheet.findRow('drugs')
      await test.step('a dose above the list asks why, and stays', async () => {
        await expect(drug.locator('[data-warning]').first()).toBeVisible()
        await sheet.answerRow('drugs', {
          dose_reason: 'แพทย์สั่งทางวิทยุ',
          given_by: 'อนุชา พลศรี',
          ordered_by: 'PROTOCOL',
        })
      })
      await drug.getByRole('button', { name: forms('finish-row'), exact: true }).click()
      await expect(drug).toContainText('Adrenaline')
      await expectAccessible(phone)
      // One line counts the step and the answers.
      await expect(unsent).toHaveCount(1)
      expect((await read()).state).toBe('EN_ROUTE')
    })

    await test.step('with a signal again all of it is sent, and the vital signs stand in the chart', async () => {
      await crew.setOffline(false)
      await expect(phone.getByText(forms('saved', { time: '' }).trim())).toBeVisible()
      await expect(unsent).toHaveCount(0)
      await expect.poll(async () => (await read()).state).toBe('AT_SCENE')
      await sheet.openSection('vitals')
      await expect(sheet.findRow('vitals').getByText(forms('measured'), { exact: true })).toBeVisible()
      const readChart = async () => {
        const kinds = ['blood_pressure', 'pulse'] as const
        const { rows } = await nurse(readings.history, { patient_id: patient._id, kinds: [...kinds] })
        return rows.map(({ systolic, diastolic, pulse }) => [systolic, diastolic, pulse].join('/'))
      }
      await expect.poll(readChart).toEqual(expect.arrayContaining(['118/76/', '//97']))
    })

    await test.step('the crew tells whom it brings', async () => {
      await leaveSheet()
      await take('LEFT_SCENE')
      await own.getByRole('button', { name: words('pre-alert') }).click()
      const dialog = phone.getByRole('dialog')
      await dialog.getByText(ui('triage.RED'), { exact: true }).click()
      await dialog.getByLabel(inboundWords('minutes')).fill('9')
      // The values raise no alarm: other journeys share the hospital.
      await dialog.getByLabel(inboundWords('vital.spo2')).fill('97')
      await expectAccessible(phone)
      await dialog.getByRole('button', { name: inboundWords('send'), exact: true }).click()
      await expect(own.getByText(words('er-waits'))).toBeVisible()
      await expectAccessible(phone)
    })

    await page.goto('/app/ambulance/inbound')
    const coming = page.getByRole('article').filter({ hasText: complaint })
    await test.step('the emergency room acknowledges it, and the crew sees who', async () => {
      await expect(coming.getByText('BP 118/76')).toBeVisible()
      await expectAccessible(page)
      await coming.getByRole('button', { name: inboundWords('acknowledge') }).click()
      await expect(coming.getByRole('button', { name: inboundWords('acknowledge') })).toBeHidden()
      await expect(own.getByText(words('er-waits'))).toBeHidden()
      await expect(own.getByText(words('er-knows', { name: '' }).trim())).toBeVisible()
    })

    await test.step('a place is kept, and the arrival begins the visit with what was measured and told', async () => {
      await coming.getByRole('button', { name: inboundWords('prepare') }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByLabel(loadWords(language, 'er-board')('bay')).fill(`R${8 + place}`)
      await dialog.getByRole('button', { name: inboundWords('save') }).click()
      await take('AT_DESTINATION')
      await coming.getByRole('button', { name: inboundWords('arrive'), exact: true }).click()
      await dialog.getByText(triage('mode.STRETCHER'), { exact: true }).click()
      await dialog.getByRole('button', { name: inboundWords('receive') }).click()
      await expect(coming.getByRole('link', { name: inboundWords('open-visit') })).toBeVisible()
      await page.goto(`/app/triage/${patient._id}`)
      const told = page.getByRole('note', { name: triage('brought.label') })
      await expect(told).toContainText('SpO₂ 97')
      await expect(page.locator('input[name=systolic]')).toHaveValue('118')
      await expect(page.locator('select[name=verbal]')).toHaveValue('4')
      await test.step('the coma scale says beside it from where it is', async () => {
        const coma = page.getByRole('group', { name: triage('form.gcs') })
        const source = coma.getByText(loadWords(language, 'readings')('source.ambulance'))
        const [row, text] = [await coma.boundingBox(), await source.boundingBox()]
        expect(text?.y).toBeGreaterThanOrEqual(row?.y ?? 0)
        expect(text?.y).toBeLessThan((row?.y ?? 0) + (row?.height ?? 0))
      })
      await test.step('the triage fits one screen with it, and with the reason for another level', async () => {
        await expectDrawn(page)
        await page.getByRole('checkbox', { name: triage('b.STROKE') }).press('Space')
        await page.keyboard.press('Alt+1')
        await expect(page.locator('select[name=override]')).toBeVisible()
        await expectNoScroll(page)
      })
    })

    await test.step('the crew hands over and goes back, and writes what its sheet still lacks', async () => {
      await take('HANDED_OVER')
      await take('BACK_AT_BASE')
      await expect(own.getByText(words('not-closed'))).toBeVisible()
      await expectAccessible(phone)
      await sheetLink.click()
      await sheet.answer({
        result: 'FOUND',
        area: 'INSIDE',
        rc_group: '6',
        rc_colour: 'RED',
        odometer_base: 100,
        odometer_scene: 105,
        odometer_back: 113,
        identity: 'THAI',
        payer: { reason: 'UNABLE' },
        case_kind: 'ILLNESS',
        allergies: { reason: 'UNABLE' },
        medicines: { reason: 'UNABLE' },
        past_illness: ['HYPERTENSION'],
        airway: ['CLEAR'],
        breathing: 'NORMAL',
        pulse_quality: 'STRONG',
        survey_consciousness: 'V',
        airway_care: ['O2_MASK'],
        bleeding_care: ['NONE'],
        immobilise: ['NONE'],
        has_fluids: false,
        outcome: 'IMPROVED',
        final_colour: 'RED',
        is_transported: true,
        odometer_hospital: 112.5,
        hospital: 'โรงพยาบาลสาธิตริมโขง',
        hospital_kind: 'GOV',
        hospital_reasons: ['CAPABLE', 'NEAR'],
        reporter: 'อนุชา พลศรี',
        reporter_code: 'P-0442',
        handed_over_to: 'พญ. สมหญิง',
        receiver_role: 'DOCTOR',
      })
      await phone
        .getByRole('button', { name: forms('sign'), exact: true })
        .first()
        .click()
      const dialog = phone.getByRole('dialog')
      await dialog.getByLabel(forms('signer')).fill('พญ. สมหญิง')
      await dialog.getByLabel(forms('sign-typed')).check()
      await dialog.getByRole('button', { name: forms('sign'), exact: true }).click()
      await expect(dialog).toBeHidden()
      await complete(phone).click()
      await expect(numbered(phone)).toBeVisible()
    })

    await test.step('what was given stands on the complete sheet, and the mission has no sheet left to write', async () => {
      const given = phone.getByRole('main')
      await expect(given).toContainText('Adrenaline')
      await expect(given).toContainText('แพทย์สั่งทางวิทยุ')
      await expect(given).toContainText(options('cpr.AED_DF'))
      await expect(given).toContainText('200 J')
      await expect(given).toContainText('พญ. สมหญิง')
      await expectAccessible(phone)
      await page.goto(`/app/patients/${patient._id}/vital-signs`)
      await expect(page.getByRole('main')).toContainText('118/76')
      await page.goto('/app/ambulance/missions')
      await card.getByRole('button', { name: words('step.CLOSED'), exact: true }).click()
      const open = page.getByRole('list', { name: words('sheets-open') }).getByRole('listitem')
      await expect(open).toHaveText([new RegExp(loadWords(language, 'fleet')('form.EQUIPMENT_CHECK'))])
      await page.getByRole('textbox', { name: words('why'), exact: true }).fill('ตรวจรถเวรก่อนแล้ว')
      await page
        .getByRole('dialog')
        .getByRole('button', { name: words('save') })
        .click()
      await phone.goBack()
      await expect(own).toBeHidden()
      const { rows: left } = await nurse(inbound.board, {})
      expect(left.some(({ complaint: one }) => one === complaint)).toBe(false)
    })
    await crew.close()
  })

test('two patients of a crash arrive one after the other, each with a visit of their own', async ({
  page,
  signInAs,
  api,
}) => {
  const [inboundWords, triage] = [loadWords('th', 'inbound'), loadWords('th', 'triage')]
  const nurse = await api('nurse')
  const [first, second] = [await registerPatient(nurse, 'CRASH-1'), await registerPatient(nurse, 'CRASH-2')]
  const complaint = 'รถจักรยานยนต์ชนกัน'
  const { _id } = await requestAmbulance(nurse, {
    ...callFromScene,
    received_at: new Date().toISOString(),
    event: 'TRAFFIC',
    symptom_groups: ['25'],
    has_chest_pain: false,
    patient_count: 2,
    is_mass_casualty: false,
    pick_up: 'แยกหนองสองห้อง',
    hazards: ['TRAFFIC'],
    complaint,
    unit_level: 'BLS',
    patient: first._id,
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
  await expect(card.getByText(inboundWords('at-scene_other', { count: '2' }))).toBeVisible()
  await card.getByRole('button', { name: inboundWords('arrive'), exact: true }).click()
  await dialog.getByText(triage('mode.STRETCHER'), { exact: true }).click()
  await dialog.getByRole('button', { name: inboundWords('receive') }).click()
  await expect(card.getByRole('button', { name: inboundWords('arrive-next') })).toBeVisible()
  await expectAccessible(page)
  await card.getByRole('button', { name: inboundWords('arrive-next') }).click()
  await dialog.getByRole('combobox', { name: inboundWords('patient') }).fill(second.hn)
  await page.getByRole('option', { name: new RegExp(second.hn) }).click()
  await expectAccessible(page)
  await dialog.getByText(triage('mode.STRETCHER'), { exact: true }).click()
  await dialog.getByRole('button', { name: inboundWords('receive') }).click()
  await expect(card.getByText(inboundWords('arrived-of', { arrived: '2', expected: '2' }))).toBeVisible()
  await expectAccessible(page)
  await page.goto(`/app/triage/${second._id}`)
  await expect(page.getByRole('note', { name: triage('brought.label') })).toContainText(
    triage('brought.of-several'),
  )
  for (const step of ['HANDED_OVER', 'BACK_AT_BASE'] as const)
    await nurse(missions.dispatch, { _id, event_id: crypto.randomUUID(), step })
  await nurse(missions.dispatch, { _id, event_id: crypto.randomUUID(), step: 'CLOSED', note: 'ครบแล้ว' })
})
