import { admissions, type Client, fleet, missions, operationRecords, patients, users } from 'contract'
import { expect, freeParamedic, planTransport, registerPatient, requestAmbulance, test } from './fixtures.ts'
import { loadWords, mainLanguage } from './words.ts'

/** A mission with a patient, on which the demo user's team is out with a vehicle of its own. */
async function sendOut(nurse: Client, admin: Client, patientId: string): Promise<string> {
  const found = await admin(users.list, { search_value: 'paramedic@demo.hospital' })
  const { rows: teams } = await admin(fleet.teams, {})
  const team = teams.find(({ members }) => members.some(({ staff }) => staff._id === found.rows[0]?._id))
  await freeParamedic(nurse)
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
  return missionId
}

test('what a crew writes without a signal is about the record that is used, though its patient was merged meanwhile', async ({
  page,
  context,
  signInAs,
  api,
}) => {
  const [nurse, admin] = [await api('nurse'), await api('admin')]
  const used = await registerPatient(nurse, 'MERGE-USED')
  const merged = await registerPatient(nurse, 'MERGE-SECOND')
  const missionId = await sendOut(nurse, admin, merged._id)
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
    const missionId = await sendOut(nurse, admin, patient_id)
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
