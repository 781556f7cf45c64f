import {
  admissions,
  type Client,
  fleet,
  missions,
  operationRecords,
  patients,
  readings,
  users,
} from 'contract'
import {
  answerAll,
  expect,
  expectAccessible,
  planTransport,
  registerPatient,
  requestAmbulance,
  test,
} from './fixtures.ts'
import { languages, loadWords, mainLanguage } from './words.ts'

/** A mission with a patient, on which the demo user's team is out with a vehicle of its own. */
async function sendOut(
  nurse: Client,
  admin: Client,
  known?: string,
): Promise<{ missionId: string; patientId: string }> {
  const { rows } = await nurse(patients.list, { search_value: '' })
  const patientId = known ?? rows[0]?._id ?? ''
  const found = await admin(users.list, { search_value: 'paramedic@demo.hospital' })
  const { rows: teams } = await admin(fleet.teams, {})
  const team = teams.find(({ members }) => members.some(({ staff }) => staff._id === found.rows[0]?._id))
  // The demo hospital has the team on a mission; a team is on one at a time.
  const { missions: board } = await nurse(missions.board, {})
  for (const { _id, state, team: out } of board)
    if (out?._id === team?._id && state === 'DISPATCHED')
      await nurse(missions.dispatch, {
        _id,
        event_id: crypto.randomUUID(),
        step: 'CANCELLED',
        reason: 'OTHER',
      })
  const tag = crypto.randomUUID().slice(0, 6)
  const { vehicle } = await admin(fleet.saveVehicle, {
    plate: `กข ${tag}`,
    province: '10',
    call_sign: `R-${tag}`,
    class: 'ALS',
  })
  const { _id: missionId } = await requestAmbulance(nurse, {
    ...planTransport(),
    complaint: 'เจ็บแน่นหน้าอก',
    pick_up: `ตึก ${tag}`,
    destination: 'รพ.ศูนย์',
    unit_level: 'ALS',
    position: 'LIE',
    urgency: 'E',
    patient: patientId,
  })
  await nurse(missions.dispatch, {
    _id: missionId,
    event_id: crypto.randomUUID(),
    step: 'ASSIGNED',
    vehicle_id: vehicle._id,
    team_id: team?._id ?? '',
    note: 'พร้อม',
    doctor: 'นพ. สมชาย',
  })
  return { missionId, patientId }
}

for (const language of languages)
  test(`a crew opens its sheet from the mission, and its vital signs stand in the patient's chart (${language})`, async ({
    page,
    context,
    signInAs,
    api,
  }) => {
    const [words, form, options] = [
      loadWords(language, 'forms'),
      loadWords(language, 'operation-form'),
      loadWords(language, 'form-options'),
    ]
    const [nurse, admin] = [await api('nurse'), await api('admin')]
    const { missionId, patientId } = await sendOut(nurse, admin)
    const openSection = (name: string) =>
      page
        .getByRole('navigation', { name: words('sections') })
        .getByRole('button', { name })
        .first()
        .click()
    const add = (rows: string) =>
      page
        .getByRole('button', { name: words('add-row', { field: form(`field.${rows}`) }), exact: true })
        .click()
    const row = (rows: string, number: string) =>
      page.getByRole('group', { name: words('row', { field: form(`field.${rows}`), number }), exact: true })
    await page.setViewportSize({ width: 390, height: 844 })
    await signInAs('paramedic', language)
    await page.goto('/app/forms-detail')
    await page
      .getByRole('button', { name: words('begin-sheet', { form: form('short') }), exact: true })
      .first()
      .click()
    await expect(page).toHaveURL(/\/operation-form\/.+/)

    await test.step('the server has filled in what it knows of the mission', async () => {
      await expect(page.locator('[data-answer="scene"] textarea')).toHaveValue(/ตึก/)
      await expect(page.locator('[data-answer="mission_number"] input')).toHaveValue(/\d{4}-\d{4}/)
    })

    await test.step('without a signal, vital signs are written and finished, with the coma scale beside them', async () => {
      await context.setOffline(true)
      await openSection(form('section.vitals'))
      await add('vitals')
      const vitals = row('vitals', '1')
      await vitals.getByLabel(form('field.systolic'), { exact: true }).fill('118')
      await vitals.getByLabel(form('field.diastolic'), { exact: true }).fill('76')
      await vitals.getByLabel(form('field.pulse'), { exact: true }).fill('97')
      for (const [list, value] of [
        ['gcs-eye', '3'],
        ['gcs-verbal', '4'],
        ['gcs-motor', '5'],
      ])
        await vitals.getByText(options(`${list}.${value}`), { exact: true }).click()
      await expect(vitals.getByText(/GCS 12 \(E3V4M5\)/)).toBeVisible()
      await vitals.getByRole('button', { name: words('finish-measurement'), exact: true }).click()
      await expect(vitals).toContainText('118')
      await expect(page.getByText(new RegExp(words('unsent_other', { count: '\\d+' })))).toBeVisible()
    })

    await test.step('a dose above the list asks and stays', async () => {
      await openSection(form('section.drugs'))
      await add('drugs')
      const drug = row('drugs', '1')
      await drug.getByRole('combobox', { name: form('field.drug') }).fill('Adrenaline')
      await page.getByRole('option', { name: /Adrenaline/ }).click()
      await drug.getByLabel(form('field.dose'), { exact: false }).first().fill('20')
      await drug.getByText(options('dose-unit.mg'), { exact: true }).click()
      await drug.getByText('IV', { exact: true }).click()
      await expect(drug.locator('[data-marked]')).toBeVisible()
      await drug.getByRole('button', { name: words('finish-row'), exact: true }).click()
      await expect(drug).toContainText('20')
    })

    await test.step('resuscitation opens its part of the sheet', async () => {
      await openSection(form('section.treatment'))
      await page.locator('[data-answer="cpr"]').getByText(options('cpr.AED_DF'), { exact: true }).click()
      await openSection(form('section.arrest'))
      await add('shocks')
      await row('shocks', '1').getByLabel(form('field.energy')).fill('200')
      await row('shocks', '1')
        .getByRole('button', { name: words('finish-row'), exact: true })
        .click()
      await expect(row('shocks', '1')).toContainText('200')
      await expectAccessible(page)
    })

    await test.step('with a signal again, the emergency room has all of it, and the vital signs stand in the chart', async () => {
      await context.setOffline(false)
      const readChart = async () => {
        const kinds = ['blood_pressure', 'pulse'] as const
        const { rows } = await nurse(readings.history, { patient_id: patientId, kinds: [...kinds] })
        return rows.map(({ systolic, diastolic, pulse }) => [systolic, diastolic, pulse].join('/'))
      }
      await expect.poll(readChart).toEqual(expect.arrayContaining(['118/76/', '//97']))
      await openSection(form('section.vitals'))
      await expect(row('vitals', '1').getByText(words('measured'), { exact: true })).toBeVisible()
      await expect(page.getByText(words('saved', { time: '' }).trim())).toBeVisible()
      const { missions: board } = await nurse(missions.board, {})
      const [sheet] = board.find(({ _id }) => _id === missionId)?.sheets ?? []
      const { rows: found } = await nurse(operationRecords.list, { _id: sheet?._id })
      const readRows = (name: string) =>
        Object.values((found[0]?.answers[name] ?? {}) as Record<string, Record<string, unknown>>)
      expect(found[0]?.answers['cpr']).toBe('AED_DF')
      expect(readRows('shocks')).toMatchObject([{ energy: 200 }])
      expect(readRows('drugs')).toMatchObject([{ dose: 20 }])
    })

    await test.step('the mission names the sheet, and it completes with what the others know', async () => {
      const { missions: board } = await nurse(missions.board, {})
      const [sheet] = board.find(({ _id }) => _id === missionId)?.sheets ?? []
      expect(sheet).toMatchObject({ form: 'operation-form', state: 'draft' })
      const now = new Date().toISOString()
      const crew = await api('paramedic')
      await crew(operationRecords.edit, {
        _id: sheet?._id ?? '',
        operations: answerAll({
          result: 'CANCELLED',
          cancel_reason: 'MOVED_BEFORE',
          area: 'INSIDE',
          idc_group: '7',
          idc_colour: 'RED',
          dispatch: now,
          left_base: now,
          back_at_base: now,
          odometer_base: 100,
          odometer_back: 108.5,
        }),
      })
      await page.reload()
      await page.getByRole('button', { name: words('complete'), exact: true }).click()
      await expect(page.getByRole('heading', { level: 1, name: /\d{4}-\d{4}/ })).toBeVisible()
    })
    const cancelled = { step: 'CANCELLED', reason: 'OTHER' } as const
    await nurse(missions.dispatch, { _id: missionId, event_id: crypto.randomUUID(), ...cancelled })
  })

test('what a crew writes without a signal is about the record that is used, though its patient was merged meanwhile', async ({
  page,
  context,
  signInAs,
  api,
}) => {
  const [nurse, admin] = [await api('nurse'), await api('admin')]
  const used = await registerPatient(nurse, 'MERGE-USED')
  const merged = await registerPatient(nurse, 'MERGE-SECOND')
  const { missionId } = await sendOut(nurse, admin, merged._id)
  const words = loadWords(mainLanguage, 'forms')
  const form = loadWords(mainLanguage, 'operation-form')
  await signInAs('paramedic', mainLanguage)
  await page.goto('/app/forms-detail')
  await page
    .getByRole('button', { name: words('begin-sheet', { form: form('short') }), exact: true })
    .first()
    .click()
  const scene = page.locator('[data-answer="scene"] textarea')
  await expect(scene).toHaveValue(/ตึก/)
  const sheetId = page.url().split('/').at(-1) ?? ''

  await context.setOffline(true)
  await scene.fill('เขียนตอนไม่มีสัญญาณ')
  await expect(page.getByText(/ยังไม่ส่ง \d+ รายการ/)).toBeVisible()
  const cancelled = { step: 'CANCELLED', reason: 'OTHER' } as const
  await nurse(missions.dispatch, { _id: missionId, event_id: crypto.randomUUID(), ...cancelled })
  await admin(patients.merge, { patient_id: merged._id, into_id: used._id, reason: 'ลงทะเบียนซ้ำ' })

  await context.setOffline(false)
  const readSheet = async () => {
    const [sheet] = (await nurse(operationRecords.list, { _id: sheetId })).rows
    return { hn: sheet?.patient?.hn, scene: sheet?.answers['scene'], others: sheet?.other_answers }
  }
  await expect.poll(readSheet).toEqual({ hn: used.hn, scene: 'เขียนตอนไม่มีสัญญาณ', others: [] })
  await expect(page.getByText(words('saved', { time: '' }).trim())).toBeVisible()
})

for (const step of ['CANCELLED', 'REASSIGNED'] as const)
  test(`what a crew writes without a signal is sent, though its mission is ${step} and its patient discharged meanwhile`, async ({
    page,
    context,
    signInAs,
    api,
  }) => {
    const [nurse, admin] = [await api('nurse'), await api('admin')]
    const { rows: admitted } = await nurse(admissions.list, {})
    const patient_id = admitted.at(-1)?.patient._id ?? ''
    const { stays } = await nurse(admissions.history, { patient_id })
    const stay = stays.find(({ discharged_at }) => discharged_at === null)
    const { missionId } = await sendOut(nurse, admin, patient_id)
    const words = loadWords(mainLanguage, 'forms')
    const form = loadWords(mainLanguage, 'operation-form')
    await signInAs('paramedic', mainLanguage)
    await page.goto('/app/forms-detail')
    await page
      .getByRole('button', { name: words('begin-sheet', { form: form('short') }), exact: true })
      .first()
      .click()
    const scene = page.locator('[data-answer="scene"] textarea')
    await expect(scene).toHaveValue(/ตึก/)
    const sheetId = page.url().split('/').at(-1) ?? ''

    await context.setOffline(true)
    await scene.fill('เขียนตอนไม่มีสัญญาณ')
    await expect(page.getByText(/ยังไม่ส่ง \d+ รายการ/)).toBeVisible()
    await nurse(missions.dispatch, { _id: missionId, event_id: crypto.randomUUID(), step, reason: 'OTHER' })
    const { stay: discharged } = await nurse(admissions.discharge, {
      patient_id,
      stay_id: stay?._id ?? '',
      version: stay?.version ?? 0,
      discharge_status: 2,
      discharge_type: 1,
    })

    await context.setOffline(false)
    const readScene = async () =>
      (await nurse(operationRecords.list, { _id: sheetId })).rows[0]?.answers['scene']
    await expect.poll(readScene).toBe('เขียนตอนไม่มีสัญญาณ')
    await expect(page.getByText(words('saved', { time: '' }).trim())).toBeVisible()

    await nurse(admissions.undoDischarge, {
      patient_id,
      stay_id: discharged._id,
      version: discharged.version,
      reason: 'WRONG_PATIENT',
    })
    if (step === 'REASSIGNED')
      await nurse(missions.dispatch, {
        _id: missionId,
        event_id: crypto.randomUUID(),
        step: 'CANCELLED',
        reason: 'OTHER',
      })
  })
