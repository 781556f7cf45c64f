import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { admissions, beds, type Client, computePermissions, type MappedBed } from 'contract'
import { useLocation } from 'react-router'
import { testNow } from 'server/testing'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createStreamEvent, startTestStream } from '../../../test/event-stream.ts'
import { usePanel } from '../../../test/panel.ts'
import { malee, show, signInAs } from '../../../test/render.tsx'
import { syncQueryCache } from '../../live/live-data.ts'
import { SignedIn } from '../../session/signed-in.tsx'
import { formatPatientName } from '../../ui/person-name.ts'
import { BedsPage } from './beds-page.tsx'

const { panel } = usePanel()
const stopping: (() => void)[] = []
let nurse: Client

beforeEach(async () => {
  localStorage.clear()
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(testNow) })
  nurse = await panel().as('nurse')
})
afterEach(() => {
  for (const stop of stopping.splice(0)) stop()
  vi.useRealTimers()
})

async function open(who: 'nurse' | 'doctor', at = '/app/beds?ward=every', language = 'en') {
  const { session } = await panel().as(who)
  const { user_id: _id, server_token } = session
  signInAs({
    ...malee,
    _id,
    server_token,
    staff_type: who,
    permissions: [...computePermissions(who, false)],
  })
  await show(
    <SignedIn>
      <BedsPage />
      <Search />
    </SignedIn>,
    { at, language },
  )
}

function Search() {
  return <output data-testid="url">{useLocation().search}</output>
}

/** A ward of the demo hospital with an empty bed, and that bed. */
async function findEmptyBed(): Promise<{ ward: string; bed: MappedBed }> {
  const { wards } = await nurse(beds.map, { ward: 'every' })
  for (const { ward, beds: all } of wards) {
    const bed = all.find(({ occupant, reservation, state }) => !occupant && !reservation && state === 'ready')
    if (bed) return { ward: ward._id, bed }
  }
  throw new Error('every bed has a patient')
}

async function findPatient() {
  const { wards } = await nurse(beds.map, { ward: 'every' })
  const patient = wards.flatMap(({ beds: all }) => all).find(({ occupant }) => occupant)?.occupant?.patient
  if (!patient) throw new Error('no bed has a patient')
  return patient
}

const findCard = async (label: string) => within(await screen.findByRole('article', { name: `Bed ${label}` }))
const findAct = async (label: string, act: string) => {
  await userEvent.click((await findCard(label)).getByRole('button', { name: `Actions for bed ${label}` }))
  return screen.findByRole('menuitem', { name: act })
}

test('every bed of the wards is shown with its state in words, and the filters count them', async () => {
  await open('nurse')
  const { wards } = await nurse(beds.map, { ward: 'every' })
  const count = wards.flatMap(({ beds: all }) => all).length
  expect(await screen.findAllByRole('article', { name: /^Bed / })).toHaveLength(count)
  const occupied = wards.flatMap(({ beds: all }) => all).filter(({ occupant }) => occupant?.kind === 'bed')
  await userEvent.click(screen.getByRole('checkbox', { name: `Occupied ${occupied.length}` }))
  await waitFor(() => expect(screen.getAllByRole('article', { name: /^Bed / })).toHaveLength(occupied.length))
  expect(screen.getByTestId('url').textContent).toContain('state=occupied')
})

test('a record opened from the map knows the order of its beds, also from the menu of a bed', async () => {
  const { wards } = await nurse(beds.map, { ward: 'every' })
  const order = wards.flatMap(({ beds: all, without_bed }) => [
    ...all.flatMap(({ occupant }) => occupant?.patient._id ?? []),
    ...without_bed.map(({ patient }) => patient._id),
  ])
  const [taken] = wards.flatMap(({ beds: all }) =>
    all.flatMap(({ label, occupant }) => (occupant ? { label, occupant } : [])),
  )
  if (!taken) throw new Error('no bed has a patient')
  const name = formatPatientName(taken.occupant.patient)
  const readOrder = () => JSON.parse(sessionStorage.getItem('patient-order') ?? '{}').ids
  for (const find of [
    async () => (await findCard(taken.label)).getByRole('link'),
    () => findAct(taken.label, `Open ${name}`),
  ]) {
    sessionStorage.clear()
    await open('nurse')
    await userEvent.click(await find())
    expect(readOrder()).toEqual(order)
    cleanup()
  }
})

test('a bed is cleaned by the menu, and is ready again with one click', async () => {
  const { ward, bed } = await findEmptyBed()
  await open('nurse', `/app/beds?ward=${ward}`)
  await userEvent.click(await findAct(bed.label, 'Mark as being cleaned'))
  await waitFor(async () => (await findCard(bed.label)).getByText('Cleaning'))
  await userEvent.click((await findCard(bed.label)).getByRole('button', { name: 'Mark as ready' }))
  await waitFor(async () => (await findCard(bed.label)).getByText('Ready'))
})

test('a bed is blocked with a reason only, and the card shows it', async () => {
  const { ward, bed } = await findEmptyBed()
  await open('nurse', `/app/beds?ward=${ward}`)
  await userEvent.click(await findAct(bed.label, 'Block the bed'))
  const dialog = within(await screen.findByRole('dialog', { name: `Block bed ${bed.label}` }))
  await userEvent.click(dialog.getByRole('button', { name: 'Block the bed' }))
  await dialog.findByText('Please give a reason')
  await userEvent.type(dialog.getByRole('textbox', { name: /Why it cannot be used/ }), 'ราวกั้นชำรุด')
  await userEvent.click(dialog.getByRole('button', { name: 'Block the bed' }))
  await waitFor(async () => (await findCard(bed.label)).getByText('ราวกั้นชำรุด'))
  await nurse(beds.setState, { _id: bed._id, state: 'ready' })
})

test('a bed is reserved for a patient, and the card says for whom and until when', async () => {
  const { ward, bed } = await findEmptyBed()
  const patient = await findPatient()
  await open('nurse', `/app/beds?ward=${ward}`)
  await userEvent.click(await findAct(bed.label, 'Reserve the bed'))
  const dialog = within(await screen.findByRole('dialog', { name: `Reserve bed ${bed.label}` }))
  await userEvent.click(dialog.getByRole('button', { name: 'Reserve the bed' }))
  await dialog.findByText('Field is required')
  await userEvent.type(dialog.getByRole('combobox', { name: 'Patient' }), patient.hn)
  await userEvent.click(await dialog.findByRole('option', { name: new RegExp(patient.hn) }))
  await userEvent.click(dialog.getByRole('radio', { name: '4 hours' }))
  await userEvent.click(dialog.getByRole('button', { name: 'Reserve the bed' }))
  await waitFor(async () => (await findCard(bed.label)).getByText('Reserved'))
  const { wards } = await nurse(beds.map, { ward })
  const { reservation } = wards[0]?.beds.find(({ _id }) => _id === bed._id) ?? {}
  expect(reservation?.patient._id).toBe(patient._id)
  expect(Date.parse(reservation?.until ?? '') - Date.parse(testNow)).toBe(4 * 60 * 60_000)
  await userEvent.click(await findAct(bed.label, 'Give up the reservation'))
  await waitFor(async () => (await findCard(bed.label)).getByText('Ready'))
})

test('whoever was faster is named, and nothing chosen is lost', async () => {
  const { ward, bed } = await findEmptyBed()
  const patient = await findPatient()
  await open('nurse', `/app/beds?ward=${ward}`)
  await userEvent.click(await findAct(bed.label, 'Reserve the bed'))
  const dialog = within(await screen.findByRole('dialog'))
  await userEvent.type(dialog.getByRole('combobox', { name: 'Patient' }), patient.hn)
  await userEvent.click(await dialog.findByRole('option', { name: new RegExp(patient.hn) }))
  const until = new Date(Date.parse(testNow) + 60 * 60_000).toISOString()
  await nurse(beds.reserve, { _id: bed._id, patient_id: patient._id, until })
  await userEvent.click(dialog.getByRole('button', { name: 'Reserve the bed' }))
  await dialog.findByText(new RegExp(`is reserved for .*${patient.hn}`))
  expect((dialog.getByRole('combobox', { name: 'Patient' }) as HTMLInputElement).value).toContain(patient.hn)
  const { wards } = await nurse(beds.map, { ward })
  const { reservation } = wards[0]?.beds.find(({ _id }) => _id === bed._id) ?? {}
  await nurse(beds.endReservation, { _id: reservation?._id ?? '' })
})

test('what a bed has is set by its menu, and beds can be found by it', async () => {
  const { ward, bed } = await findEmptyBed()
  await open('nurse', `/app/beds?ward=${ward}`)
  await userEvent.click(await findAct(bed.label, 'What the bed has'))
  const dialog = within(await screen.findByRole('dialog', { name: `What bed ${bed.label} has` }))
  await userEvent.click(dialog.getByRole('checkbox', { name: 'Oxygen' }))
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }))
  await waitFor(async () => (await findCard(bed.label)).getByText('Oxygen'))
  await userEvent.click(screen.getByRole('button', { name: 'Bed features' }))
  await userEvent.click(await screen.findByRole('checkbox', { name: 'Oxygen' }))
  await waitFor(() => expect(screen.getAllByRole('article', { name: /^Bed / })).toHaveLength(1))
  await nurse(beds.setFeatures, { _id: bed._id, features: [] })
})

test('a doctor opens patients and changes no bed', async () => {
  const { ward, bed } = await findEmptyBed()
  const { label } = bed
  await open('doctor', `/app/beds?ward=${ward}`)
  await screen.findAllByRole('article', { name: /^Bed / })
  expect(screen.queryByRole('button', { name: 'Mark as ready' })).toBeNull()
  expect(screen.queryByRole('button', { name: `Actions for bed ${label}` })).toBeNull()
})

test('what others do to a bed is shown with its event', async () => {
  const { ward, bed } = await findEmptyBed()
  await open('doctor', `/app/beds?ward=${ward}`)
  ;(await findCard(bed.label)).getByText('Ready')
  const { event } = await nurse(beds.map, { ward })
  const stream = startTestStream()
  stopping.push(syncQueryCache(), stream.stop)
  stream.send({ kind: 'open', number: Number(event) })
  await nurse(beds.setState, { _id: bed._id, state: 'cleaning' })
  stream.send(createStreamEvent(Number(event) + 1, { kind: 'beds-outdated', ward_ids: [ward] }))
  await waitFor(async () => (await findCard(bed.label)).getByText('Cleaning'))
  await nurse(beds.setState, { _id: bed._id, state: 'ready' })
})

/** A patient in a bed of a ward that has a free bed too. */
async function findMove() {
  const { wards } = await nurse(beds.map, { ward: 'every' })
  for (const { ward, beds: all } of wards) {
    const to = all.find(({ occupant, reservation, state }) => !occupant && !reservation && state === 'ready')
    const from = all.find(({ occupant, state }) => occupant?.kind === 'bed' && state === 'ready')
    if (to && from?.occupant) return { ward: ward._id, from, to, who: from.occupant }
  }
  throw new Error('no ward has a patient and a free bed')
}

async function moveBack({ from, to, who, ward }: Awaited<ReturnType<typeof findMove>>) {
  const { patient, stay_id } = who
  const { stays } = await nurse(admissions.history, { patient_id: patient._id })
  for (const { _id } of [from, to]) await nurse(beds.setState, { _id, state: 'ready' })
  await nurse(admissions.move, {
    patient_id: patient._id,
    stay_id,
    version: stays[0]?.version ?? 0,
    ward_id: ward,
    bed_id: from._id,
    reason: 'BED_CHANGE',
  })
  for (const { _id } of [from, to]) await nurse(beds.setState, { _id, state: 'ready' })
}

test('a patient is moved by the menu of the bed, and the dialog names who it is', async () => {
  const found = await findMove()
  const { ward, from, to, who } = found
  await open('nurse', `/app/beds?ward=${ward}`)
  await userEvent.click(await findAct(from.label, `Move ${formatPatientName(who.patient)}`))
  const dialog = within(await screen.findByRole('dialog', { name: `Move ${formatPatientName(who.patient)}` }))
  await waitFor(() => dialog.getByRole('option', { name: `bed ${to.label}` }))
  await userEvent.selectOptions(dialog.getByRole('combobox', { name: /^Bed/ }), to._id)
  await userEvent.click(dialog.getByLabelText('Change of bed'))
  await userEvent.click(dialog.getByRole('button', { name: 'Move' }))
  await waitFor(async () => (await findCard(to.label)).getByText(`HN ${who.patient.hn}`, { exact: false }))
  await moveBack(found)
})

test('a patient is dragged to a free bed, and moves once somebody has confirmed it', async () => {
  const found = await findMove()
  const { ward, from, to, who } = found
  await open('nurse', `/app/beds?ward=${ward}`)
  const findBedCard = (label: string) => screen.findByRole('article', { name: `Bed ${label}` })
  const dataTransfer = { setData: () => undefined }
  fireEvent.dragStart(await findBedCard(from.label), { dataTransfer })
  fireEvent.dragOver(await findBedCard(to.label), { dataTransfer })
  fireEvent.drop(await findBedCard(to.label), { dataTransfer })
  const dialog = within(await screen.findByRole('dialog', { name: /^Move / }))
  const bed = dialog.getByRole<HTMLSelectElement>('combobox', { name: /^Bed/ })
  await waitFor(() => expect(bed.value).toBe(to._id))
  const { stays } = await nurse(admissions.history, { patient_id: who.patient._id })
  expect(stays[0]?.place?.bed?._id).toBe(from._id)
  await userEvent.click(dialog.getByLabelText('Change of bed'))
  await userEvent.click(dialog.getByRole('button', { name: 'Move' }))
  await waitFor(async () => (await findCard(to.label)).getByText(`HN ${who.patient.hn}`, { exact: false }))
  await moveBack(found)
})

test('swapping the bed of a patient in airborne isolation warns, and the bed asks for its cleaning until that is done', async () => {
  const { wards } = await nurse(beds.map, { ward: 'every' })
  const [taken] = wards.flatMap(({ ward, beds: all }) => {
    const [from, to] = all.filter(({ occupant }) => occupant?.kind === 'bed')
    return from?.occupant && to?.occupant && !to.features?.includes('negative_pressure')
      ? [{ ward: ward._id, from, to, who: from.occupant, with: to.occupant }]
      : []
  })
  if (!taken) throw new Error('no ward has two patients in beds')
  const { ward, from, to, who } = taken
  await panel()
    .root.updateTable('stays')
    .set({ isolation: ['AIRBORNE'] })
    .where('id', '=', who.stay_id)
    .execute()
  await open('nurse', `/app/beds?ward=${ward}`)
  const name = formatPatientName(who.patient)
  await userEvent.click(await findAct(from.label, `Swap the bed of ${name}`))
  const dialog = within(await screen.findByRole('dialog', { name: `Swap the bed of ${name}` }))
  const partner = await dialog.findByRole('combobox', { name: /^With the patient in/ })
  await userEvent.selectOptions(partner, taken.with.stay_id)
  const told = await dialog.findByRole('status')
  expect(told.textContent).toBe(
    `This bed has no negative pressure, which airborne isolation requires. Bed ${from.label} needs terminal cleaning.`,
  )
  await userEvent.click(dialog.getByRole('button', { name: 'Swap beds' }))
  expect(await dialog.findByText('Field is required')).toBeDefined()
  await userEvent.click(dialog.getByLabelText('Isolation'))
  await userEvent.click(dialog.getByRole('button', { name: 'Swap beds' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await waitFor(async () => (await findCard(to.label)).getByText(`HN ${who.patient.hn}`, { exact: false }))
  const left = await findCard(from.label)
  expect(left.getByText('Terminal cleaning')).toBeDefined()
  await userEvent.click(left.getByRole('button', { name: 'Terminal cleaning is done' }))
  await waitFor(async () => expect((await findCard(from.label)).queryByText('Terminal cleaning')).toBeNull())
})

test('the words are Thai in Thai', async () => {
  await open('nurse', '/app/beds?ward=every', 'th')
  expect(await screen.findByRole('heading', { level: 1, name: 'เตียง' })).toBeDefined()
  expect((await screen.findAllByText('พร้อมใช้')).length).toBeGreaterThan(0)
})
