import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { patients, Registration } from 'contract'
import { useState } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import { holdAnswers } from '../../../test/hold-answers.ts'
import { usePanel } from '../../../test/panel.ts'
import { malee, show, signInAs } from '../../../test/render.tsx'
import { replaceFetch } from '../../../test/replace-fetch.ts'
import { queryClient } from '../../api/client.ts'
import { PatientSelect } from './patient-select.tsx'

const { panel } = usePanel()

beforeEach(async () => {
  const { session } = await panel().as('nurse')
  signInAs({ ...malee, _id: session.user_id, server_token: session.server_token })
  queryClient.clear()
})

async function listPatients() {
  const { rows } = await (await panel().as('nurse'))(patients.list, { number_of_rec: 20 })
  const [first, second] = rows
  if (!first || !second) throw new Error('there are no patients')
  return { first, second }
}

function PatientForm({ onSubmit }: { onSubmit: (id: string | undefined) => void }) {
  const [id, setId] = useState<string>()
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        onSubmit(id)
      }}
    >
      <PatientSelect label="Patient" value={id} onChange={setId} />
    </form>
  )
}

async function showForm() {
  const onSubmit = vi.fn<(id: string | undefined) => void>()
  await show(<PatientForm onSubmit={onSubmit} />)
  return { field: await screen.findByRole('combobox', { name: 'Patient' }), onSubmit }
}

test('Enter after a scanned HN chooses that patient, and only the next Enter sends the form', async () => {
  const { first } = await listPatients()
  const { field, onSubmit } = await showForm()
  await userEvent.type(field, `${first.hn}{Enter}`)
  await screen.findByDisplayValue(new RegExp(`· HN ${first.hn}$`))
  expect(onSubmit).not.toHaveBeenCalled()
  await userEvent.keyboard('{Enter}')
  expect(onSubmit).toHaveBeenCalledExactlyOnceWith(first._id)
})

test('a second scan replaces the patient who was chosen', async () => {
  const { first, second } = await listPatients()
  const { field, onSubmit } = await showForm()
  await userEvent.type(field, `${first.hn}{Enter}`)
  await screen.findByDisplayValue(new RegExp(`· HN ${first.hn}$`))
  await userEvent.keyboard(`${second.hn}{Enter}`)
  await screen.findByDisplayValue(new RegExp(`· HN ${second.hn}$`))
  await userEvent.keyboard('{Enter}')
  expect(onSubmit).toHaveBeenCalledExactlyOnceWith(second._id)
})

test.each([
  ['another scan', (hn: string) => userEvent.keyboard(`${hn}{Enter}`)],
  [
    'a choice from the list',
    async (hn: string) => {
      await userEvent.keyboard(hn)
      await userEvent.click(await screen.findByRole('option', { name: new RegExp(`· HN ${hn}\\b`) }))
    },
  ],
])('a scan that is answered after %s chooses nobody', async (_what, choose) => {
  const { first, second } = await listPatients()
  const { field, onSubmit } = await showForm()
  const release = holdAnswers(`"${first.hn}"`)
  await userEvent.type(field, `${first.hn}{Enter}`)
  await userEvent.clear(field)
  await choose(second.hn)
  await screen.findByDisplayValue(new RegExp(`· HN ${second.hn}$`))
  release()
  await waitFor(() => expect(queryClient.isFetching()).toBe(0))
  await act(() => new Promise((resolve) => setTimeout(resolve)))
  await userEvent.keyboard('{Enter}')
  expect(onSubmit).toHaveBeenCalledExactlyOnceWith(second._id)
})

test('the arrow keys and Enter choose one of the patients that were found', async () => {
  const { first } = await listPatients()
  const { field, onSubmit } = await showForm()
  await userEvent.type(field, first.name)
  await screen.findByRole('option', { name: new RegExp(`· HN ${first.hn}\\b`) })
  await userEvent.keyboard('{ArrowDown}{Enter}')
  await screen.findByDisplayValue(/· HN /)
  await userEvent.keyboard('{Enter}')
  expect(onSubmit).toHaveBeenCalledExactlyOnceWith(expect.any(String))
})

test('a record that was merged says among those found which one is used', async () => {
  const admin = await panel().as('admin')
  const register = async (hn: string) => {
    const who = { title: 'นาง', name: 'บัวผัน', surname: 'ทดสอบ', gender: 'female', identity_kind: 'none' }
    const body = Registration.parse({ ...who, hn, date_of_birth: '1984-11-05', is_someone_else: true })
    return (await admin(patients.register, body)).patient
  }
  const [merged, used] = [await register('MERGED-1'), await register('USED-1')]
  await admin(patients.merge, { patient_id: merged._id, into_id: used._id, reason: 'the same person' })
  const { field } = await showForm()
  await userEvent.type(field, merged.hn)
  expect(await screen.findByRole('option', { name: /Merged into HN USED-1$/ })).toBeDefined()
})

test('what is too short to be searched, finds nobody or cannot be searched is said as such', async () => {
  const { field } = await showForm()
  await userEvent.type(field, 'z')
  expect(await screen.findByText('Type at least two letters or digits')).toBeDefined()
  await userEvent.type(field, 'zzz')
  expect(await screen.findByText('No patient found')).toBeDefined()
  const restore = replaceFetch(() => () => Promise.reject(new TypeError('no network')))
  await userEvent.type(field, 'y{Enter}')
  expect(await screen.findByText(/The request could not be made/)).toBeDefined()
  restore()
})
