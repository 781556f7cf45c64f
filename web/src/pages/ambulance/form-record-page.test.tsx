import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import {
  ambulanceReferrals,
  ambulanceRequests,
  type Client,
  computePermissions,
  formDelivery,
  formRecords,
  formSettings,
  type Input,
  operationRecords,
  patients,
  referrals,
  type SessionToken,
} from 'contract'
import { Route, Routes } from 'react-router'
import { addCrew, answerAll, plannedRequest, requestAmbulance, takeSteps } from 'server/support/missions'
import { testNow } from 'server/testing'
import { v7 as newId } from 'uuid'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { usePanel } from '../../../test/panel.ts'
import { malee, show, signInAs } from '../../../test/render.tsx'
import { replaceFetch } from '../../../test/replace-fetch.ts'
import { ask, call, queryClient } from '../../api/client.ts'
import { callsLostAt } from '../../api/connection.ts'
import { SignedIn } from '../../session/signed-in.tsx'
import { FormRecordPage } from './form-record-page.tsx'
import { FormRecordsPage } from './form-records-page.tsx'

const { panel } = usePanel()
let crew: Client & { session: SessionToken }
let recordId: string

beforeEach(async () => {
  localStorage.clear()
  crew = await panel().asNew({ staffType: 'paramedic', isFormUser: true })
  recordId = newId()
  const at = testNow
  await crew(ambulanceRequests.add, {
    new_id: recordId,
    operations: [{ op_id: newId(), path: 'received_at', answer: testNow, at, device: 'test' }],
  })
  const { user_id: _id, server_token } = crew.session
  signInAs({ ...malee, _id, server_token, permissions: [...computePermissions('paramedic', true)] })
})

const open = (form = 'ambulance-request', language = 'en') =>
  show(
    <SignedIn>
      <Routes>
        <Route path="/app/forms-detail/:form/:id" element={<FormRecordPage />} />
      </Routes>
    </SignedIn>,
    { at: `/app/forms-detail/${form}/${recordId}`, language },
  )
const read = async () => (await crew(ambulanceRequests.list, { _id: recordId })).rows[0]
const openSection = async (name: RegExp) =>
  userEvent.click(
    within(await screen.findByRole('navigation', { name: 'Sections' })).getByRole('button', { name }),
  )

/** What a request needs to be complete, but for its pick-up place. */
const whole = {
  channel: 'WARD',
  reporter: 'HOSPITAL',
  reporter_phone: '1669',
  kind: 'DISCHARGE_HOME',
  patient_count: 1,
  destination: 'บ้าน',
  needed_at: testNow,
  unit_level: 'BLS',
  position: 'SIT',
  urgency: 'N',
  is_patient_unknown: true,
}

/** Writes answers from another device. */
const write = (answers: Readonly<Record<string, string | number | boolean>>) =>
  crew(ambulanceRequests.edit, {
    _id: recordId,
    operations: Object.entries(answers).map(([path, answer]) => ({
      op_id: newId(),
      path,
      answer,
      at: testNow,
      device: 'test',
    })),
  })

test('answers are saved as they are given, and a field is shown by the answer of another', async () => {
  await open()
  await userEvent.click(await screen.findByRole('radio', { name: 'Radio' }))
  await userEvent.type(screen.getByRole('textbox', { name: "Reporter's name" }), 'ด.ต. สมชาย')
  await openSection(/^Kind/)
  expect(screen.queryByRole('group', { name: /^Symptom groups/ })).toBeNull()
  await userEvent.click(screen.getByRole('radio', { name: 'From the scene' }))
  const groups = within(screen.getByRole('group', { name: /^Symptom groups/ }))
  await userEvent.click(groups.getByRole('checkbox', { name: '8 Choking' }))
  await userEvent.selectOptions(
    screen.getByRole('combobox', { name: 'Why Breathing has no answer' }),
    'Unable',
  )
  await waitFor(async () =>
    expect((await read())?.answers).toEqual({
      received_at: testNow,
      channel: 'RADIO',
      reporter_name: 'ด.ต. สมชาย',
      kind: 'SCENE',
      symptom_groups: ['8'],
      is_breathing: { reason: 'UNABLE' },
    }),
  )
})

test('the time of an urgent call that is hours ago is asked about', async () => {
  await write({ urgency: 'E', received_at: new Date(Date.now() - 7 * 60 * 60_000).toISOString() })
  await open()
  expect(await screen.findByText('More than 6 hours ago: is it right?')).toBeDefined()
})

test('an answer that is neither sent nor stored is said to be in this page only', async () => {
  const restore = replaceFetch((through) => async (url, init) => {
    if (url === formDelivery.apply.path) throw new TypeError('Failed to fetch')
    return through(url, init)
  })
  await open()
  await userEvent.click(await screen.findByRole('radio', { name: 'Radio' }))
  expect(await screen.findByText(/^1 not sent.*Kept in this page only: please keep it open/)).toBeDefined()
  restore()
  window.dispatchEvent(new Event('online'))
  await waitFor(async () => expect((await read())?.answers['channel']).toBe('RADIO'))
  await waitFor(() => expect(screen.queryByText(/Kept in this page only/)).toBeNull())
})

test('an answer that cannot be stored stays as it was typed and is named', async () => {
  await open()
  const phone = await screen.findByRole<HTMLInputElement>('textbox', { name: /^Call-back number/ })
  await userEvent.type(phone, '12')
  await userEvent.tab()
  expect(phone.getAttribute('aria-invalid')).toBe('true')
  expect(phone.value).toBe('12')
  await userEvent.clear(phone)
  await userEvent.type(phone, '1669')
  await userEvent.tab()
  await waitFor(async () => expect((await read())?.answers['reporter_phone']).toBe('1669'))
  expect(phone.getAttribute('aria-invalid')).not.toBe('true')
})

test('a phone number stands when its field is left by a press on another section', async () => {
  await open()
  await userEvent.type(await screen.findByRole('textbox', { name: /^Call-back number/ }), '1669')
  await openSection(/^Kind/)
  await userEvent.click(screen.getByRole('radio', { name: 'From the scene' }))
  await waitFor(async () =>
    expect((await read())?.answers).toEqual({
      received_at: testNow,
      reporter_phone: '1669',
      kind: 'SCENE',
    }),
  )
})

test('a number says what is wrong with it: that it is missing, impossible, or falls', async () => {
  recordId = newId()
  const operations = answerAll({ result: 'FOUND', odometer_base: 500, odometer_scene: 400 })
  await crew(operationRecords.add, { new_id: recordId, operations })
  await open('operation-form')
  await userEvent.click(await screen.findByRole('button', { name: 'Complete' }))
  await screen.findByRole('button', { name: 'Mileage back at base (odometer)' })
  await openSection(/^2\. Times/)
  const readError = (field: string) =>
    document.querySelector(`[data-answer="${field}"] [id$="-error"]`)?.textContent
  await waitFor(() => expect(readError('odometer_back')).toBe('This field is Required !!'))
  expect(readError('odometer_scene')).toBe('The odometer cannot fall')
  await userEvent.type(screen.getByRole('textbox', { name: /^Mileage back at base/ }), '99999999')
  expect(readError('odometer_back')).toBe('Between 0 and 9,999,999')
  await openSection(/^1\. /)
  expect(readError('area')).toBe('Field is required')
})

test('completion names what is missing above the sections, and leads there', async () => {
  await open()
  await userEvent.click(await screen.findByRole('button', { name: 'Complete' }))
  const alert = await screen.findByRole('alert')
  const sections = screen.getByRole('navigation', { name: 'Sections' })
  expect(alert.compareDocumentPosition(sections)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
  await userEvent.click(within(alert).getByRole('button', { name: 'Pick-up place' }))
  expect(document.activeElement).toBe(screen.getByRole('textbox', { name: /^Pick-up place/ }))
  expect((await read())?.state).toBe('draft')
})

test('what is completed without a signal is complete once it is sent, and may be a draft until then', async () => {
  await write(whole)
  await open()
  await openSection(/^Where/)
  await userEvent.type(await screen.findByRole('textbox', { name: /^Pick-up place/ }), 'ตึก 3')
  await waitFor(async () => expect((await read())?.answers['pick_up']).toBe('ตึก 3'))
  const onLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  await userEvent.type(screen.getByRole('textbox', { name: 'Landmark' }), 'หลังวัด')
  await userEvent.click(screen.getByRole('button', { name: 'Complete' }))
  expect(await screen.findByText(/^Will be completed/)).toBeDefined()
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(screen.queryByText(/^Will be completed/)).toBeNull())
  await userEvent.click(screen.getByRole('button', { name: 'Complete' }))
  await screen.findByText(/^Will be completed/)
  expect((await read())?.state).toBe('draft')
  onLine.mockRestore()
  window.dispatchEvent(new Event('online'))
  await waitFor(async () =>
    expect(await read()).toMatchObject({ state: 'complete', answers: { landmark: 'หลังวัด' } }),
  )
})

test('a record that somebody changed meanwhile is read again, and complete at the next press', async () => {
  await write({ ...whole, pick_up: 'ตึก 3' })
  await open()
  const complete = await screen.findByRole('button', { name: 'Complete' })
  await write({ landmark: 'หลังวัด' })
  await userEvent.click(complete)
  expect(await screen.findByRole('alert')).toBeDefined()
  await openSection(/^Where/)
  expect(await screen.findByDisplayValue('หลังวัด')).toBeDefined()
  await userEvent.click(screen.getByRole('button', { name: 'Complete' }))
  await waitFor(async () => expect((await read())?.state).toBe('complete'))
})

test('two answers stand beside each other until one is picked', async () => {
  await open()
  await openSection(/^Where/)
  const landmark = await screen.findByRole('textbox', { name: 'Landmark' })
  const at = testNow
  await crew(ambulanceRequests.edit, {
    _id: recordId,
    operations: [{ op_id: newId(), path: 'landmark', answer: 'ใกล้ตลาด', at, device: 'other' }],
  })
  await userEvent.type(landmark, 'ใกล้วัด')
  await userEvent.click(await screen.findByRole('button', { name: /^ใกล้วัด –/ }))
  await waitFor(async () =>
    expect(await read()).toMatchObject({ answers: { landmark: 'ใกล้วัด' }, other_answers: [] }),
  )
  await waitFor(() => expect(screen.queryByText('Two answers: please pick one')).toBeNull())
})

test('two answers are offered only once the answer to what was typed is there', async () => {
  await open()
  await openSection(/^Where/)
  const landmark = await screen.findByRole('textbox', { name: 'Landmark' })
  await write({ landmark: 'ใกล้ตลาด' })
  const answered = Promise.withResolvers<void>()
  replaceFetch((through) => async (input, init) => {
    const response = await through(input, init)
    if (input === formDelivery.apply.path) await answered.promise
    return response
  })
  await userEvent.type(landmark, 'ใกล้วัด')
  await waitFor(async () => expect((await read())?.other_answers).toHaveLength(1))
  // The record is read again because it has changed, before the answer is there.
  await write({ pick_up: 'ตึก 3' })
  await act(() => queryClient.invalidateQueries())
  await screen.findByDisplayValue('ตึก 3')
  expect(screen.queryByText('Two answers: please pick one')).toBeNull()
  answered.resolve()
  await screen.findByText('Two answers: please pick one')
  await userEvent.click(screen.getByRole('button', { name: /^ใกล้วัด –/ }))
  await waitFor(async () =>
    expect(await read()).toMatchObject({ answers: { landmark: 'ใกล้วัด' }, other_answers: [] }),
  )
})

test('a record of another user is not found', async () => {
  const other = await panel().asNew({ staffType: 'paramedic', isFormUser: true })
  recordId = newId()
  await other(ambulanceRequests.add, { new_id: recordId, operations: [] })
  await open()
  expect(await screen.findByText('Details not found')).toBeDefined()
})

test('a row is added, answered and struck out', async () => {
  const doctor = await panel().asNew({ staffType: 'doctor' })
  recordId = newId()
  await doctor(ambulanceReferrals.add, { new_id: recordId, operations: [] })
  const { user_id: _id, server_token } = doctor.session
  signInAs({ ...malee, _id, server_token, permissions: [...computePermissions('doctor', false)] })
  await open('ambulance-referral')
  await openSection(/^Assessment/)
  await userEvent.click(screen.getByRole('button', { name: 'Add: Diagnoses' }))
  const row = within(await screen.findByRole('group', { name: 'Diagnoses 1' }))
  await userEvent.type(row.getByRole('textbox', { name: /^Diagnosis/ }), 'Pneumonia')
  const readRows = async () => {
    const { rows } = await doctor(ambulanceReferrals.list, { _id: recordId })
    return Object.values(rows[0]?.answers['diagnoses'] ?? {})
  }
  await waitFor(async () => expect(await readRows()).toEqual([{ diagnosis: 'Pneumonia' }]))
  await userEvent.click(row.getByRole('button', { name: 'Strike out row 1' }))
  expect(screen.queryByRole('group', { name: 'Diagnoses 1' })).toBeNull()
  await waitFor(async () =>
    expect(await readRows()).toEqual([{ diagnosis: 'Pneumonia', is_struck_out: true }]),
  )
})

/** A PNG. */
const onePixel =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

test('a photo of an investigation stands in its row, and under its words once the row counts no more', async () => {
  const doctor = await panel().asNew({ staffType: 'doctor' })
  const row_id = newId()
  const place = `investigations/${row_id}`
  recordId = newId()
  await doctor(ambulanceReferrals.add, {
    new_id: recordId,
    operations: answerAll({
      has_investigations: true,
      [place]: true,
      [`${place}/investigation`]: 'CT brain',
    }),
  })
  const { user_id: _id, server_token } = doctor.session
  signInAs({ ...malee, _id, server_token, permissions: [...computePermissions('doctor', false)] })
  // A file goes out of jsdom by a call of a screen alone.
  const photo = new File([Buffer.from(onePixel, 'base64')], 'film.png', { type: 'image/png' })
  await call(formRecords.addPhoto, { _id: recordId, new_id: newId(), photo, row_id, caption: 'Film 1' })
  await open('ambulance-referral')
  await openSection(/^Assessment/)
  const name = 'Open photo: Film 1'
  const row = within(await screen.findByRole('group', { name: 'Investigations 1' }))
  expect(await row.findByRole('button', { name })).toBeDefined()
  expect(screen.getAllByRole('button', { name })).toHaveLength(1)
  expect(row.queryByRole('button', { name: 'Add photo' })).toBeNull()
  await userEvent.click(row.getByRole('button', { name: 'Change row 1' }))
  expect(row.getByRole('button', { name: 'Add photo' })).toBeDefined()
  await userEvent.click(row.getByRole('button', { name: 'Strike out row 1' }))
  // Nobody loses sight of a photo with its row.
  expect(await screen.findByRole('button', { name })).toBeDefined()
})

test('a refusal for what the record of the patient says by now shows the field that it asks for', async () => {
  const doctor = await panel().asNew({ staffType: 'doctor' })
  const nurse = await panel().asNew({ staffType: 'nurse' })
  const hn = newId().slice(-8)
  const person = { hn, title: 'นาย', name: `แพ้ยา${hn}`, surname: 'ส่งต่อ', gender: 'male' } as const
  const { patient } = await nurse(patients.register, { ...person, identity_kind: 'none' })
  const place = `treatments/${newId()}`
  recordId = newId()
  await doctor(ambulanceReferrals.add, {
    new_id: recordId,
    operations: answerAll({
      patient: patient._id,
      has_treatments: true,
      [place]: true,
      [`${place}/drug`]: 'Cefoxitin 1 g',
    }),
  })
  const { user_id: _id, server_token } = doctor.session
  signInAs({ ...malee, _id, server_token, permissions: [...computePermissions('doctor', false)] })
  await open('ambulance-referral')
  await screen.findAllByRole('button', { name: 'Complete' })
  const { hospital_id } = await panel()
    .root.selectFrom('patients')
    .select('hospital_id')
    .where('id', '=', patient._id)
    .executeTakeFirstOrThrow()
  await panel()
    .root.insertInto('patient_allergies')
    .values({
      id: newId(),
      hospital_id,
      patient_id: patient._id,
      kind: 'drug',
      substance: 'Cefoxitin',
      severity: 'severe',
      certainty: 'unclassified',
      recorded_at: testNow,
      recorded_by: nurse.session.user_id,
    })
    .execute()
  await userEvent.click((await screen.findAllByRole('button', { name: 'Complete' }))[0] as HTMLElement)
  const why = 'Why this drug in spite of the allergy'
  await userEvent.click(await screen.findByRole('button', { name: why }))
  expect(await screen.findByRole('textbox', { name: new RegExp(`^${why}`) })).toBeDefined()
})

test('a crew says whether its second sheet is about the first patient, and takes off who is not theirs', async () => {
  const nurse = await panel().asNew({ staffType: 'nurse' })
  const { vehicle_id, team_id } = await addCrew(panel(), crew)
  const found = await panel().root.selectFrom('patients').select(['id', 'hn']).executeTakeFirstOrThrow()
  const mission_id = await requestAmbulance(nurse, { ...plannedRequest, patient: found.id })
  await takeSteps(nurse, mission_id, [{ step: 'ASSIGNED', vehicle_id, team_id }])
  const first = newId()
  recordId = newId()
  for (const new_id of [first, recordId])
    await crew(operationRecords.add, { new_id, operations: [], mission_id })
  const readNamed = async () =>
    (await crew(operationRecords.list, { _id: recordId })).rows[0]?.patient?._id ?? null
  expect(await readNamed()).toBeNull()
  await open('operation-form')
  await openSection(/^3\. Patient/)
  const sayThem = async () =>
    userEvent.click(await screen.findByRole('button', { name: new RegExp(`^It is about .*${found.hn}`) }))
  await sayThem()
  expect(
    await screen.findByText(/^Another sheet of this mission is about this patient already/),
  ).toBeDefined()
  expect(await readNamed()).toBeNull()
  await userEvent.click(await screen.findByRole('button', { name: 'Seen' }))
  await waitFor(() => expect(screen.queryByText(/could not be stored/)).toBeNull())
  const takenOff = answerAll({ patient: found.id }).map((one) => ({ ...one, answer: null, base: found.id }))
  await crew(operationRecords.edit, { _id: first, operations: takenOff })
  await sayThem()
  await waitFor(async () => expect(await readNamed()).toBe(found.id))
  await userEvent.click(await screen.findByRole('button', { name: 'It is somebody else' }))
  await waitFor(async () => expect(await readNamed()).toBeNull())
})

test('a draft is printed in Thai with what is typed, its options ticked or blank, and as a draft', async () => {
  vi.spyOn(window, 'print').mockImplementation(() => window.dispatchEvent(new Event('beforeprint')))
  await open()
  await userEvent.click(await screen.findByRole('radio', { name: 'Radio' }))
  await userEvent.click(screen.getByRole('button', { name: 'Print' }))
  const title = await screen.findByRole('heading', { level: 1, name: 'ใบขอรถพยาบาล' })
  const printout = title.closest('table')?.parentElement?.textContent
  expect(printout).toContain('☑ วิทยุ')
  expect(printout).toContain('☐ 1669')
  expect(printout).toContain('ฉบับร่าง')
  expect(printout).toContain('จุดรับ')
  // What is asked of a scene alone is not on the printout.
  expect(printout).not.toContain('กลุ่มอาการ')
  window.dispatchEvent(new Event('afterprint'))
})

test('one takes a referral in hand, another is told who has it and takes it over with a reason', async () => {
  const nurse = await panel().asNew({ staffType: 'nurse' })
  const doctor = await panel().asNew({ staffType: 'doctor' })
  recordId = newId()
  const at = testNow
  await doctor(ambulanceReferrals.add, {
    new_id: recordId,
    operations: [{ op_id: newId(), path: 'risk', answer: 'U', at, device: 'test' }],
  })
  const { user_id: _id, server_token } = nurse.session
  signInAs({ ...malee, _id, server_token, permissions: [...computePermissions('nurse', false)] })
  await open('ambulance-referral')
  expect(await screen.findByText('Nobody has this referral in hand')).toBeDefined()
  await userEvent.click(screen.getByText(/^Required for this risk/))
  expect(screen.getByText(/ventilator, defibrillator with monitor/)).toBeDefined()
  const taken = { act: 'TAKEN', level: 'MD' } as const
  await doctor(referrals.shift, { _id: recordId, act_id: newId(), change: taken })
  await userEvent.click(screen.getByRole('button', { name: 'Take shift' }))
  const dialog = within(await screen.findByRole('dialog'))
  await userEvent.selectOptions(dialog.getByRole('combobox', { name: /^Your qualification/ }), 'RN')
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }))
  expect((await dialog.findByRole('alert')).textContent).toMatch(/^In hand of /)
  await userEvent.click(dialog.getByRole('button', { name: 'Cancel' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Take over' }))
  const again = within(await screen.findByRole('dialog'))
  await userEvent.selectOptions(again.getByRole('combobox', { name: /^Your qualification/ }), 'RN')
  await userEvent.type(again.getByRole('textbox', { name: /^Reason/ }), 'เวรเดิมกลับแล้ว')
  await userEvent.click(again.getByRole('button', { name: 'Save' }))
  expect(await screen.findByRole('button', { name: 'Hand over' })).toBeDefined()
})

test('a pick-up place is answered by the position of the device, and a refusal leaves the map', async () => {
  const geolocation = { getCurrentPosition: vi.fn() }
  Object.defineProperty(navigator, 'geolocation', { configurable: true, value: geolocation })
  await open()
  await openSection(/^Where/)
  const mine = await screen.findByRole('button', { name: 'Use my position' })
  geolocation.getCurrentPosition.mockImplementationOnce((_found, fail) =>
    fail({ code: 1, PERMISSION_DENIED: 1 }),
  )
  await userEvent.click(mine)
  expect((await screen.findByRole('alert')).textContent).toMatch(/^This device may not say where it is/)
  geolocation.getCurrentPosition.mockImplementationOnce((found) =>
    found({ coords: { latitude: 17.878_280_4, longitude: 102.742_3 } }),
  )
  await userEvent.click(mine)
  expect(screen.queryByRole('alert')).toBeNull()
  await waitFor(async () =>
    expect((await read())?.answers).toMatchObject({ latitude: 17.87828, longitude: 102.7423 }),
  )
  Reflect.deleteProperty(navigator, 'geolocation')
})

test('a sub-district is chosen from the list of addresses', async () => {
  await open()
  await openSection(/^Where/)
  await userEvent.click(await screen.findByRole('button', { name: 'Choose the sub-district' }))
  for (const [name, option] of [
    ['Province', 'Nong Khai'],
    ['District', 'Mueang Nong Khai'],
    ['Sub-district', 'Nai Mueang'],
  ] as const) {
    const box = await screen.findByLabelText<HTMLInputElement>(name, { selector: '[role=combobox]' })
    await waitFor(() => expect(box.disabled).toBe(false))
    await userEvent.click(box)
    await userEvent.click(await screen.findByRole('option', { name: option }))
  }
  await waitFor(async () =>
    expect((await read())?.answers['sub_district']).toBe('ในเมือง เมืองหนองคาย หนองคาย'),
  )
})

test('without a connection a sub-district is typed, and no empty list says that none fits', async () => {
  await open()
  await openSection(/^Where/)
  await screen.findByRole('button', { name: 'Choose the sub-district' })
  act(() => callsLostAt.set(Date.now()))
  onTestFinished(() => callsLostAt.set(undefined))
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Choose the sub-district' })).toBeNull())
  expect(screen.getByLabelText(/^Sub-district/)).toBeDefined()
})

test('what the receiving side judged stands in words in the history of a referral', async () => {
  const doctor = await panel().asNew({ staffType: 'doctor' })
  recordId = newId()
  await doctor(ambulanceReferrals.add, { new_id: recordId, operations: [] })
  const appraisal = { suitability: 'APPROPRIATE', data_transfer: 'COMPLETE', fluid: 'INAPPROPRIATE' } as const
  const said = { act: 'APPRAISED', appraisal, note: 'ให้เร็วเกินไป' } as const
  await doctor(referrals.answer, { _id: recordId, act_id: newId(), said })
  const { user_id: _id, server_token } = doctor.session
  signInAs({ ...malee, _id, server_token, permissions: [...computePermissions('doctor', false)] })
  await open('ambulance-referral')
  await userEvent.click(await screen.findByText('What was done (1)'))
  expect(screen.getByText(/Fluids: Done, inappropriate · ให้เร็วเกินไป/)).toBeDefined()
})

test('a printed referral says why the patient did not arrive', async () => {
  vi.spyOn(window, 'print').mockImplementation(() => window.dispatchEvent(new Event('beforeprint')))
  const doctor = await panel().asNew({ staffType: 'doctor' })
  recordId = newId()
  await doctor(ambulanceReferrals.add, { new_id: recordId, operations: [] })
  const answer = (said: Input<typeof referrals.answer>['said']) =>
    doctor(referrals.answer, { _id: recordId, act_id: newId(), said })
  await answer({ act: 'ACCEPTED' })
  await answer({ act: 'NOT_ARRIVED', result: 'DIED' })
  const { user_id: _id, server_token } = doctor.session
  signInAs({ ...malee, _id, server_token, permissions: [...computePermissions('doctor', false)] })
  await open('ambulance-referral')
  await userEvent.click(await screen.findByRole('button', { name: 'Print' }))
  const act = await screen.findByRole('cell', { name: 'แจ้งว่าผู้ป่วยไม่ถึง' })
  expect(act.closest('tr')?.textContent).toContain('เสียชีวิตระหว่างส่งต่อ')
  window.dispatchEvent(new Event('afterprint'))
})

test('whoever takes over signs with their typed name, and a later change shows', async () => {
  await open()
  await openSection(/^Where/)
  await userEvent.type(await screen.findByRole('textbox', { name: 'Landmark' }), 'ใกล้วัด')
  await userEvent.click(screen.getByRole('button', { name: 'Sign' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Sign' }))
  await userEvent.type(dialog.getByRole('textbox', { name: /^Name of whoever signs/ }), 'พย. สมใจ')
  await userEvent.click(dialog.getByRole('button', { name: 'Sign' }))
  expect(dialog.getByText('Please sign in the field')).toBeDefined()
  await userEvent.click(dialog.getByRole('checkbox', { name: 'Use the typed name as the signature' }))
  await userEvent.click(dialog.getByRole('button', { name: 'Sign' }))
  expect(await screen.findByText('The form says what was signed')).toBeDefined()
  expect(screen.getByText('Receiver: พย. สมใจ')).toBeDefined()
  await userEvent.type(screen.getByRole('textbox', { name: 'Landmark' }), ' และตลาด')
  expect(await screen.findByText('The form was changed after this signature')).toBeDefined()
  await waitFor(async () => expect((await read())?.answers['landmark']).toBe('ใกล้วัด และตลาด'))
})

test('what the hospital needs too is asked, and what it does not offer is not shown', async () => {
  const admin = await panel().as('admin')
  const { version, settings } = await admin(formSettings.get, {})
  const asked = {
    ...settings,
    needed: { 'ambulance-request': ['radio_code'] },
    not_offered: { 'request-channel': ['LINE'] },
  }
  await admin(formSettings.update, { version, settings: asked, reason: 'ทดสอบ' })
  await open()
  expect((await screen.findByRole<HTMLInputElement>('textbox', { name: /^Radio code/ })).required).toBe(true)
  expect(screen.getByRole('radio', { name: 'Radio' })).toBeDefined()
  expect(screen.queryByRole('radio', { name: 'LINE or app' })).toBeNull()
  await admin(formSettings.update, { version: version + 1, settings, reason: 'คืนค่า' })
})

test('an option of the hospital is an answer in both languages, and is written as its code where nobody heard of it', async () => {
  const admin = await panel().as('admin')
  const { version, settings } = await admin(formSettings.get, {})
  const own_options = { 'request-channel': [{ name_th: 'แอปหมู่บ้าน', name_en: 'Village app' }] }
  await admin(formSettings.update, { version, settings: { ...settings, own_options }, reason: 'ทดสอบ' })
  const first = await open()
  await userEvent.click(await screen.findByRole('radio', { name: 'Village app' }))
  await waitFor(async () => expect((await read())?.answers['channel']).toBe('H1'))
  first.unmount()
  const second = await open('ambulance-request', 'th')
  expect((await screen.findByRole<HTMLInputElement>('radio', { name: 'แอปหมู่บ้าน' })).checked).toBe(true)
  second.unmount()
  const left = { ...settings, own_options, not_offered: { 'request-channel': ['H1'] } }
  await admin(formSettings.update, { version: version + 1, settings: left, reason: 'เลิกใช้' })
  const third = await open()
  await userEvent.click(await screen.findByRole('radio', { name: 'Radio' }))
  await waitFor(() => expect(screen.queryByRole('radio', { name: 'Village app' })).toBeNull())
  await waitFor(async () => expect((await read())?.answers['channel']).toBe('RADIO'))
  third.unmount()
  const operation = {
    op_id: newId(),
    path: 'channel',
    answer: 'H1',
    base: 'RADIO',
    at: testNow,
    device: 'test',
  }
  await crew(ambulanceRequests.edit, { _id: recordId, operations: [operation] })
  localStorage.clear()
  const restore = replaceFetch((through) => async (input, init) => {
    const isOfSettings = String(input instanceof Request ? input.url : input).includes('get_form_settings')
    return isOfSettings ? Promise.reject(new TypeError('no signal')) : through(input, init)
  })
  await open()
  expect((await screen.findByRole<HTMLInputElement>('radio', { name: 'H1' })).checked).toBe(true)
  await userEvent.click(screen.getByRole('radio', { name: 'Radio' }))
  await waitFor(async () => expect((await read())?.answers['channel']).toBe('RADIO'))
  restore()
})

test('a hospital of the list is written with its code, also where there is no signal', async () => {
  const admin = await panel().as('admin')
  const { version, settings } = await admin(formSettings.get, {})
  const hospitals = [
    { code: '10671', name: 'รพ. อุดรธานี' },
    { code: '10704', name: 'รพ. เลย' },
  ]
  await admin(formSettings.update, { version, settings: { ...settings, hospitals }, reason: 'ทดสอบ' })
  await write({ kind: 'REFER_OUT' })
  const choose = async (name: RegExp) => {
    await openSection(/^Where/)
    await userEvent.click(await screen.findByRole('button', { name: 'Choose from the list of hospitals' }))
    await userEvent.click(screen.getByRole('combobox', { name: 'Hospital, by name or code' }))
    await userEvent.click(await screen.findByRole('option', { name }))
  }
  const { unmount } = await open()
  await choose(/10704/)
  await waitFor(async () =>
    expect((await read())?.answers).toMatchObject({ destination: 'รพ. เลย', destination_code: '10704' }),
  )
  await userEvent.type(screen.getByRole('textbox', { name: /^Destination$/ }), ' 2')
  expect(await screen.findByText(/^Code 10704 is that of รพ. เลย/)).toBeDefined()
  unmount()
  queryClient.removeQueries({ queryKey: ask(formSettings.get, {}).queryKey })
  const restore = replaceFetch((through) => async (input, init) => {
    const isOfSettings = String(input instanceof Request ? input.url : input).includes('get_form_settings')
    return isOfSettings ? Promise.reject(new TypeError('no signal')) : through(input, init)
  })
  await open()
  await choose(/10671/)
  await waitFor(async () => expect((await read())?.answers).toMatchObject({ destination_code: '10671' }))
  restore()
  await admin(formSettings.update, { version: version + 1, settings, reason: 'คืนค่า' })
})

test('a dose is judged by the limit of the hospital, also where there is no signal, and by a new one at once', async () => {
  const admin = await panel().as('admin')
  const { version, settings } = await admin(formSettings.get, {})
  const limit = (high: number) => ({
    ...settings,
    drugs: { MORPHINE: { strength: '15 mg/mL', uses: { PAIN: { adult: [{ high }] } } } },
  })
  await admin(formSettings.update, { version, settings: limit(6), reason: 'ทดสอบ' })
  recordId = newId()
  const rowId = newId()
  const given = { drug: 'MORPHINE', dose: 6, dose_unit: 'mg', route: 'IV', given_at: testNow }
  await crew(operationRecords.add, {
    new_id: recordId,
    operations: Object.entries(given).map(([name, answer]) => ({
      op_id: newId(),
      path: `drugs/${rowId}/${name}`,
      answer,
      at: testNow,
      device: 'test',
    })),
  })
  const openRow = async () => {
    await openSection(/^Drugs/)
    expect(await screen.findByText(/Morphine 15 mg\/mL · Dose 6/)).toBeDefined()
    await userEvent.click(screen.getByRole('button', { name: 'Change row 1' }))
    return within(screen.getByRole('group', { name: 'Drugs 1' }))
  }
  const { unmount } = await open('operation-form')
  const row = await openRow()
  expect(row.getByText(/: 2–6 mg, at least 5 min apart/)).toBeDefined()
  expect(row.queryByText(/^More than/)).toBeNull()
  expect(row.queryByRole('textbox', { name: /^Why this dose/ })).toBeNull()
  const dose = row.getByRole('textbox', { name: /^Dose/ })
  await userEvent.clear(dose)
  await userEvent.type(dose, '6.1')
  expect(await row.findByText('More than 6 mg. Is it right?')).toBeDefined()
  expect(row.getByRole('textbox', { name: /^Why this dose/ })).toBeDefined()
  await admin(formSettings.update, { version: version + 1, settings: limit(7), reason: 'ทดสอบ' })
  await act(() => queryClient.invalidateQueries({ queryKey: ask(formSettings.get, {}).queryKey }))
  await waitFor(() => expect(row.queryByText(/^More than/)).toBeNull())
  expect(row.getByText(/: 2–7 mg, at least 5 min apart/)).toBeDefined()
  await userEvent.clear(dose)
  await userEvent.type(dose, '6')
  await waitFor(async () => {
    const { rows } = await crew(operationRecords.list, { _id: recordId })
    expect(rows[0]?.answers['drugs']).toMatchObject({ [rowId]: { dose: 6 } })
  })
  unmount()
  queryClient.removeQueries({ queryKey: ask(formSettings.get, {}).queryKey })
  const restore = replaceFetch((through) => async (input, init) => {
    const isOfSettings = String(input instanceof Request ? input.url : input).includes('get_form_settings')
    return isOfSettings ? Promise.reject(new TypeError('no signal')) : through(input, init)
  })
  await open('operation-form')
  const kept = await openRow()
  expect(kept.getByText(/: 2–7 mg, at least 5 min apart/)).toBeDefined()
  restore()
  await admin(formSettings.update, { version: version + 2, settings, reason: 'คืนค่า' })
})

test('a complete record names its drugs, and judges its doses, as the hospital had them then', async () => {
  const admin = await panel().as('admin')
  const { version, settings } = await admin(formSettings.get, {})
  const save = (seen: number, drugs: typeof settings.drugs) =>
    admin(formSettings.update, { version: seen, settings: { ...settings, drugs }, reason: 'ทดสอบ' })
  await save(version, { MORPHINE: { strength: '15 mg/mL', uses: { PAIN: { adult: [{ high: 6 }] } } } })
  const row = { drug: 'MORPHINE', dose: 6, dose_unit: 'mg', route: 'IV', given_at: testNow }
  const complete = async (settings_version: number | null, number: string) => {
    recordId = newId()
    await crew(operationRecords.add, { new_id: recordId })
    await panel()
      .root.updateTable('form_records')
      .set({
        state: 'complete',
        number,
        completed_at: testNow,
        completed_by: crew.session.user_id,
        settings_version,
        answers: { drugs: { [newId()]: row } },
      })
      .where('id', '=', recordId)
      .execute()
    return open('operation-form')
  }
  await save(version + 1, { MORPHINE: { strength: '20 mg/mL', uses: { PAIN: { adult: [{ high: 3 }] } } } })
  const { unmount } = await complete(version + 1, '6911-9001')
  expect((await screen.findAllByText(/Morphine 15 mg\/mL · Dose 6/)).length).toBeGreaterThan(0)
  expect(screen.queryByText(/^More than/)).toBeNull()
  unmount()
  await complete(null, '6911-9002')
  expect((await screen.findAllByText(/Morphine 10 mg\/mL · Dose 6/)).length).toBeGreaterThan(0)
  expect(screen.getByText('More than 4 mg. Is it right?')).toBeDefined()
  await save(version + 2, settings.drugs)
})

test('a complete record says of which fields nobody wrote anything', async () => {
  await write({ ...whole, pick_up: 'ตึกอายุรกรรม' })
  const record = await read()
  await crew(formRecords.complete, { _id: recordId, version: record?.version ?? 0 })
  await open()
  const name = await screen.findByText("Reporter's name", { selector: 'dt' })
  expect(name.nextElementSibling?.textContent).toBe('—Not recorded')
  expect(screen.getByText('ตึกอายุรกรรม', { selector: 'dd' })).toBeDefined()
})

test('a row of vital signs says what it comes to, and is a line when it is finished', async () => {
  recordId = newId()
  await crew(operationRecords.add, { new_id: recordId })
  await open('operation-form')
  await openSection(/^Vital signs/)
  await userEvent.click(screen.getByRole('button', { name: 'Add: Vital signs' }))
  const row = within(await screen.findByRole('group', { name: 'Vital signs 1' }))
  await userEvent.click(row.getByRole('radio', { name: '3 to voice' }))
  await userEvent.click(row.getByRole('radio', { name: '4 confused (irritable cry)' }))
  expect(row.queryByText(/^= GCS/)).toBeNull()
  await userEvent.click(row.getByRole('radio', { name: '5 localises (withdraws to touch)' }))
  expect(row.getByText('= GCS 12 (E3V4M5): moderate')).toBeDefined()
  await userEvent.click(row.getByRole('button', { name: 'Done: put it into the record' }))
  expect(row.queryByRole('radio')).toBeNull()
  expect(row.getByText('= GCS 12 (E3V4M5): moderate')).toBeDefined()
  const readRows = async () => {
    const { rows } = await crew(operationRecords.list, { _id: recordId })
    return Object.values(rows[0]?.answers['vitals'] ?? {})
  }
  await waitFor(async () =>
    expect(await readRows()).toEqual([
      { measured_at: expect.any(String), eye: '3', verbal: '4', motor: '5', is_finished: true },
    ]),
  )
})

test('an injury is drawn on the figure of the body, by a finger or by keys, and taken off again', async () => {
  recordId = newId()
  const operations = [{ op_id: newId(), path: 'case_kind', answer: 'TRAUMA', at: testNow, device: 'test' }]
  await crew(operationRecords.add, { new_id: recordId, operations })
  await open('operation-form')
  await openSection(/^Trauma/)
  const front = within(screen.getByRole('group', { name: 'Front' }))
  await userEvent.click(front.getByRole('button', { name: 'Head' }))
  await userEvent.keyboard('{ArrowDown}{ArrowDown}{Enter}')
  const neck = within(screen.getByRole('group', { name: 'Neck · Front' }))
  await userEvent.click(neck.getByRole('checkbox', { name: 'Stab' }))
  await userEvent.click(neck.getByRole('checkbox', { name: 'Bleeding' }))
  expect(front.getByRole('button', { name: 'Neck, injury 1, 2' }).getAttribute('aria-pressed')).toBe('true')
  await userEvent.click(neck.getByRole('checkbox', { name: 'Bleeding' }))
  const back = within(screen.getByRole('group', { name: 'Back' }))
  expect(back.getByRole('button', { name: 'Neck' })).toBeDefined()
  expect(back.queryByRole('button', { name: 'Abdomen' })).toBeNull()
  const readInjuries = async () => {
    const { rows } = await crew(operationRecords.list, { _id: recordId })
    return Object.values(rows[0]?.answers['body_chart'] ?? {}).filter((row) => !row.is_struck_out)
  }
  await waitFor(async () =>
    expect(await readInjuries()).toEqual([{ body_view: 'FRONT', body_region: 'NECK', body_injury: 'STAB' }]),
  )
})

const writeSheet = async (answers: Record<string, unknown>) => {
  recordId = newId()
  const operations = Object.entries(answers).map(([path, answer]) => ({
    op_id: newId(),
    path,
    answer,
    at: testNow,
    device: 'test',
  }))
  await crew(operationRecords.add, { new_id: recordId, operations })
}

test('a basic unit is offered what it has the equipment for, and keeps what was chosen', async () => {
  await writeSheet({ unit_level: 'BLS', airway_care: ['ET'] })
  await open('operation-form')
  await openSection(/^Treatment/)
  const airway = within(await screen.findByRole('group', { name: /^Airway and breathing/ }))
  expect(airway.getByRole('checkbox', { name: 'SGA' })).toBeDefined()
  expect(airway.getByRole('checkbox', { name: 'ET' })).toBeDefined()
  expect(airway.queryByRole('checkbox', { name: 'Ventilator' })).toBeNull()
  await openSection(/^1\. Unit/)
  await userEvent.click(await screen.findByRole('radio', { name: 'ALS' }))
  await openSection(/^Treatment/)
  expect(await screen.findByRole('checkbox', { name: 'Ventilator' })).toBeDefined()
})

test('what another answer has hidden opens no section, and nothing is needed for it', async () => {
  await writeSheet({ unit_level: 'ALS', case_kind: 'ILLNESS', medical: ['CHEST_PAIN'] })
  await open('operation-form')
  const sections = within(await screen.findByRole('navigation', { name: 'Sections' }))
  expect(sections.getByRole('button', { name: /^Chest pain/ })).toBeDefined()
  await openSection(/^3\. Patient/)
  await userEvent.click(await screen.findByRole('radio', { name: /^Trauma/ }))
  await waitFor(() => expect(sections.queryByRole('button', { name: /^Chest pain/ })).toBeNull())
  await userEvent.click(screen.getByRole('radio', { name: /^Non-trauma/ }))
  expect(await sections.findByRole('button', { name: /^Chest pain/ })).toBeDefined()
})

test('the option for "none" gives way to a finding, and fields that only clinicians write are not offered to others', async () => {
  await writeSheet({ unit_level: 'ALS', case_kind: 'ILLNESS', obstetric: ['PV_BLEEDING'] })
  const read = async () =>
    (await crew(operationRecords.list, { _id: recordId })).rows[0]?.answers['obstetric']
  const shown = await open('operation-form')
  await openSection(/^Non-trauma/)
  const group = within(await screen.findByRole('group', { name: /^OB-GYN/ }))
  await userEvent.click(group.getByRole('checkbox', { name: 'Rape' }))
  await userEvent.click(group.getByRole('checkbox', { name: 'None' }))
  await waitFor(async () => expect(await read()).toEqual(['NONE']))
  await userEvent.click(group.getByRole('checkbox', { name: 'PV bleeding' }))
  await waitFor(async () => expect(await read()).toEqual(['PV_BLEEDING']))
  shown.unmount()
  const { user_id: _id, server_token } = crew.session
  signInAs({ ...malee, _id, server_token, permissions: ['form:use'] })
  await open('operation-form')
  await openSection(/^Non-trauma/)
  const others = within(await screen.findByRole('group', { name: /^OB-GYN/ }))
  expect(others.getByRole('checkbox', { name: 'PV bleeding' })).toBeDefined()
  expect(others.queryByRole('checkbox', { name: 'Rape' })).toBeNull()
})

test('what a crew tells the hospital is written from what the form has, and can be changed', async () => {
  recordId = newId()
  const drug = `drugs/${newId()}`
  const answers = {
    case_kind: 'TRAUMA',
    age_years: 34,
    is_transported: true,
    wounds: ['LACERATION'],
    [`vitals/${newId()}/systolic`]: 92,
    [`${drug}/drug`]: 'MORPHINE',
    [`${drug}/dose`]: { reason: 'UNABLE' },
    [`${drug}/route`]: 'IV',
  }
  const operations = Object.entries(answers).map(([path, answer]) => ({
    op_id: newId(),
    path,
    answer,
    at: testNow,
    device: 'test',
  }))
  await crew(operationRecords.add, { new_id: recordId, operations })
  await open('operation-form')
  await openSection(/^Drugs/)
  expect(await screen.findByText(/Dose Given, amount not known/)).toBeDefined()
  await userEvent.click(screen.getByRole('button', { name: 'Change row 1' }))
  const why = screen.getByRole<HTMLSelectElement>('combobox', { name: 'Why Dose has no answer' })
  expect([...why.options].map(({ text }) => text)).toEqual([
    '–',
    'Not given',
    'Given, amount not known',
    'Not given: patient refused',
    'Not given: not applicable',
  ])
  await openSection(/hand-over/i)
  await userEvent.click(await screen.findByRole('button', { name: 'Write ATMIST from the form' }))
  const story = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'ATMIST or ISBAR' })
  expect(story.value).toBe(
    'A: Age 34 years\nI: Wounds Cut, laceration\nS: SBP 92 mmHg\nT: Morphine 10 mg/mL (Dose: Given, amount not known) IV',
  )
  expect(screen.queryByRole('button', { name: /^Write/ })).toBeNull()
  await userEvent.type(story, ', pale')
  await waitFor(async () => {
    const { rows } = await crew(operationRecords.list, { _id: recordId })
    expect(rows[0]?.answers['alert_text']).toMatch(/IV, pale$/)
  })
})

test('the records of a form that a user may not write are not listed for them', async () => {
  await show(
    <SignedIn>
      <Routes>
        <Route path="/app/forms-detail/:form" element={<FormRecordsPage />} />
      </Routes>
    </SignedIn>,
    { at: '/app/forms-detail/ambulance-referral' },
  )
  expect(await screen.findByText('Details not found')).toBeDefined()
  expect(screen.queryByRole('button', { name: 'New' })).toBeNull()
})

test('whoever came by referral is admitted from it, and whoever leaves by it is not', async () => {
  const doctor = await panel().asNew({ staffType: 'doctor' })
  const { rows } = await doctor(patients.list, { search_value: '' })
  const at = testNow
  const answer = (direction: 'IN' | 'OUT') =>
    Object.entries({ patient: rows[0]?._id, direction }).map(([path, value]) => ({
      op_id: newId(),
      path,
      answer: value,
      at,
      device: 'test',
    }))
  const { user_id: _id, server_token } = doctor.session
  signInAs({ ...malee, _id, server_token, permissions: [...computePermissions('doctor', false)] })
  recordId = newId()
  await doctor(ambulanceReferrals.add, { new_id: recordId, operations: answer('OUT') })
  const { unmount } = await open('ambulance-referral')
  await screen.findByRole('button', { name: 'Take shift' })
  expect(screen.queryByRole('link', { name: 'Admit this patient' })).toBeNull()
  unmount()
  recordId = newId()
  await doctor(ambulanceReferrals.add, { new_id: recordId, operations: answer('IN') })
  const { unmount: unmountIn } = await open('ambulance-referral')
  const link = await screen.findByRole('link', { name: 'Admit this patient' })
  expect(link.getAttribute('href')).toBe(
    `/app/patients/${rows[0]?._id}/admissions?admit=yes&referral=${recordId}`,
  )
  unmountIn()
  await doctor(referrals.answer, {
    _id: recordId,
    act_id: newId(),
    said: { act: 'DECLINED', reason: 'BED_FULL' },
  })
  await open('ambulance-referral')
  await screen.findByRole('button', { name: 'Take shift' })
  expect(screen.queryByRole('link', { name: 'Admit this patient' })).toBeNull()
})

test('the appraisal is finished once nothing of it is missing, and then says by whom', async () => {
  const nurse = await panel().asNew({ staffType: 'nurse' })
  recordId = newId()
  const appraisals = ['airway', 'bleeding', 'fluid', 'splint', 'cpr'].map((what) => [
    `${what}_appraisal`,
    'NOT_NEEDED',
  ])
  const answers = {
    is_transported: true,
    er_triage: 'L3',
    assessor_role: 'NURSE',
    ...Object.fromEntries(appraisals),
  }
  await nurse(operationRecords.add, {
    new_id: recordId,
    operations: Object.entries(answers).map(([path, answer]) => ({
      op_id: newId(),
      path,
      answer,
      at: testNow,
      device: 'test',
    })),
  })
  const { user_id: _id, server_token } = nurse.session
  await panel()
    .root.updateTable('form_records')
    .set({ state: 'complete', number: recordId, completed_at: testNow, completed_by: _id })
    .where('id', '=', recordId)
    .execute()
  signInAs({ ...malee, _id, server_token, permissions: [...computePermissions('nurse', false)] })
  await open('operation-form')
  const finish = 'Finish: 5. Appraisal by the ER'
  await userEvent.click(await screen.findByText(finish))
  expect((await screen.findByRole('alert')).textContent).toContain('Assessor')
  await userEvent.type(screen.getByRole('textbox', { name: /^Assessor/ }), 'สมหญิง ใจดี')
  await userEvent.click(screen.getByText(finish))
  expect(await screen.findByText(/^Finished/)).toBeDefined()
  expect(screen.queryByText(finish)).toBeNull()
  const [record] = (await nurse(operationRecords.list, { _id: recordId })).rows
  expect(record).toMatchObject({ answers: { assessor: 'สมหญิง ใจดี' }, finished: [{ by: { _id } }] })
})
