import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { alarms, type Client } from 'contract'
import { useLocation } from 'react-router'
import { testNow } from 'server/testing'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { startOximeter } from '../../../test/oximeter.ts'
import { usePanel } from '../../../test/panel.ts'
import { malee, show, signInAs } from '../../../test/render.tsx'
import { SignedIn } from '../../session/signed-in.tsx'
import { AlarmBurdenPage } from './alarm-burden-page.tsx'

const { panel } = usePanel()
let nurse: Client
let ward: { name_en: string; beds: number }

/** Two high alarms of one patient, acknowledged 119 s and 298 s after they were raised, and one resolved by hand. */
beforeAll(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse(testNow) })
  nurse = await panel().as('nurse')
  const oximeter = await startOximeter(panel())
  for (const seconds of [60, 180]) {
    await oximeter.send(86)
    const { alarms: open } = await nurse(alarms.open, {})
    const _id = open.find(({ state }) => state === 'active')?._id ?? ''
    // The oximeter's readings were measured one minute before the panel's clock, each a second earlier than the last.
    panel().wait(seconds * 1000)
    await nurse(alarms.acknowledge, { _id, severity: 'high' })
    if (seconds === 60) await nurse(alarms.clear, { _id, note: 'หัววัดหลุด' })
  }
  const stay = await panel()
    .root.selectFrom('patients')
    .innerJoin('wards', 'wards.id', 'patients.ward_id')
    .select(['wards.id', 'wards.name_en'])
    .where('patients.id', '=', oximeter.patient.id)
    .executeTakeFirstOrThrow()
  const beds = await panel()
    .root.selectFrom('beds')
    .select(({ fn }) => fn.countAll().as('count'))
    .where('ward_id', '=', stay.id)
    .executeTakeFirstOrThrow()
  ward = { name_en: stay.name_en, beds: Number(beds.count) }
})
afterAll(() => {
  vi.useRealTimers()
})

beforeEach(async () => {
  localStorage.clear()
  const { session } = await panel().as('nurse')
  signInAs({
    ...malee,
    _id: session.user_id,
    server_token: session.server_token,
    permissions: ['patient:read', 'alarm:read'],
  })
})

function LocationProbe() {
  const { search } = useLocation()
  return <output data-testid="url">{search}</output>
}

const draw = (language = 'en') =>
  show(
    <SignedIn>
      <AlarmBurdenPage />
      <LocationProbe />
    </SignedIn>,
    { language },
  )
/** The cells of the row with this header. */
const readFigures = async (name: string) => {
  const head = await screen.findByRole('rowheader', { name: new RegExp(`^${name}`) })
  const cells = within(head.closest('tr') as HTMLElement).getAllByRole('cell')
  return cells.map((cell) => cell.textContent)
}

test("the figures of a ward are those of its patients' alarms", async () => {
  await draw()
  const [count, perBedDay, high, medium, low, median, ninety, withoutAction, passedOn] = await readFigures(
    ward.name_en,
  )
  expect({ count, high, medium, low, passedOn }).toEqual({
    count: '2',
    high: '2',
    medium: '0',
    low: '0',
    passedOn: '0',
  })
  // Six whole days and today until 14:32 in the hospital, plus the four minutes that passed.
  const days = 6 + (14 * 60 + 32 + 4) / (24 * 60)
  expect(perBedDay).toBe((2 / (ward.beds * days)).toFixed(2))
  expect({ median, ninety, withoutAction }).toEqual({
    median: '2 min',
    ninety: '5 min',
    withoutAction: '0 %',
  })
  expect(await readFigures('▼ SpO₂ low')).toEqual(['2', '0 %'])
})

test('a longer span and a custom span are part of the URL', async () => {
  await draw()
  expect(await screen.findByText('30 Oct 2026 to 05 Nov 2026')).toBeDefined()
  await userEvent.click(screen.getByRole('radio', { name: '30 days' }))
  expect(await screen.findByText('07 Oct 2026 to 05 Nov 2026')).toBeDefined()
  expect(screen.getByTestId('url').textContent).toBe('?days=30')
  await userEvent.click(screen.getByRole('radio', { name: 'Choose dates' }))
  const to = await screen.findByRole('textbox', { name: 'To' })
  await userEvent.clear(to)
  await userEvent.type(to, '04/11/2026')
  await waitFor(() => expect(screen.getByTestId('url').textContent).toBe('?from=2026-10-07&to=2026-11-04'))
  expect(await screen.findByText('No alarm was raised in this period.')).toBeDefined()
})

test('every figure is explained', async () => {
  await draw()
  const meanings = within(
    (await screen.findByRole('heading', { name: 'What the figures mean' })).closest('section') as HTMLElement,
  )
  expect(meanings.getAllByRole('term')).toHaveLength(9)
})

test('the report is available in Thai', async () => {
  await draw('th')
  expect(await screen.findByRole('columnheader', { name: 'เวลารับทราบ (มัธยฐาน)' })).toBeDefined()
})
