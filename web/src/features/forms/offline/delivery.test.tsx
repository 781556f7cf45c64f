import { act, screen } from '@testing-library/react'
import { ambulanceRequests, computePermissions, mostDelivered } from 'contract'
import { v7 as newId } from 'uuid'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { usePanel } from '../../../../test/panel.ts'
import { malee, show, signInAs } from '../../../../test/render.tsx'
import { drain } from './delivery.ts'
import {
  forgetFailed,
  keepOperation,
  refreshState,
  triedUnreadable,
  type UnstoredOperation,
  unstored,
} from './outbox.ts'
import { outboxState, savingLines } from './outbox-state.ts'
import { UnsentLine } from './unsent-line.tsx'

const { panel } = usePanel()
let recordId: string

async function signInMedic() {
  const medic = await panel().asNew({ staffType: 'paramedic', isFormUser: true })
  const { user_id: _id, server_token } = medic.session
  signInAs({ ...malee, _id, server_token, permissions: [...computePermissions('paramedic', true)] })
}

beforeEach(() => {
  recordId = newId()
})
afterEach(() => {
  unstored.length = 0
  triedUnreadable.clear()
})

const place = () => ({
  record_id: recordId,
  form: 'ambulance-request' as const,
  form_version: 1,
  mission: null,
})
const say = (path: string, answer: string) =>
  keepOperation(
    place(),
    {
      op_id: newId(),
      path,
      answer,
      base: null,
      settles: [],
      at: new Date().toISOString(),
      clock_offset_ms: 0,
      device: 'test',
    },
    undefined,
  )

/** Makes an operation so large that few have room in one call. */
const enlarge = (one: UnstoredOperation) => {
  one.sealed = { key_id: newId(), message: new Uint8Array(74_000) }
}

test('everything is sent though the size of a call cuts a batch, and the record is shown as it is then', async () => {
  await signInMedic()
  for (let i = 0; i < 7; i += 1) await say('pick_up', `จุดที่ ${i}`)
  const large = unstored.splice(0)
  large.forEach(enlarge)
  await say('landmark', 'ใกล้วัด')
  unstored.unshift(...large)
  expect(unstored.length).toBeLessThan(mostDelivered)
  const { record, results } = await drain(recordId)
  expect(results.size).toBe(8)
  expect(record?.answers).toEqual({ landmark: 'ใกล้วัด' })
})

test('what could not be read stays on the tablet, and only who wrote it may have it forgotten', async () => {
  const doctor = await panel().asNew({ staffType: 'doctor' })
  await signInMedic()
  await say('landmark', 'ใกล้วัด')
  const [kept] = unstored
  if (!kept) return expect.fail('nothing is kept')
  const { sealed } = kept
  enlarge(kept)
  await drain()
  expect(outboxState.get()).toMatchObject({ unsent: 0, failed: 1, ownFailed: 1 })

  await signInMedic()
  await forgetFailed()
  expect(outboxState.get()).toMatchObject({ failed: 1, ownFailed: 0 })

  // Another page tries again, and by then the hospital can read it.
  triedUnreadable.clear()
  kept.sealed = sealed
  await drain()
  expect(outboxState.get()).toMatchObject({ unsent: 0, failed: 0 })
  const { rows } = await doctor(ambulanceRequests.list, { _id: recordId })
  expect(rows[0]?.answers).toEqual({ landmark: 'ใกล้วัด' })
})

test('a session of another hospital does not send it', async () => {
  await signInMedic()
  await say('landmark', 'ใกล้วัด')
  for (const one of unstored) one.hospital_id = newId()
  expect((await drain()).results.size).toBe(0)
  await refreshState()
  expect(outboxState.get()).toMatchObject({ unsent: 0, elsewhere: 1 })
})

test('every screen asks to keep the page open while something is in memory alone', async () => {
  await signInMedic()
  await say('landmark', 'ใกล้วัด')
  expect(outboxState.get()).toMatchObject({ isInMemory: true, isFull: false })
  await show(<UnsentLine />)
  expect(screen.getByText(/1 not sent.*Kept in this page only: please keep it open/)).toBeDefined()
  act(() => savingLines.set(1))
  expect(screen.queryByText(/1 not sent/)).toBeNull()
  act(() => savingLines.set(0))
  await drain()
  expect(outboxState.get()).toMatchObject({ isInMemory: false, unsent: 0 })
})
