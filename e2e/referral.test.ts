import { ambulanceReferrals, type Client, fleet, missions } from 'contract'
import {
  answerAll,
  expect,
  expectAccessible,
  freeParamedic,
  planTransport,
  registerPatient,
  requestAmbulance,
  signInOn,
  test,
} from './fixtures.ts'
import { languages, loadWords } from './words.ts'

/** A referral of this patient with all that the form needs, but for its risk. */
async function writeReferral(doctor: Client, patient: string): Promise<string> {
  const now = new Date().toISOString()
  const [vitals, diagnosis] = [`vitals/${crypto.randomUUID()}`, `diagnoses/${crypto.randomUUID()}`]
  const _id = crypto.randomUUID()
  const operations = answerAll({
    patient,
    referred_at: now,
    direction: 'OUT',
    from_hospital: 'โรงพยาบาลสาธิต',
    to_hospital: 'โรงพยาบาลอุดรธานี',
    department: 'ศัลยกรรมกระดูก',
    point: 'WARD',
    coordinator_name: 'พว. สมใจ ประสานดี',
    coordinator_phone: '042123456',
    accepted_at: now,
    accepting_doctor: 'นพ. รับไว้ ดูแล',
    bed: { reason: 'NOT_DONE' },
    patient_name: 'ทดลอง ส่งต่อ',
    sex: '2',
    pregnancy: 'NO',
    age_years: 56,
    payer: 'UC',
    cause: '1',
    reason: 'ต้องพบแพทย์เฉพาะทาง',
    lacking: ['NO_SPECIALIST'],
    patient_kind: '1',
    urgency: 'N',
    [vitals]: true,
    [`${vitals}/measured_at`]: now,
    [`${vitals}/eye`]: '4',
    [`${vitals}/verbal`]: '5',
    [`${vitals}/motor`]: '6',
    ...Object.fromEntries(
      ['systolic', 'diastolic', 'pulse', 'respiration_rate', 'spo2', 'temperature'].map((name) => [
        `${vitals}/${name}`,
        { reason: 'NOT_DONE' },
      ]),
    ),
    risk_signs: ['NONE'],
    complaint: 'ปวดเข่า',
    onset_at: now,
    present_illness: 'ปวดเข่าขวา 3 เดือน',
    past_history: 'ไม่มี',
    allergies: 'ไม่แพ้ยา',
    medicines: 'ไม่มี',
    vaccines: { reason: 'NOT_APPLICABLE' },
    has_investigations: false,
    has_treatments: false,
    has_procedures: false,
    has_fluids: false,
    plan_en_route: 'วัดสัญญาณชีพ 30 นาที',
    limits_of_care: { reason: 'NOT_APPLICABLE' },
    examination: 'เข่าขวาบวม',
    [diagnosis]: true,
    [`${diagnosis}/diagnosis`]: 'ข้อเข่าเสื่อม',
    [`${diagnosis}/role`]: '1',
    recommendation: 'พิจารณาผ่าตัด',
    mode: 'AMBULANCE_NURSE_ONE',
    crew: 'พยาบาล 1 คน',
    equipment: ['NONE'],
    special_diseases: ['NONE'],
    is_infectious: false,
    isolation: ['STANDARD'],
    explained_by: 'พญ. สุดา',
    explained_to: 'นายทดลอง',
    explained_relation: 'สามี',
    explained_at: now,
    is_consent_refused: false,
    consent_unsigned: 'UNABLE',
    doctor_name: 'พญ. สุดา',
    doctor_licence: '12345',
    doctor_phone: '042123457',
    doctor_unsigned: 'UNABLE',
  })
  await doctor(ambulanceReferrals.add, { new_id: _id, operations })
  return _id
}

for (const language of languages)
  test(`a referral is completed, one person at a time has it in hand, and it is answered (${language})`, async ({
    page,
    browser,
    signInAs,
    api,
    origin,
  }) => {
    const [words, forms, referral, options, crew] = [
      loadWords(language, 'referrals'),
      loadWords(language, 'forms'),
      loadWords(language, 'ambulance-referral'),
      loadWords(language, 'form-options'),
      loadWords(language, 'fleet'),
    ]
    const patient = await registerPatient(await api('nurse'), `REFER-${language}`)
    const _id = await writeReferral(await api('doctor'), patient._id)
    const screen = `/app/forms-detail/ambulance-referral/${_id}`
    const nurse = await (await browser.newContext({ viewport: { width: 390, height: 844 } })).newPage()

    await test.step('the doctor sets the risk, sees what it asks for, and completes the referral', async () => {
      await signInAs('doctor', language)
      await page.goto(screen)
      await page
        .getByRole('navigation', { name: forms('sections') })
        .getByRole('button', { name: referral('section.risk') })
        .click()
      await page.getByText(options('referral-risk.L'), { exact: true }).click()
      await expect(page.getByText(`${words('needs')}: ${options('referral-risk.L')}`)).toBeVisible()
      await page.getByRole('button', { name: forms('complete'), exact: true }).click()
      await expect(page.getByText(words('no-answer'))).toBeVisible()
      await expectAccessible(page)
    })

    await test.step('two want to take it, one by phone: one has it, and the other is told who', async () => {
      await signInOn(nurse, origin, 'nurse', language)
      await nurse.goto(screen)
      const dialog = nurse.getByRole('dialog')
      await nurse.getByRole('button', { name: words('take'), exact: true }).click()
      await dialog.getByLabel(words('level')).selectOption({ label: crew('crew.RN') })

      const first = page.getByRole('dialog')
      await page.getByRole('button', { name: words('take'), exact: true }).click()
      await first.getByLabel(words('level')).selectOption({ label: crew('crew.MD') })
      await first.getByRole('button', { name: words('save') }).click()
      await expect(page.getByRole('button', { name: words('hand-over') })).toBeVisible()

      await dialog.getByRole('button', { name: words('save') }).click()
      await expect(dialog.getByRole('alert')).toContainText(words('holder'))
      await expectAccessible(nurse)
      await nurse.keyboard.press('Escape')
    })

    await test.step('the nurse takes it over with a reason, and the doctor sees that at once', async () => {
      const dialog = nurse.getByRole('dialog')
      await nurse.getByRole('button', { name: words('take-over') }).click()
      await dialog.getByLabel(words('level')).selectOption({ label: crew('crew.RN') })
      await dialog.getByRole('button', { name: words('save') }).click()
      const why = dialog.getByLabel(words('why'))
      await expect(why).toHaveAttribute('aria-invalid', 'true')
      await why.fill('ผลัดเวร')
      await dialog.getByRole('button', { name: words('save') }).click()
      await expect(nurse.getByRole('button', { name: words('hand-over') })).toBeVisible()
      await expect(page.getByRole('button', { name: words('take-over') })).toBeVisible()
    })

    await test.step('the receiving side accepts it with a bed', async () => {
      await page.getByRole('button', { name: words('accept') }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByLabel(words('bed')).fill('ศัลยกรรมกระดูก 7')
      await dialog.getByRole('button', { name: words('save') }).click()
      await expect(page.getByText(`${words('bed')}: ศัลยกรรมกระดูก 7`).first()).toBeVisible()
      await expect(nurse.getByText(words('act.ACCEPTED')).first()).toBeVisible()
    })
    await nurse.context().close()
  })

for (const language of languages)
  test(`a crew reads the referral of its patient, checks the steps and takes the shift, until it is back (${language})`, async ({
    page,
    signInAs,
    api,
  }) => {
    const [words, forms, referral, mission] = [
      loadWords(language, 'referrals'),
      loadWords(language, 'forms'),
      loadWords(language, 'ambulance-referral'),
      loadWords(language, 'missions'),
    ]
    const [nurse, doctor] = [await api('nurse'), await api('doctor')]
    const patient = await registerPatient(nurse, `REFER-CREW-${language}`)
    const written = await writeReferral(doctor, patient._id)
    await doctor(ambulanceReferrals.edit, { _id: written, operations: answerAll({ risk: 'M' }) })
    const { _id, number } = await requestAmbulance(nurse, { ...planTransport(), patient: patient._id })
    await freeParamedic(nurse)
    const { vehicles, teams } = await nurse(fleet.choices, {})
    const report = (step: 'ASSIGNED' | 'BACK_AT_BASE', more: object = {}) =>
      nurse(missions.dispatch, { _id, event_id: crypto.randomUUID(), step, ...more })
    await report('ASSIGNED', {
      vehicle_id: vehicles.find(({ name }) => name.includes('ริมโขง 3'))?._id,
      team_id: teams.find(({ name }) => name.includes('BLS'))?._id,
      note: 'รถคันอื่นติดภารกิจ',
      doctor: 'พญ. สุดา',
    })
    await page.setViewportSize({ width: 390, height: 844 })
    await signInAs('paramedic', language)
    const own = page.getByRole('article', { name: number })

    await test.step('the paramedic opens the referral from the mission, and checks a step of the departure', async () => {
      await page.goto('/app/forms-detail')
      await own.getByRole('link', { name: mission('referral') }).click()
      await expect(page.getByText('ปวดเข่าขวา 3 เดือน').first()).toBeVisible()
      await expect(page.getByRole('button', { name: forms('complete'), exact: true })).toBeHidden()
      await page
        .getByRole('radiogroup', { name: referral('field.has_two_lines') })
        .getByText(forms('yes'), { exact: true })
        .click()
      await expect
        .poll(async () => (await doctor(ambulanceReferrals.list, { _id: written })).rows[0]?.answers)
        .toMatchObject({ has_two_lines: true })
      await expectAccessible(page)
    })

    await test.step('they take the shift on the card of the mission', async () => {
      await page.goto('/app/forms-detail')
      await own.getByRole('button', { name: words('take'), exact: true }).click()
      const dialog = page.getByRole('dialog')
      await dialog
        .getByLabel(words('level'))
        .selectOption({ label: loadWords(language, 'fleet')('crew.PARAMEDIC') })
      await dialog.getByRole('button', { name: words('save') }).click()
      await expect(own.getByRole('button', { name: words('hand-over') })).toBeVisible()
    })

    await test.step('when they are back, the referral is closed to them', async () => {
      await report('BACK_AT_BASE')
      await page.goto(`/app/forms-detail/ambulance-referral/${written}`)
      await expect(page.getByText(forms('not-found'))).toBeVisible()
    })
  })
