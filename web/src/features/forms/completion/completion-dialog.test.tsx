import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import {
  ambulanceRequests,
  type Client,
  computePermissions,
  errorCodes,
  formRecords,
  type SessionToken,
} from 'contract'
import { answerAll, plannedRequest } from 'server/support/missions'
import { testNow } from 'server/testing'
import { v7 as newId } from 'uuid'
import { beforeEach, expect, test } from 'vitest'
import { usePanel } from '../../../../test/panel.ts'
import { malee, show, signInAs } from '../../../../test/render.tsx'
import { replaceFetch } from '../../../../test/replace-fetch.ts'
import { queryClient } from '../../../api/client.ts'
import { SignedIn } from '../../../session/signed-in.tsx'
import { askCompletion, completeAsked } from '../offline/completions.ts'
import { RecordScreen } from '../record-screen.tsx'

const { panel } = usePanel()
let crew: Client & { session: SessionToken }
let recordId: string

beforeEach(async () => {
  localStorage.clear()
  crew = await panel().asNew({ staffType: 'paramedic', isFormUser: true })
  recordId = newId()
  const { user_id: _id, server_token } = crew.session
  signInAs({ ...malee, _id, server_token, permissions: [...computePermissions('paramedic', true)] })
})

const begin = (answers: Parameters<typeof answerAll>[0]) =>
  crew(ambulanceRequests.add, { new_id: recordId, operations: answerAll(answers) })
const read = async () => (await crew(ambulanceRequests.list, { _id: recordId })).rows[0]
const open = () =>
  show(
    <SignedIn>
      <RecordScreen form="ambulance-request" id={recordId} />
    </SignedIn>,
  )
const pressComplete = async () =>
  userEvent.click((await screen.findAllByRole('button', { name: 'Complete' }))[0] as HTMLElement)
const findDialog = async () => within(await screen.findByRole('dialog'))

test('a record without a doubt is complete at one press', async () => {
  await begin(plannedRequest)
  await open()
  await pressComplete()
  await waitFor(async () => expect((await read())?.state).toBe('complete'))
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('each unusual value is asked about before completion: one is confirmed, another is changed in its field', async () => {
  await begin({ ...plannedRequest, latitude: 1.5, longitude: 150 })
  await open()
  await pressComplete()
  const dialog = await findDialog()
  const finish = dialog.getByRole<HTMLButtonElement>('button', { name: 'Complete' })
  expect(finish.disabled).toBe(true)
  expect(dialog.getByText('usual: 5 to 21')).toBeDefined()
  expect(dialog.getByText('usual: 97 to 106')).toBeDefined()
  await userEvent.click(dialog.getByRole('button', { name: 'Latitude 1.5: it is right' }))
  expect(dialog.getByText('Unusual: confirmed as right')).toBeDefined()
  expect(finish.disabled).toBe(true)
  await userEvent.click(dialog.getByRole('button', { name: 'Change Longitude' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  const longitude = screen.getByRole<HTMLInputElement>('textbox', { name: /^Longitude/ })
  expect(document.activeElement).toBe(longitude)
  expect(longitude.getAttribute('aria-invalid')).toBe('true')
  await userEvent.clear(longitude)
  await userEvent.type(longitude, '100.5')
  await waitFor(async () => expect((await read())?.answers['longitude']).toBe(100.5))
  await pressComplete()
  await waitFor(async () => expect((await read())?.state).toBe('complete'))
  expect((await read())?.answers).toMatchObject({
    latitude: 1.5,
    'latitude/confirmed': 1.5,
    longitude: 100.5,
  })
})

test('unusual values are asked about whatever is missing: the server may know it', async () => {
  const { pick_up: _missing, ...lacking } = plannedRequest
  await begin({ ...lacking, latitude: 1.5 })
  await open()
  await pressComplete()
  const dialog = await findDialog()
  await userEvent.click(dialog.getByRole('button', { name: 'Latitude 1.5: it is right' }))
  await userEvent.click(dialog.getByRole('button', { name: 'Complete' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await waitFor(async () => expect((await read())?.answers['latitude/confirmed']).toBe(1.5))
  await crew(ambulanceRequests.edit, { _id: recordId, operations: answerAll({ pick_up: 'ตึก 3' }) })
  await queryClient.invalidateQueries({ queryKey: [ambulanceRequests.list.path] })
  await pressComplete()
  await waitFor(async () => expect((await read())?.state).toBe('complete'))
})

test('unusual values are asked about before a completion that waits for a signal', async () => {
  const { pick_up: _missing, ...lacking } = plannedRequest
  await begin({ ...lacking, latitude: 1.5 })
  await open()
  await screen.findAllByRole('button', { name: 'Complete' })
  replaceFetch(() => () => Promise.reject(new TypeError('Failed to fetch')))
  await pressComplete()
  expect((await findDialog()).getByText(/^Unusual values/)).toBeDefined()
  expect(screen.queryByText(/^Will be completed/)).toBeNull()
})

test('a refusal because of an unusual value that only the server knows asks about it', async () => {
  await begin(plannedRequest)
  await open()
  await screen.findAllByRole('button', { name: 'Complete' })
  replaceFetch((panel) => (input, init) => {
    if (typeof input !== 'string' || !input.includes(formRecords.complete.path)) return panel(input, init)
    const fields = [{ field: 'latitude', message: 'value-doubtful' }]
    const error_code = errorCodes['form-doubtful']
    return Promise.resolve(Response.json({ success: false, error_code, fields }))
  })
  await pressComplete()
  await userEvent.click((await findDialog()).getByRole('button', { name: 'Change Latitude' }))
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('textbox', { name: /^Latitude/ })))
})

test('a completion that was refused while nobody looked asks when the record is opened', async () => {
  const { record } = await begin({ ...plannedRequest, latitude: 1.5 })
  await askCompletion(record)
  await completeAsked()
  await open()
  const dialog = await findDialog()
  expect(
    screen.getByText('Some values are unusual. Please change each of them, or say that it is right.'),
  ).toBeDefined()
  await userEvent.click(dialog.getByRole('button', { name: 'Latitude 1.5: it is right' }))
  await userEvent.click(dialog.getByRole('button', { name: 'Complete' }))
  await waitFor(async () => expect((await read())?.state).toBe('complete'))
})

test('an unusual value that was confirmed where it is typed is not asked about again', async () => {
  await begin({ ...plannedRequest, latitude: 1.5 })
  await open()
  await pressComplete()
  await userEvent.click((await findDialog()).getByRole('button', { name: 'Change Latitude' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await userEvent.click(screen.getByRole('button', { name: 'Latitude 1.5: it is right' }))
  expect(await screen.findByText('Unusual: confirmed as right')).toBeDefined()
  expect(screen.queryByRole('button', { name: /it is right$/ })).toBeNull()
  await pressComplete()
  await waitFor(async () => expect((await read())?.state).toBe('complete'))
  expect((await read())?.answers['latitude/confirmed']).toBe(1.5)
})

test('what another tablet writes meanwhile is asked about, and what it mends is not any more', async () => {
  await begin({ ...plannedRequest, latitude: 1.5 })
  await open()
  await pressComplete()
  const dialog = await findDialog()
  const operations = answerAll({ latitude: 13.7, longitude: 150 }).map((one) =>
    one.path === 'latitude' ? { ...one, base: 1.5 } : one,
  )
  await crew(ambulanceRequests.edit, { _id: recordId, operations })
  await queryClient.invalidateQueries({ queryKey: [ambulanceRequests.list.path] })
  expect(await dialog.findByRole('button', { name: 'Longitude 150: it is right' })).toBeDefined()
  expect(dialog.queryByRole('button', { name: 'Change Latitude' })).toBeNull()
})

test('a complete record says of an unusual value who said that it is right, and when', async () => {
  await begin({ ...plannedRequest, latitude: 1.5 })
  await crew(ambulanceRequests.edit, {
    _id: recordId,
    operations: [{ op_id: newId(), path: 'latitude/confirmed', answer: 1.5, at: testNow, device: 'test' }],
  })
  const version = (await read())?.version ?? 0
  await crew(formRecords.complete, { _id: recordId, version })
  await open()
  const note = (await screen.findByText('Unusual: confirmed as right')).parentElement
  expect(note?.textContent).toContain((await read())?.changed_by?.first_name)
})

test('what is left out is named with its value before completion, and may be kept by going back', async () => {
  await begin({ ...plannedRequest, is_breathing: true, complaint: 'เจ็บหน้าอก' })
  await open()
  await pressComplete()
  const dialog = await findDialog()
  const leftOut = within(dialog.getByRole('region', { name: /^These answers will be left out/ }))
  expect(leftOut.getByText('Breathing').parentElement?.textContent).toContain('Yes')
  expect(leftOut.queryByText('What happened')).toBeNull()
  await userEvent.click(dialog.getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect((await read())?.state).toBe('draft')
  await pressComplete()
  await userEvent.click((await findDialog()).getByRole('button', { name: 'Complete' }))
  await waitFor(async () => expect((await read())?.state).toBe('complete'))
  expect((await read())?.answers['is_breathing']).toBeUndefined()
  // It was said before.
  expect(screen.queryByText(/was left out/)).toBeNull()
})
