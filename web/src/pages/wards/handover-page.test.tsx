import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { admissions, beds, type Client, computePermissions, rounds } from 'contract'
import { testNow } from 'server/testing'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { holdAnswers } from '../../../test/hold-answers.ts'
import { usePanel } from '../../../test/panel.ts'
import { malee, show, signInAs } from '../../../test/render.tsx'
import { queryClient } from '../../api/client.ts'
import { screenLock } from '../../session/lock.ts'
import { session } from '../../session/session.ts'
import { SignedIn } from '../../session/signed-in.tsx'
import { HandoverPage } from './handover-page.tsx'

const { panel } = usePanel()
let nurse: Client
let ward: string

beforeEach(async () => {
  localStorage.clear()
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(testNow) })
  nurse = await panel().as('nurse')
  const { wards } = await nurse(beds.map, { ward: 'every' })
  ward = wards.find(({ beds: all }) => all.filter(({ occupant }) => occupant).length > 2)?.ward._id ?? ''
})
afterEach(() => vi.useRealTimers())

async function open() {
  const { session } = await panel().as('nurse')
  const { user_id: _id, server_token } = session
  signInAs({ ...malee, _id, server_token, permissions: [...computePermissions('nurse', false)] })
  await show(
    <SignedIn>
      <HandoverPage />
    </SignedIn>,
    { at: `/app/ward/handover?ward=${ward}` },
  )
}

test('the sheet has everybody of the ward by bed, with the shift, and a note is added', async () => {
  await open()
  const { rows } = await nurse(rounds.handover, { ward })
  expect(await screen.findByText('05 Nov 2026, morning shift 08:00–16:00')).toBeDefined()
  const shown = screen.getAllByRole('row').slice(1)
  expect(shown).toHaveLength(rows.length)
  const [first] = rows
  const line = within(screen.getByRole('row', { name: new RegExp(first?.patient.hn ?? '') }))
  await userEvent.click(line.getByRole('button', { name: /^Add a note for the next shift/ }))
  const dialog = within(await screen.findByRole('dialog'))
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }))
  const field = dialog.getByRole('textbox', { name: 'Note' })
  expect(field.getAttribute('aria-invalid')).toBe('true')
  await userEvent.type(field, 'Nothing by mouth after midnight')
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(line.getByText(/Nothing by mouth after midnight/)).toBeDefined())
})

test('a patient on leave is on the sheet with the planned return, and nothing of theirs is due', async () => {
  const { rows } = await nurse(rounds.handover, { ward })
  const patient = rows[0]?.patient ?? expect.fail('somebody is on the ward')
  const { stays } = await nurse(admissions.history, { patient_id: patient._id })
  await nurse(admissions.leave, {
    patient_id: patient._id,
    stay_id: stays[0]?._id ?? '',
    version: stays[0]?.version ?? 0,
    due_back_at: '2026-11-06T09:00:00.000Z',
    holds_bed: true,
    note: 'กลับบ้าน',
  })
  await open()
  const line = await screen.findByRole('row', { name: new RegExp(patient.hn) })
  expect(line.textContent).toMatch(/On leave · .*16:00/)
  expect(line.textContent).toContain('Not due while on leave')
})

test.each([
  ['another ward is chosen', () => userEvent.selectOptions(screen.getByLabelText('Ward'), 'Every ward')],
  ['the screen is locked', async () => act(() => screenLock.set())],
  ['the user signs out', async () => act(() => session.endByChoice())],
])('nothing is printed if %s before the sheet is read', async (_when, leave) => {
  let prints = 0
  window.print = () => {
    prints += 1
  }
  await open()
  await screen.findByText('05 Nov 2026, morning shift 08:00–16:00')
  const print = () => userEvent.click(screen.getByRole('button', { name: 'Print' }))
  const release = holdAnswers()
  await print()
  await leave()
  release()
  await waitFor(() => expect(queryClient.isFetching()).toBe(0))
  await act(() => new Promise((resolve) => setTimeout(resolve)))
  expect(prints).toBe(0)
})

test('the sheet is printed under the ward that it is of', async () => {
  const { rows } = await nurse(rounds.handover, { ward: 'every' })
  let printed = ''
  window.print = () => {
    fireEvent(window, new Event('beforeprint'))
    printed = document.body.lastElementChild?.textContent ?? ''
    fireEvent(window, new Event('afterprint'))
  }
  await open()
  await screen.findByText('05 Nov 2026, morning shift 08:00–16:00')
  await userEvent.selectOptions(screen.getByLabelText('Ward'), 'Every ward')
  await screen.findByText(`${rows.length} patients`)
  await userEvent.click(screen.getByRole('button', { name: 'Print' }))
  await waitFor(() => expect(printed).toContain('Every ward'))
  for (const row of rows) expect(printed).toContain(row.patient.hn)
})
