import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { alarms, thresholds } from 'contract'
import { beforeEach, expect, test } from 'vitest'
import { createStreamEvent, startTestStream } from '../../../test/event-stream.ts'
import { usePanel } from '../../../test/panel.ts'
import { malee, show, signInAs } from '../../../test/render.tsx'
import { syncQueryCache } from '../../live/live-data.ts'
import { SignedIn } from '../../session/signed-in.tsx'
import { ConfirmHost } from '../../ui/feedback/confirm.tsx'
import { ThresholdsPage } from './thresholds-page.tsx'

const { panel } = usePanel()
async function signIn(permissions: typeof malee.permissions) {
  localStorage.clear()
  const { session } = await panel().as('doctor')
  signInAs({ ...malee, _id: session.user_id, server_token: session.server_token, permissions })
}

beforeEach(() => signIn(['patient:read', 'alarm:read', 'alarm:configure', 'threshold:update']))

const showPage = (language = 'en') =>
  show(
    <SignedIn>
      <ConfirmHost>
        <ThresholdsPage />
      </ConfirmHost>
    </SignedIn>,
    { language },
  )
const field = () => screen.findByRole('textbox', { name: '16 years and older · SpO₂ · Low' })
const retype = async (value: string) => {
  const input = await field()
  await userEvent.clear(input)
  await userEvent.type(input, value)
}
const heldAdult = async () => (await (await panel().as('doctor'))(thresholds.get, {})).thresholds.limits.adult
const held = async () => (await heldAdult()).spo2

test('a change needs a reason, is saved, and is listed in the history with the default beside it', async () => {
  await showPage()
  await userEvent.click(await screen.findByRole('button', { name: 'Edit' }))
  await retype('93')
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Please give a reason')).toBeDefined()
  await userEvent.type(screen.getByLabelText(/^Reason/), 'มติคณะกรรมการ')
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('มติคณะกรรมการ')).toBeDefined()
  expect(screen.getByText('Default 92 %')).toBeDefined()
  expect(await held()).toMatchObject({ low: 93 })
})

test('limits out of order are reported at the field and nothing is sent', async () => {
  const before = await held()
  await showPage()
  await userEvent.click(await screen.findByRole('button', { name: 'Edit' }))
  await retype('80')
  expect(await screen.findByText(/^Limits must rise/)).toBeDefined()
  await userEvent.type(screen.getByLabelText(/^Reason/), 'x')
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  expect((await screen.findAllByText(/Nothing was saved yet/)).length).toBeGreaterThan(0)
  expect(await held()).toEqual(before)
})

test('if somebody else saved first, the typed values stay and apply to the newer limits', async () => {
  await showPage()
  await userEvent.click(await screen.findByRole('button', { name: 'Edit' }))
  await retype('91')
  await userEvent.type(screen.getByLabelText(/^Reason/), 'ปรับตามผู้ป่วย')
  const doctor = await panel().as('doctor')
  const other = await doctor(thresholds.get, {})
  const { spo2, pulse, ...others } = other.thresholds.limits.adult
  const adult = { ...others, spo2: { ...spo2, low: 94 }, pulse: { ...pulse, high: 115 } }
  await doctor(thresholds.update, {
    version: other.version,
    thresholds: { ...other.thresholds, limits: { ...other.thresholds.limits, adult } },
    reason: 'แนวทางใหม่',
  })
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  const notice = within(await screen.findByRole('alert'))
  expect(notice.getByText(/แนวทางใหม่/)).toBeDefined()
  expect(notice.getByText(/you typed 91 %/)).toBeDefined()
  const taken = notice.getAllByRole('listitem').map((line) => line.textContent)
  expect(taken).toContainEqual(expect.stringMatching(/Pulse.*110.*→.*115/))
  expect(await field()).toHaveProperty('value', '91')
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(async () =>
    expect(await heldAdult()).toMatchObject({ spo2: { low: 91 }, pulse: { high: 115 } }),
  )
})

test('what somebody else changes is shown at once, also to whoever sees no patients', async () => {
  await signIn(['alarm:read'])
  await showPage()
  await screen.findAllByRole('table')
  const stream = startTestStream()
  const stopSyncing = syncQueryCache()
  stream.send({ kind: 'open', number: 1 })
  const doctor = await panel().as('doctor')
  const { version, thresholds: before } = await doctor(thresholds.get, {})
  const { pulse, ...others } = before.limits.adult
  const adult = { ...others, pulse: { ...pulse, low: 52 } }
  const changed = { ...before, limits: { ...before.limits, adult } }
  await doctor(thresholds.update, { version, thresholds: changed, reason: 'ทบทวนใหม่' })
  expect(screen.queryByText('ทบทวนใหม่')).toBeNull()
  stream.send(createStreamEvent(2, { kind: 'thresholds-outdated' }))
  expect(await screen.findByText('ทบทวนใหม่')).toBeDefined()
  stopSyncing()
  stream.stop()
})

test('users who may not change the limits see them read-only', async () => {
  await signIn(['patient:read', 'alarm:read'])
  await showPage()
  expect((await screen.findAllByRole('table')).length).toBe(3)
  expect(screen.queryByRole('button', { name: 'Edit' })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Save' })).toBeNull()
})

test('the limits are available in Thai', async () => {
  await showPage('th')
  expect(await screen.findByRole('heading', { level: 1, name: 'เกณฑ์แจ้งเตือน' })).toBeDefined()
})

test('a duty that somebody else changed meanwhile is not overwritten, and says who cannot act', async () => {
  const doctor = await panel().as('doctor')
  const { wards, nurses, doctors } = await doctor(alarms.duties, {})
  const [first, last] = [wards[0], doctors.at(-1)]
  const { session } = await panel().asNew({ staffType: 'nurse' })
  const held = { nurse_in_charge: first?.nurse_in_charge?._id ?? null, doctor: first?.doctor?._id ?? null }
  await showPage()
  const name = (who: string) => `${who}, ${first?.ward.name_en}`
  const choose = await screen.findByRole('combobox', { name: name('Doctor') })
  await userEvent.selectOptions(choose, held.doctor === null ? (last?._id ?? '') : '')
  const named = { ...held, nurse_in_charge: session.user_id }
  await doctor(alarms.updateDuty, { ward_id: first?.ward._id ?? '', ...named, from: held })
  await panel()
    .root.updateTable('staff')
    .set({ status: 'blocked' })
    .where('id', '=', session.user_id)
    .execute()
  await userEvent.click(screen.getByRole('button', { name: `Save, ${first?.ward.name_en}` }))
  expect(await screen.findByText(/ cannot act on alarms now; this step is skipped\.$/)).toBeDefined()
  const nurse = screen.getByRole<HTMLSelectElement>('combobox', { name: name('Nurse in charge') })
  expect(nurse.value).toBe(session.user_id)
  const kept = (await doctor(alarms.duties, {})).wards[0]
  expect(kept?.doctor?._id ?? null).toBe(held.doctor)
  await userEvent.selectOptions(nurse, nurses[0]?._id ?? '')
  await userEvent.click(screen.getByRole('button', { name: `Save, ${first?.ward.name_en}` }))
  await waitFor(async () => {
    const saved = (await doctor(alarms.duties, {})).wards[0]
    expect(saved?.nurse_in_charge?._id).toBe(nurses[0]?._id)
    expect(saved?.doctor?._id ?? null).not.toBe(held.doctor)
  })
})
