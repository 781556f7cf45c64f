import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { ambulanceRequests, audit, type Client, patients, signIn } from 'contract'
import { useLocation } from 'react-router'
import { v7 as newId } from 'uuid'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { usePanel } from '../../../test/panel.ts'
import { malee, show, signInAs } from '../../../test/render.tsx'
import { ask, queryClient } from '../../api/client.ts'
import { ChainBanner } from '../../features/audit/chain-banner.tsx'
import { SignedIn } from '../../session/signed-in.tsx'
import { AuditPage } from './audit-page.tsx'

const { panel, calls } = usePanel()
let nurse: Client
let answer = globalThis.fetch

beforeEach(async () => {
  answer = globalThis.fetch
  localStorage.clear()
  nurse = await panel().as('nurse')
  const { session } = await panel().as('admin')
  signInAs({
    ...malee,
    _id: session.user_id,
    server_token: session.server_token,
    staff_type: 'admin',
    permissions: ['patient:read', 'audit:read'],
  })
})

afterEach(() => {
  globalThis.fetch = answer
})

function LocationProbe() {
  const { search } = useLocation()
  return <output data-testid="url">{search}</output>
}

const createOperation = (path: string, value: string) => ({
  op_id: newId(),
  path,
  answer: value,
  base: null,
  at: new Date().toISOString(),
  device: 'tablet',
})

const shownUrl = () => screen.getByTestId('url').textContent
const showTrail = (language = 'en') =>
  show(
    <SignedIn>
      <AuditPage />
      <LocationProbe />
    </SignedIn>,
    { language },
  )
const openFilters = () => userEvent.click(screen.getByRole('button', { name: 'Filters' }))
const table = () => screen.findByRole('table', { name: 'Audit trail' })
const getHref = (link: HTMLElement) => link.getAttribute('href') ?? ''
const entries = async (name: RegExp) =>
  within(await table())
    .queryAllByRole('link', { name })
    .filter((link) => getHref(link).includes('entry='))

async function openRecord() {
  const { rows } = await nurse(patients.list, { number_of_rec: 1 })
  const [patient] = rows
  if (!patient) throw new Error('the demo hospital has no patient')
  await nurse(patients.get, { _id: patient._id })
  return patient
}

test('an entry says in words who opened a record, and links to it', async () => {
  const patient = await openRecord()
  await showTrail()
  await waitFor(async () => expect(await entries(/^Open a record, สุภาพร จันทร์ดี/)).not.toHaveLength(0))
  const [link] = within(await table()).getAllByRole('link', { name: new RegExp(patient.surname) })
  expect(link?.getAttribute('href')).toBe(`/app/patients/${patient._id}`)
})

test('a failed sign-in to an unknown account is shown as one', async () => {
  const { staff_type } = await panel().call(signIn.staffTypes, {})
  const type = staff_type[0]?._id ?? ''
  const tried = panel().call(signIn.signIn, { user_name: 'no@such.account', type, password: 'wrong' })
  await expect(tried).rejects.toThrow()
  await showTrail()
  await waitFor(async () => expect(await entries(/^Sign in, Unknown account/)).toHaveLength(1))
})

test('an open entry shows all of its patients, and links to who opened one record', async () => {
  const patient = await openRecord()
  await showTrail()
  await userEvent.click(await screen.findByRole('switch', { name: /^Show what the panel does/ }))
  const [entry] = await waitFor(async () => {
    const found = await entries(/^See the patient list/)
    expect(found).not.toHaveLength(0)
    return found
  })
  if (entry) await userEvent.click(entry)
  const sheet = within(await screen.findByRole('dialog', { name: 'Entry of the audit trail' }))
  expect(await sheet.findByText('1 patient')).toBeDefined()
  await userEvent.click(sheet.getByRole('button', { name: /^Who opened this record/ }))
  await waitFor(() => expect(shownUrl()).toBe(`?patient=${patient._id}&everything=yes`))
  expect(await screen.findByText(new RegExp(`^about .*${patient.hn}`))).toBeDefined()
})

test('an entry names the fields that were written into a form as the form calls them', async () => {
  const crew = await panel().as('paramedic')
  const recordId = newId()
  await crew(ambulanceRequests.add, {
    new_id: recordId,
    operations: [createOperation('landmark', 'ใกล้วัด'), createOperation('pick_up', 'หน้าตลาด')],
  })
  await showTrail()
  const [entry] = await waitFor(async () => {
    const found = await entries(/^Begin a request for an ambulance/)
    expect(found).not.toHaveLength(0)
    return found
  })
  if (entry) await userEvent.click(entry)
  const sheet = within(await screen.findByRole('dialog', { name: 'Entry of the audit trail' }))
  expect(await sheet.findByText(/Request for an ambulance/)).toBeDefined()
  expect(await sheet.findByText(/Landmark, Pick-up place/)).toBeDefined()
})

test('what screens load by themselves is hidden, says so, and is shown with a switch', async () => {
  await openRecord()
  await showTrail()
  await waitFor(async () => expect(await entries(/^Open a record/)).not.toHaveLength(0))
  expect(await entries(/^See the patient list/)).toHaveLength(0)
  await userEvent.click(screen.getByRole('switch', { name: /^Show what the panel does/ }))
  await waitFor(async () => expect(await entries(/^See the patient list/)).not.toHaveLength(0))
  expect(shownUrl()).toBe('?everything=yes')
})

test('a filter narrows the trail, is part of the URL, and can be searched by typing', async () => {
  await openRecord()
  await showTrail()
  await table()
  await openFilters()
  await userEvent.type(screen.getByRole('combobox', { name: 'Action' }), 'open a rec')
  await userEvent.click(await screen.findByRole('option', { name: 'Open a record' }))
  await waitFor(() => expect(shownUrl()).toBe('?action=patients.get'))
  await waitFor(async () => expect(await entries(/^(?!Open a record)/)).toHaveLength(0))
  await userEvent.type(screen.getByRole('combobox', { name: 'Person' }), 'จันทร์ดี')
  await userEvent.click(await screen.findByRole('option', { name: /สุภาพร/ }))
  await waitFor(() => expect(shownUrl()).toMatch(/^\?person=[0-9a-f-]{36}&action=patients\.get$/))
})

test('a day applies once it is complete, and the last day cannot be before the first', async () => {
  await showTrail()
  await table()
  await openFilters()
  await userEvent.type(screen.getByLabelText('From'), '05/11/2026')
  await waitFor(() => expect(shownUrl()).toBe('?from=2026-11-05'))
  await userEvent.type(screen.getByLabelText('To'), '04/11/2026')
  expect(await screen.findByText('This day is before the first day.')).toBeDefined()
  expect(shownUrl()).toBe('?from=2026-11-05')
})

test('an empty result says so, with a way back', async () => {
  await showTrail()
  await table()
  await openFilters()
  await userEvent.click(screen.getByRole('combobox', { name: 'Outcome' }))
  await userEvent.click(await screen.findByRole('option', { name: 'Server busy' }))
  expect(await screen.findByText('No Record Found')).toBeDefined()
  await userEvent.click(screen.getByRole('button', { name: 'Show all entries' }))
  await table()
  expect(shownUrl()).toBe('')
})

test('paging to older and newer entries shows each entry once', async () => {
  for (let times = 0; times < 22; times++) await openRecord()
  await showTrail()
  const listEntryIds = async () =>
    (await entries(/./)).map((link) => new URL(getHref(link), 'http://panel.test').searchParams.get('entry'))
  await waitFor(async () => expect(await listEntryIds()).toHaveLength(20))
  const first = await listEntryIds()
  expect(screen.getByRole('button', { name: 'Newer' })).toHaveProperty('disabled', true)
  await userEvent.click(screen.getByRole('button', { name: 'Older' }))
  await waitFor(() => expect(shownUrl()).toBe(`?before=${first.at(-1)}`))
  await waitFor(async () => expect(await listEntryIds()).not.toEqual(first))
  for (const id of await listEntryIds()) expect(first).not.toContain(id)
  await userEvent.click(screen.getByRole('button', { name: 'Newer' }))
  await waitFor(async () => expect(await listEntryIds()).toEqual(first))
})

test('an export contains what matches the filters, also those in the URL, as data.csv', async () => {
  const patient = await openRecord()
  await showTrail()
  await table()
  await openFilters()
  await userEvent.type(screen.getByRole('combobox', { name: 'Action' }), 'open a rec')
  await userEvent.click(await screen.findByRole('option', { name: 'Open a record' }))
  await waitFor(() => expect(shownUrl()).toBe('?action=patients.get'))
  const saved: { name: string; file: Blob }[] = []
  const files: Blob[] = []
  vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => {
    files.push(file as Blob)
    return 'blob:panel'
  })
  vi.spyOn(URL, 'revokeObjectURL').mockReturnValue()
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
    const file = files.at(-1)
    if (file) saved.push({ name: this.download, file })
  })
  try {
    await userEvent.click(screen.getByRole('button', { name: 'Export' }))
    await waitFor(() => expect(saved).toHaveLength(1))
  } finally {
    vi.restoreAllMocks()
  }
  expect(saved[0]?.name).toBe('data.csv')
  const [heading, ...lines] = (await saved[0]?.file.text())?.trimEnd().split('\r\n') ?? []
  expect(heading).toContain('Time,First name')
  expect(lines.every((line) => line.includes(',patients.get,'))).toBe(true)
  expect(lines[0]).toContain(`,${patient.hn},`)
})

test('the trail says when it was sealed and verified, and alerts if that is late or it was tampered with', async () => {
  await openRecord()
  await panel().tick()
  await showTrail()
  expect(await screen.findByText(/^Sealed up to 05 Nov 2026 \d\d:\d\d:\d\d$/)).toBeDefined()
  expect(screen.getByText('Never checked')).toBeDefined()
  expect(screen.queryByRole('alert')).toBeNull()

  const check = { seal_count: 1, row_count: 1 }
  const checked = async (at: string, fault_count: number) => {
    await panel()
      .root.insertInto('audit_checks')
      .values({ ...check, id: crypto.randomUUID(), at, fault_count })
      .execute()
    await userEvent.click(screen.getByRole('button', { name: 'Refresh' }))
  }
  await checked('2026-11-05T06:00:00Z', 0)
  expect(await screen.findByText('Checked 05 Nov 2026 13:00:00: nothing was changed')).toBeDefined()
  await checked('2026-11-05T07:00:00Z', 2)
  expect((await screen.findByRole('alert')).textContent).toContain('The check of 05 Nov 2026 14:00:00 found')

  panel().wait(11 * 60_000)
  await userEvent.click(screen.getByRole('button', { name: 'Refresh' }))
  expect(await screen.findByText(/^Later entries are not sealed/)).toBeDefined()
})

test('a trail that fails to load says so and can be loaded again', async () => {
  globalThis.fetch = (url, init) =>
    typeof url === 'string' && url.includes('get_audit_trail')
      ? Promise.reject(new TypeError('offline'))
      : answer(url, init)
  await showTrail()
  const retry = await screen.findByRole('button', { name: 'Try again' })
  globalThis.fetch = answer
  await userEvent.click(retry)
  await table()
})

test('the trail reloads only by hand: switching windows adds no entry', async () => {
  await showTrail()
  await waitFor(async () => expect(await entries(/./)).not.toHaveLength(0))
  const asked = () => calls.filter((call) => call.includes('get_audit_trail')).length
  const before = asked()
  window.dispatchEvent(new Event('visibilitychange'))
  window.dispatchEvent(new Event('online'))
  await act(async () => undefined)
  expect(asked()).toBe(before)
  await userEvent.click(screen.getByRole('button', { name: 'Refresh' }))
  await waitFor(() => expect(asked()).toBe(before + 1))
})

test('the audit is available in Thai', async () => {
  await openRecord()
  await showTrail('th')
  const shown = within(await screen.findByRole('table', { name: 'บันทึกการใช้งาน' }))
  expect((await shown.findAllByText('เปิดดูเวชระเบียน')).length).toBeGreaterThan(0)
})

test('users who may read the audit are alerted on every screen that it was tampered with', async () => {
  const check = { seal_count: 1, row_count: 1, is_full: true }
  const keep = (at: string, fault_count: number) =>
    panel()
      .root.insertInto('audit_checks')
      .values({ ...check, id: crypto.randomUUID(), at, fault_count })
      .execute()
  const draw = () =>
    show(
      <SignedIn>
        <main>
          <ChainBanner />
        </main>
      </SignedIn>,
    )
  await keep('2027-01-05T01:00:00Z', 0)
  const { unmount } = await draw()
  await waitFor(() =>
    expect(queryClient.getQueryData(ask(audit.chain, {}).queryKey)?.chain.check?.is_whole).toBe(true),
  )
  expect(screen.queryByRole('alert')).toBeNull()
  unmount()
  await keep('2027-01-05T02:00:00Z', 1)
  await draw()
  expect((await screen.findByRole('alert')).textContent).toContain('the audit trail was tampered with')
  expect(screen.getByRole('link', { name: 'See the audit trail' }).getAttribute('href')).toBe('/app/audit')
})
