import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { type Client, patients, triage } from 'contract'
import { Route, Routes, useLocation } from 'react-router'
import { beforeEach, expect, test } from 'vitest'
import { usePanel } from '../../../test/panel.ts'
import { malee, show, signInAs } from '../../../test/render.tsx'
import { SignedIn } from '../../session/signed-in.tsx'
import { TriagePage } from './triage-page.tsx'
import { TriageQueuePage } from './triage-queue-page.tsx'

const { panel } = usePanel()
let nurse: Client

beforeEach(async () => {
  localStorage.clear()
  const signedIn = await panel().as('nurse')
  nurse = signedIn
  const { user_id, server_token } = signedIn.session
  signInAs({
    ...malee,
    _id: user_id,
    server_token,
    permissions: ['patient:read', 'queue:manage', 'triage:record'],
  })
})

function LocationProbe() {
  return <output data-testid="path">{useLocation().pathname}</output>
}

const renderPage = (at: string) =>
  show(
    <SignedIn>
      <Routes>
        <Route path="/app/triage" element={<TriageQueuePage />} />
        <Route path="/app/triage/:id" element={<TriagePage />} />
      </Routes>
      <LocationProbe />
    </SignedIn>,
    { at },
  )

async function findWaiting() {
  const { rows } = await nurse(triage.queue, {})
  const waiting = rows.find(({ last }) => last === null)
  if (!waiting) throw new Error('nobody waits for triage in the demo hospital')
  return waiting
}

test('the list begins with who waits for triage, and counts them', async () => {
  const { patient } = await findWaiting()
  await renderPage('/app/triage')
  const rows = await screen.findAllByRole('link', { name: /^Triage / })
  expect(rows[0]?.getAttribute('href')).toBe(`/app/triage/${patient._id}`)
  expect(screen.getByText(/wait(s)? for triage$/)).toBeDefined()
  expect(screen.getAllByText('Red').length).toBeGreaterThan(0)
})

test('the suggestion names the rule and what fired; another level asks why', async () => {
  const { patient } = await findWaiting()
  await renderPage(`/app/triage/${patient._id}`)
  await userEvent.click(await screen.findByLabelText('Stroke signs'))
  const suggestion = screen.getByText('Suggested').closest('p') as HTMLElement
  expect(suggestion.textContent).toContain('L2 by point B · Stroke signs')
  await userEvent.click(screen.getByRole('button', { name: /^L4 Green/ }))
  expect(screen.getByLabelText('Why not Pink?')).toBeDefined()
  expect(screen.getByLabelText('In words')).toBeDefined()
  await userEvent.click(screen.getByRole('button', { name: /^Confirm Green/ }))
  await waitFor(() => expect(screen.getAllByText('Please give a reason').length).toBeGreaterThan(0))
  const { triages } = await nurse(triage.prepare, { patient_id: patient._id })
  expect(triages).toEqual([])
})

test('a triage by keyboard alone is stored, with the typed values as readings', async () => {
  const { patient } = await findWaiting()
  await renderPage(`/app/triage/${patient._id}`)
  const cpr = await screen.findByLabelText('CPR')
  cpr.focus()
  const row = screen.getByRole('group', { name: 'C · Resources expected' })
  await userEvent.keyboard('{Enter}{Enter}13')
  expect(within(row).getByLabelText('Lab')).toHaveProperty('checked', true)
  expect(within(row).getByLabelText('X-ray')).toHaveProperty('checked', true)
  await userEvent.keyboard('{Enter}{Enter}')
  await userEvent.keyboard('124{Enter}78{Enter}112{Enter}18{Enter}97{Enter}37')
  await userEvent.keyboard('{Enter}{Enter}{Enter}{Enter}1{Enter}1')
  await userEvent.keyboard('{Control>}{Enter}{/Control}')
  expect(screen.getByRole('button', { name: /^L2 Pink/ }).getAttribute('aria-pressed')).toBe('true')
  await userEvent.keyboard('{Control>}{Enter}{/Control}')
  await waitFor(() => expect(screen.getByTestId('path').textContent).toBe('/app/triage'))
  const { triages, latest } = await nurse(triage.prepare, { patient_id: patient._id })
  expect(triages).toMatchObject([{ level: 'PINK', rule: 'D', zone: 'ACUTE' }])
  expect(triages[0]?.findings[0]).toMatchObject({ of: 'pulse', value: 112, limit: 100 })
  expect(latest.find(({ vital }) => vital === 'pulse')).toMatchObject({ value: 112, source: 'manual' })
})

test('an arrival keeps what was typed, says beside each field what is wrong, and is told in one line', async () => {
  const { rows } = await nurse(patients.list, {})
  const here = new Set((await nurse(triage.queue, {})).rows.map(({ patient }) => patient._id))
  const patient = rows.find(({ _id, an }) => an === null && !here.has(_id))
  if (!patient) throw new Error('everybody of the demo hospital is in the emergency room')
  await renderPage(`/app/triage/${patient._id}`)
  await userEvent.click(await screen.findByRole('button', { name: 'Register the arrival' }))
  const dialog = within(await screen.findByRole('dialog'))
  expect(dialog.queryByLabelText('Gestational age')).toBeNull()
  expect(dialog.queryByLabelText('Place, 01–99')).toBeNull()
  await userEvent.type(dialog.getByLabelText('Chief complaint'), 'bleeding')
  const groups = dialog.getByLabelText('Symptom groups (1669), at most 3', { selector: 'input' })
  await userEvent.type(groups, 'vehicle')
  await userEvent.click(await dialog.findByRole('option', { name: /^25 / }))
  for (const group of [/^15 /, /^4 /]) {
    await userEvent.click(groups)
    await userEvent.click(await dialog.findByRole('option', { name: group }))
  }
  await userEvent.type(groups, '{Backspace}')
  const pregnant = within(dialog.getByRole('radiogroup', { name: 'Pregnant' }))
  await userEvent.click(pregnant.getByLabelText('Yes'))
  await userEvent.type(dialog.getByLabelText('Gestational age'), '46')
  await userEvent.click(dialog.getByLabelText('An accident'))
  await userEvent.type(dialog.getByLabelText('Place, 01–99'), '7')
  await userEvent.type(dialog.getByLabelText('Role, 1–9'), '1')
  const helmet = within(dialog.getByRole('radiogroup', { name: 'Helmet' }))
  await userEvent.click(helmet.getByLabelText('No'))
  await userEvent.click(dialog.getByRole('button', { name: 'Register the visit' }))
  expect(await dialog.findByText('A code of two digits, 01 to 99')).toBeDefined()
  expect(dialog.getByLabelText('Place, 01–99').getAttribute('aria-invalid')).toBe('true')
  expect(dialog.getByLabelText('Gestational age').getAttribute('aria-invalid')).toBe('true')
  expect(dialog.getByLabelText('Chief complaint')).toHaveProperty('value', 'bleeding')

  await userEvent.clear(dialog.getByLabelText('Place, 01–99'))
  await userEvent.type(dialog.getByLabelText('Place, 01–99'), '07')
  await userEvent.clear(dialog.getByLabelText('Gestational age'))
  await userEvent.type(dialog.getByLabelText('Gestational age'), '32')
  await userEvent.click(dialog.getByRole('button', { name: 'Register the visit' }))
  const line = await screen.findByRole('note', { name: 'Arrival' })
  expect(line.textContent).toContain('Pregnant 32 weeks · 15 Pregnancy, birth, gynaecology')
  expect(line.textContent).toContain('Accident · place 07 · role 1 · no helmet')
  const { visit } = await nurse(triage.prepare, { patient_id: patient._id })
  expect(visit).toMatchObject({
    complaint: 'bleeding',
    symptom_groups: [15, 25],
    pregnancy_weeks: 32,
    accident: { place: '07', role: 1, helmet: false, belt: null },
  })
})
