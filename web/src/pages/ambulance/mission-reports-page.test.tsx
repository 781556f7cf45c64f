import { screen, within } from '@testing-library/react'
import { ambulanceRequests, type Client, computePermissions, formRecords, type SessionToken } from 'contract'
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
  const { user_id: _id, server_token } = nurse.session
  signInAs({ ...malee, _id, server_token, permissions: [...computePermissions('nurse', false)] })
})

afterEach(() => vi.useRealTimers())

const showPage = (at: string) =>
  show(
    <SignedIn>
      <MissionReportsPage />
    </SignedIn>,
    { at },
  )

test('without missions it says so, and still names the faults that are open', async () => {
  await showPage('/app/ambulance/reports?from=2026-01-01&to=2026-01-02')
  expect(await screen.findByText('No ambulance was called in this period.')).toBeDefined()
  const faults = within(screen.getByRole('table'))
  expect(faults.getByText('Chest seal')).toBeDefined()
  expect(faults.getByText('Broken')).toBeDefined()
})

test('a mission without stamps is counted, left out of the times, and said to be', async () => {
  const new_id = newId()
  const answers: Record<string, unknown> = {
    received_at: '2026-11-02T05:00:00Z',
    channel: 'WARD',
    reporter: 'HOSPITAL',
    reporter_phone: '1669',
    kind: 'DISCHARGE_HOME',
    pick_up: 'ตึกอายุรกรรม ชั้น 3',
    destination: 'บ้าน',
    needed_at: testNow,
    unit_level: 'BLS',
    position: 'SIT',
    urgency: 'N',
  }
  const operations = Object.entries(answers).map(([path, answer]) => ({
    op_id: newId(),
    path,
    answer,
    at: testNow,
    device: 'test',
  }))
  const { record } = await nurse(ambulanceRequests.add, { new_id, operations })
  await nurse(formRecords.complete, { _id: new_id, version: record.version })
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
