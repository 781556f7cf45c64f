import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { census } from 'contract'
import { useLocation } from 'react-router'
import { testNow } from 'server/testing'
import { v7 as newId } from 'uuid'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { usePanel } from '../../../test/panel.ts'
import { malee, show, signInAs } from '../../../test/render.tsx'
import { SignedIn } from '../../session/signed-in.tsx'
import { CensusPage } from './census-page.tsx'

const { panel } = usePanel()

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse(testNow) })
  localStorage.clear()
  const { session } = await panel().as('nurse')
  signInAs({
    ...malee,
    _id: session.user_id,
    server_token: session.server_token,
    permissions: ['patient:read'],
  })
})
afterEach(() => {
  vi.useRealTimers()
})

function LocationProbe() {
  return <output data-testid="url">{useLocation().search}</output>
}

const open = (language = 'en', at = '/') =>
  show(
    <SignedIn>
      <CensusPage />
      <LocationProbe />
    </SignedIn>,
    { language, at },
  )
const readReport = async () =>
  (await panel().as('nurse'))(census.report, { from: '2026-10-30', to: '2026-11-05' })
const readRow = async (title: string, name: string) => {
  const part = (await screen.findByRole('heading', { name: title })).closest('section') as HTMLElement
  const head = within(part).getByRole('rowheader', { name })
  return within(head.closest('tr') as HTMLElement)
    .getAllByRole('cell')
    .map((cell) => cell.textContent)
}

test('the table has the figures of the pictures, of each ward and of each day', async () => {
  await open()
  const { hospital, wards } = await readReport()
  const last = hospital.at(-1)
  const [atStart, admitted, , , ...rest] = await readRow('By day: The whole hospital', '05 Nov 2026')
  expect([atStart, admitted]).toEqual([`${last?.at_start}`, `${last?.admitted}`])
  expect(rest).toContain(`${last?.at_end}`)
  expect(screen.getByText('30 Oct 2026 to 05 Nov 2026')).toBeDefined()
  for (const { ward, days } of wards)
    expect((await readRow('By ward, over the period', ward.name_en))[0]).toBe(`${days[0]?.at_start}`)
})

test('one ward, and another period, are part of the URL', async () => {
  await open()
  const { wards } = await readReport()
  const { ward, days } = wards[2] ?? {}
  const choice = await screen.findByLabelText('Ward')
  await within(choice).findByRole('option', { name: ward?.name_en ?? '' })
  await userEvent.selectOptions(choice, ward?.name_en ?? '')
  const [atStart] = await readRow(`By day: ${ward?.name_en}`, '30 Oct 2026')
  expect(atStart).toBe(`${days?.[0]?.at_start}`)
  await userEvent.click(screen.getByRole('radio', { name: '30 days' }))
  await waitFor(() => expect(screen.getByTestId('url').textContent).toBe(`?days=30&ward=${ward?._id}`))
  expect(await screen.findByText('07 Oct 2026 to 05 Nov 2026')).toBeDefined()
})

test('the print says of which days it is, and that today is not over', async () => {
  await open()
  await screen.findByRole('heading', { name: 'By ward, over the period' })
  let printed = ''
  window.print = () => {
    fireEvent(window, new Event('beforeprint'))
    printed = document.body.lastElementChild?.textContent ?? ''
    fireEvent(window, new Event('afterprint'))
  }
  await userEvent.click(screen.getByRole('button', { name: 'Print' }))
  expect(printed).toContain('30 Oct 2026 to 05 Nov 2026 · today until 14:32')
  expect(printed).toContain('By day: The whole hospital')
})

test('whoever may export patients exports the visits to the emergency room with their triages', async () => {
  const page = await open()
  await screen.findByRole('heading', { name: 'By ward, over the period' })
  expect(screen.queryByRole('button', { name: 'Export ER visits with triages' })).toBeNull()
  page.unmount()
  const { session } = await panel().as('nurse')
  const permissions = ['patient:read', 'patient:export'] as const
  const { user_id, server_token } = session
  signInAs({ ...malee, _id: user_id, server_token, permissions: [...permissions] })
  const saved: Blob[] = []
  URL.createObjectURL = (file) => {
    saved.push(file as Blob)
    return 'blob:'
  }
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue()
  await open()
  await userEvent.click(await screen.findByRole('button', { name: 'Export ER visits with triages' }))
  await waitFor(() => expect(saved).toHaveLength(1))
  expect(await saved[0]?.text()).toMatch(/^HN,Title,Name,/)
  click.mockRestore()
})

test('a day without an inpatient shows who came to the emergency room; one without anybody says so', async () => {
  const { root } = panel()
  const { id: patient_id, hospital_id } = await root
    .selectFrom('patients')
    .select(['id', 'hospital_id'])
    .executeTakeFirstOrThrow()
  await root
    .insertInto('visits')
    .values({
      id: newId(),
      hospital_id,
      patient_id,
      vn: 'CENSUS1',
      kind: 'ER',
      visited_at: '2001-03-01T08:00:00+07:00',
      left_at: '2001-03-01T09:30:00+07:00',
      disposition: 1,
    })
    .execute()
  const page = await open('en', '/?from=2001-03-01&to=2001-03-01')
  const figures = await readRow('Emergency room: time until in a ward bed or gone', 'All')
  expect(figures.slice(0, 2)).toEqual(['1', '1'])
  page.unmount()
  await open('en', '/?from=2001-03-02&to=2001-03-02')
  await screen.findByText('Nobody was in a ward or came to the emergency room in this period.')
})

test('the report is available in Thai', async () => {
  await open('th')
  expect(await screen.findAllByRole('columnheader', { name: 'คงพยาบาล' })).not.toHaveLength(0)
})
