import { cleanup, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import {
  type Client,
  computePermissions,
  missionFollowUp,
  operationRecords,
  type SessionToken,
  type StaffTypeCode,
  transportationTreatments,
} from 'contract'
import {
  addCrew,
  answerAll,
  plannedRequest,
  requestAmbulance,
  sceneRequest,
  takeSteps,
} from 'server/support/missions'
import { testNow } from 'server/testing'
import { v7 as newId } from 'uuid'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { usePanel } from '../../../test/panel.ts'
import { malee, show, signInAs } from '../../../test/render.tsx'
import { SignedIn } from '../../session/signed-in.tsx'
import { MissionReportsPage } from './mission-reports-page.tsx'

const { panel } = usePanel()
let nurse: Client & { session: SessionToken }

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(testNow) })
  localStorage.clear()
  nurse = await panel().asNew({ staffType: 'nurse' })
  await beAs('nurse', nurse)
})

async function beAs(staffType: StaffTypeCode, person?: typeof nurse) {
  const { session } = person ?? (await panel().asNew({ staffType }))
  const { user_id: _id, server_token } = session
  signInAs({ ...malee, _id, server_token, permissions: [...computePermissions(staffType, false)] })
}

/** A mission that is over, of which a patient was carried. */
async function drive(
  request: Record<string, unknown>,
  received_at = '2026-11-02T05:00:00Z',
): Promise<string> {
  const id = await requestAmbulance(nurse, { ...request, received_at })
  const crew = await panel().asNew({ staffType: 'paramedic' })
  const { vehicle_id, team_id } = await addCrew(panel(), crew)
  await takeSteps(nurse, id, [
    { step: 'ASSIGNED', vehicle_id, team_id },
    { step: 'HANDED_OVER' },
    { step: 'BACK_AT_BASE' },
  ])
  return id
}

afterEach(() => vi.useRealTimers())

const showPage = (at: string) =>
  show(
    <SignedIn>
      <MissionReportsPage />
    </SignedIn>,
    { at },
  )

/** The table under a heading. */
const findTable = (title: string) => within(screen.getByRole('region', { name: title })).getByRole('table')

test('without missions it says so, and still names the faults that are open', async () => {
  await showPage('/app/ambulance/reports?from=2026-01-01&to=2026-01-02')
  expect(await screen.findByText('No ambulance was called in this period.')).toBeDefined()
  const faults = within(findTable('Open faults of the equipment'))
  expect(faults.getByText('Chest seal')).toBeDefined()
  expect(faults.getByText('Broken')).toBeDefined()
})

test('a mission without stamps is counted, left out of the times, and said to be', async () => {
  const received_at = '2026-11-02T05:00:00Z'
  await requestAmbulance(nurse, { ...plannedRequest, received_at, needed_at: received_at })
  // The demo hospital drove nowhere on this day.
  await showPage('/app/ambulance/reports?from=2026-11-02&to=2026-11-02')
  expect(await screen.findByText('1 mission; declined or cancelled: 0')).toBeDefined()
  const [intervals] = screen.getAllByRole('table')
  const row = within(within(intervals as HTMLElement).getByRole('row', { name: /^Response/ }))
  expect(row.getAllByRole('cell').map(({ textContent }) => textContent)).toEqual([
    '0',
    '1',
    '–',
    '–',
    '–',
    '–',
  ])
  expect(screen.getByText(/is left out of it, and counted under Without stamps/)).toBeDefined()
})

const day = 'from=2026-11-02&to=2026-11-02'

const listCells = (row: HTMLElement) =>
  within(row)
    .getAllByRole('cell')
    .map(({ textContent }) => textContent)

test('missions and unpaid fees are drawn by vehicle and stand in a table, from which the list is one press away', async () => {
  const mission_id = await drive(plannedRequest, '2026-11-01T05:00:00Z')
  const { record } = await nurse(transportationTreatments.add, {
    new_id: newId(),
    operations: [],
    mission_id,
  })
  await nurse(missionFollowUp.recordPayment, {
    _id: record._id,
    version: record.version,
    payment: 'UNPAID',
    price: 1200,
    price_reason: 'ตกลงราคากันไว้',
  })
  const user = userEvent.setup()
  await showPage('/app/ambulance/reports?from=2026-11-01&to=2026-11-01')
  expect(await screen.findByRole('img', { name: 'Missions by vehicle, missions' })).toBeDefined()
  const picture = screen.getByRole('img', { name: 'Unpaid fees by vehicle, fees' })
  expect(within(picture).getByTitle(/^R-.* · Recorded as unpaid 1 · Not recorded 0$/)).toBeDefined()
  const sums = screen.getByRole('img', { name: 'Unpaid sum by vehicle, baht' })
  expect(within(sums).getByTitle(/^R-.*: 1,200\.00 baht$/)).toBeDefined()
  const row = within(findTable('Unpaid fees by vehicle')).getByRole('row', { name: /^R-/ })
  expect(listCells(row)).toEqual(['1', '0', '0', '1,200.00'])
  await user.click(screen.getByRole('button', { name: 'Show the unpaid missions' }))
  expect(await screen.findByRole('button', { name: /^Record payment: / })).toBeDefined()
})

test('faults are drawn and counted by vehicle, by item and by age, in words as well', async () => {
  await showPage(`/app/ambulance/reports?${day}`)
  const picture = await screen.findByRole('img', { name: 'Faults by item, faults' })
  expect(within(picture).getByTitle('Chest seal · Open now 1 · Mended in the period 0')).toBeDefined()
  expect(screen.getByRole('img', { name: 'Faults by vehicle, faults' })).toBeDefined()
  const ages = within(findTable('Faults by age')).getAllByRole('row').slice(1)
  const open = ages.map((row) => Number(listCells(row)[0]))
  expect(ages.map((row) => within(row).getByRole('rowheader').textContent)).toEqual([
    'Less than a day',
    '1–6 days',
    '7–29 days',
    '30 days or more',
  ])
  expect(open.reduce((sum, one) => sum + one, 0)).toBe(2)
  expect(screen.getByText('No fault was mended in this period.')).toBeDefined()
})

test('a registrar records what was paid; then it is open no more, and a correction asks for its reason', async () => {
  const mission_id = await drive(plannedRequest)
  await nurse(transportationTreatments.add, { new_id: newId(), operations: [], mission_id })
  await beAs('registrar')
  const user = userEvent.setup()
  await showPage(`/app/ambulance/reports?part=payment&${day}`)
  await user.click(await screen.findByRole('button', { name: /^Record payment: / }))
  const dialog = within(await screen.findByRole('dialog'))
  await user.click(dialog.getByRole('radio', { name: 'Paid' }))
  await user.click(dialog.getByRole('radio', { name: 'Cash' }))
  await user.type(dialog.getByLabelText('Price'), '1200')
  await user.type(dialog.getByLabelText('Kilometres charged'), '10')
  await user.type(dialog.getByLabelText('Price of a kilometre'), '5.5')
  expect(dialog.getByText('Total ฿1,255.00')).toBeDefined()
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  expect(
    await screen.findByText('No payment is missing for a finished mission in this period.'),
  ).toBeDefined()
  await user.click(screen.getByRole('switch', { name: 'Only what is open' }))
  await user.click(await screen.findByRole('button', { name: /^Correct the payment: / }))
  const correction = within(await screen.findByRole('dialog'))
  await user.click(correction.getByRole('radio', { name: 'Unpaid' }))
  await user.click(correction.getByRole('button', { name: 'Save' }))
  expect(await correction.findByText('Please give a reason')).toBeDefined()
})

test('an outcome that nobody has confirmed is listed with what the records say, and a person states it', async () => {
  const mission_id = await drive(sceneRequest)
  const operations = answerAll({ is_transported: true, result: 'FOUND' })
  await nurse(operationRecords.add, { new_id: newId(), operations, mission_id })
  const user = userEvent.setup()
  await showPage(`/app/ambulance/reports?part=outcome&${day}`)
  const row = within(await screen.findByRole('row', { name: /From the scene/ }))
  expect(row.getByText('No stay or visit is recorded for this patient after this mission.')).toBeDefined()
  expect(row.getByText(/Send by/)).toBeDefined()
  await user.click(row.getByRole('button', { name: /^Record outcome: / }))
  const dialog = within(await screen.findByRole('dialog'))
  await user.click(dialog.getByRole('radio', { name: 'No' }))
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  expect(await dialog.findByText('Field is required')).toBeDefined()
  await user.click(dialog.getByRole('radio', { name: 'Result unknown' }))
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  expect(
    await screen.findByText('No outcome is missing for a finished mission in this period.'),
  ).toBeDefined()
})

test('a registrar saves the referrals as files here; who has a list of them does so there', async () => {
  const user = userEvent.setup()
  const page = `/app/ambulance/reports?${day}`
  const title = 'Referral by ambulance'
  await showPage(page)
  await screen.findByRole('region', { name: 'Open faults of the equipment' })
  expect(screen.queryByRole('region', { name: title })).toBeNull()
  cleanup()
  await beAs('registrar')
  await showPage(page)
  const files = within(await screen.findByRole('region', { name: title }))
  await user.click(files.getByRole('button', { name: 'Export' }))
  const formats = await screen.findAllByRole('menuitem')
  expect(formats.map(({ textContent }) => textContent)).toEqual([
    'CSV',
    'CSV: drugs, procedures and other rows',
    'CSV: answers and other acts',
    'FHIR',
  ])
})
