import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import {
  ambulanceRequests,
  type Client,
  computePermissions,
  fleet,
  formRecords,
  inbound,
  missions,
  type SessionToken,
} from 'contract'
import type { ReactNode } from 'react'
import { testNow } from 'server/testing'
import { v7 as newId } from 'uuid'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { usePanel } from '../../../test/panel.ts'
import { malee, show, signInAs } from '../../../test/render.tsx'
import { SignedIn } from '../../session/signed-in.tsx'
import { FormsPage } from './forms-page.tsx'
import { InboundPage } from './inbound-page.tsx'

type Person = Client & { session: SessionToken }

const { panel } = usePanel()
let nurse: Person
let crew: Person
let missionId: string

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(testNow) })
  localStorage.clear()
  nurse = await panel().asNew({ staffType: 'nurse' })
  crew = await panel().asNew({ staffType: 'paramedic', isFormUser: true })
  const admin = await panel().as('admin')
  const driver = await panel().asNew({ staffType: 'driver' })
  const mark = newId().slice(-6)
  const { team } = await admin(fleet.saveTeam, {
    name: `Team ${mark}`,
    members: [
      { staff_id: crew.session.user_id, role: 'LEADER', level: 'PARAMEDIC' },
      { staff_id: driver.session.user_id, role: 'DRIVER', level: 'DRIVER' },
    ],
  })
  const { vehicle } = await admin(fleet.saveVehicle, {
    plate: mark,
    province: '10',
    call_sign: `R-${mark}`,
    class: 'BLS',
  })
  missionId = newId()
  const answers: Record<string, unknown> = {
    received_at: new Date(Date.now() - 60_000).toISOString(),
    channel: 'WARD',
    reporter: 'HOSPITAL',
    reporter_phone: '1669',
    kind: 'REFER_BACK',
    pick_up: 'รพ.สต. บ้านใหม่',
    destination: 'ที่นี่',
    needed_at: testNow,
    unit_level: 'BLS',
    position: 'SIT',
    urgency: 'N',
    patient_name: 'นายสมคิด ไม่ทราบนามสกุล',
    complaint: 'เจ็บหน้าอก',
  }
  const operations = Object.entries(answers).map(([path, answer]) => ({
    op_id: newId(),
    path,
    answer,
    at: testNow,
    device: 'test',
  }))
  const { record } = await nurse(ambulanceRequests.add, { new_id: missionId, operations })
  await nurse(formRecords.complete, { _id: missionId, version: record.version })
  const assigned = { _id: missionId, event_id: newId(), step: 'ASSIGNED' as const }
  await nurse(missions.dispatch, { ...assigned, vehicle_id: vehicle._id, team_id: team._id })
  await crew(missions.report, { _id: missionId, event_id: newId(), step: 'AT_SCENE' })
})

afterEach(() => vi.useRealTimers())

async function open(person: Person, staffType: 'nurse' | 'paramedic', page: ReactNode) {
  const { user_id: _id, server_token } = person.session
  const permissions = [...computePermissions(staffType, staffType === 'paramedic')]
  signInAs({ ...malee, _id, server_token, permissions })
  await show(<SignedIn>{page}</SignedIn>)
}

const read = async () => (await nurse(inbound.board, {})).rows.find(({ _id }) => _id === missionId)

test('a crew tells whom it brings, in words and values', async () => {
  await open(crew, 'paramedic', <FormsPage />)
  await userEvent.click(await screen.findByRole('button', { name: 'Tell the emergency room' }))
  const dialog = within(await screen.findByRole('dialog'))
  await userEvent.click(dialog.getByRole('button', { name: 'Send' }))
  expect(await dialog.findByText(/is required/i)).toBeDefined()
  await userEvent.click(dialog.getByRole('radio', { name: /^Red/i }))
  await userEvent.type(dialog.getByRole('textbox', { name: 'Minutes until the arrival' }), '15')
  await userEvent.type(dialog.getByRole('textbox', { name: 'Systolic' }), '85')
  await userEvent.type(dialog.getByRole('textbox', { name: 'Diastolic' }), '50')
  await userEvent.click(dialog.getByRole('checkbox', { name: 'STEMI' }))
  expect(dialog.getByRole<HTMLTextAreaElement>('textbox', { name: 'S · Situation' }).value).toBe('เจ็บหน้าอก')
  await userEvent.click(dialog.getByRole('button', { name: 'Send' }))
  expect(await screen.findByText(/^Nobody there has acknowledged|Nobody there/)).toBeDefined()
  expect(await read()).toMatchObject({
    colour: 'RED',
    eta: { source: 'CREW' },
    told: { values: { systolic: 85, diastolic: 50 } },
    pre_alert: { scheme: 'ISBAR', fast_tracks: ['STEMI'], story: { situation: 'เจ็บหน้าอก' } },
  })
})

test('a nurse acknowledges, keeps a place, and receives the patient, whom they name', async () => {
  await crew(inbound.preAlert, {
    _id: missionId,
    pre_alert_id: newId(),
    colour: 'RED',
    scheme: 'ISBAR',
    values: { systolic: 85, diastolic: 50 },
  })
  await open(nurse, 'nurse', <InboundPage />)
  const name = (await read())?.number ?? ''
  const card = async () => within(await screen.findByRole('article', { name }))
  expect((await card()).getByText(/BP 85\/50/)).toBeDefined()
  await userEvent.click((await card()).getByRole('button', { name: 'Acknowledge' }))
  expect(await (await card()).findByText(/^Acknowledged:/)).toBeDefined()
  await userEvent.click((await card()).getByRole('button', { name: 'Prepare a place' }))
  let dialog = within(await screen.findByRole('dialog'))
  await userEvent.type(dialog.getByRole('textbox', { name: 'Bay' }), 'R2')
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }))
  expect(await (await card()).findByText(/R2/)).toBeDefined()
  await userEvent.click((await card()).getByRole('button', { name: 'Arrived' }))
  dialog = within(await screen.findByRole('dialog'))
  await userEvent.click(dialog.getByRole('button', { name: 'Begin the visit' }))
  expect(await dialog.findByText(/is required/i)).toBeDefined()
  expect((await read())?.arrived).toBeNull()
})
