import { cleanup, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { computePermissions, opd, type Permission } from 'contract'
import type { ReactNode } from 'react'
import { testNow } from 'server/testing'
import { v7 as newId } from 'uuid'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { usePanel } from '../../../test/panel.ts'
import { malee, show, signInAs } from '../../../test/render.tsx'
import { SignedIn } from '../../session/signed-in.tsx'
import { InboundPage } from '../ambulance/inbound-page.tsx'
import { HandoverPage } from '../wards/handover-page.tsx'
import { ErBoardPage } from './er-board-page.tsx'
import { OpdPage } from './opd-page.tsx'
import { TriageQueuePage } from './triage-queue-page.tsx'

const { panel } = usePanel()
const emptyWard = newId()

/** A hospital at night: every visit has ended, no ambulance is out, and a ward is new. */
beforeAll(async () => {
  const { root } = panel()
  await root.deleteFrom('clinic_queue').execute()
  await root
    .updateTable('visits')
    .set((eb) => ({ is_open: false, left_at: eb.ref('visited_at'), disposition: 1 }))
    .where('is_open', '=', true)
    .execute()
  await root
    .updateTable('missions')
    .set({ state: 'CANCELLED', ended_at: testNow })
    .where('ended_at', 'is', null)
    .execute()
  const { hospital_id } = await root.selectFrom('wards').select('hospital_id').executeTakeFirstOrThrow()
  await root
    .insertInto('wards')
    .values({ id: emptyWard, hospital_id, code: 'NEW', name_en: 'New ward', name_th: 'หอใหม่', position: 99 })
    .execute()
  const admin = await panel().as('admin')
  await admin(opd.saveClinic, { code: 'A', name_en: 'General', name_th: 'ทั่วไป' })
})

beforeEach(() => localStorage.clear())

type Opening = { without?: readonly Permission[]; at?: string }

/** Opens a screen as a nurse, perhaps with fewer rights; returns what stands in place of its rows. */
async function open(page: ReactNode, { without = [], at = '/' }: Opening = {}) {
  cleanup()
  const { user_id: _id, server_token } = (await panel().as('nurse')).session
  const permissions = [...computePermissions('nurse', false)].filter((one) => !without.includes(one))
  signInAs({ ...malee, _id, server_token, staff_type: 'nurse', permissions })
  await show(<SignedIn>{page}</SignedIn>, { at })
  return within((await screen.findByText('No Record Found')).parentElement as HTMLElement)
}

const arrival = 'Patient arrives'

test.each([
  ['in the emergency room', <ErBoardPage key="er" />, /^Nobody is in the emergency room\. Register/],
  ['in the triage queue', <TriageQueuePage key="triage" />, /^Nobody is waiting\. Register/],
  ['in the clinic', <OpdPage key="opd" />, /^Nobody is in this clinic\. Register/],
])('if nobody is %s, a user who may register an arrival can do so from there', async (...[, page, text]) => {
  const empty = await open(page)
  expect(empty.getByText(text)).toBeDefined()
  await userEvent.click(empty.getByRole('button', { name: arrival }))
  expect(await screen.findByRole('dialog')).toBeDefined()
})

test.each([
  ['in the emergency room', <ErBoardPage key="er" />, 'Nobody is in the emergency room.'],
  ['in the clinic', <OpdPage key="opd" />, 'Nobody is in this clinic.'],
])('if nobody is %s, a user who may register no arrival is told only that', async (...[, page, text]) => {
  const empty = await open(page, { without: ['queue:manage'] })
  expect(empty.getByText(text)).toBeDefined()
  expect(screen.queryByRole('button', { name: arrival })).toBeNull()
})

test('if no ambulance is on its way, a dispatcher is led to the missions, and nobody else', async () => {
  const led = await open(<InboundPage />)
  expect(led.getByRole('link').getAttribute('href')).toBe('/app/ambulance/missions')
  const told = await open(<InboundPage />, { without: ['mission:dispatch'] })
  expect(told.queryByRole('link')).toBeNull()
})

test('if nobody is on the ward, a user who may admit is led to the patients, and nobody else', async () => {
  const at = `/?ward=${emptyWard}`
  const led = await open(<HandoverPage />, { at })
  expect(led.getByRole('link').getAttribute('href')).toBe('/app/patient-list/all')
  const told = await open(<HandoverPage />, { at, without: ['admission:manage'] })
  expect(told.queryByRole('link')).toBeNull()
})
