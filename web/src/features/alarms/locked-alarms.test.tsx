import { screen, waitFor } from '@testing-library/react'
import { computePermissions, signInSteps } from 'contract'
import { testNow } from 'server/testing'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { startOximeter } from '../../../test/oximeter.ts'
import { usePanel } from '../../../test/panel.ts'
import { malee, show, signInAs } from '../../../test/render.tsx'
import { LockedAlarms } from './locked-alarms.tsx'

const { panel } = usePanel()

beforeEach(() => localStorage.clear())

let oximeter: Awaited<ReturnType<typeof startOximeter>>
beforeAll(async () => {
  oximeter = await startOximeter(panel())
  for (const spo2 of [82, 81, 80]) await oximeter.send(spo2)
})

async function showLocked() {
  const nurse = await panel().as('nurse')
  const { user_id: _id, server_token } = nurse.session
  signInAs({ ...malee, _id, server_token, permissions: [...computePermissions('nurse', false)] })
  await nurse(signInSteps.lock, {})
  await show(<LockedAlarms />)
  const list = await screen.findByRole('list', { name: 'Alarms' })
  await waitFor(() => expect(list.children.length).toBeGreaterThan(0))
  return list
}

const findPlace = () =>
  panel()
    .root.selectFrom('patients')
    .innerJoin('wards', 'wards.id', 'patients.ward_id')
    .leftJoin('beds', 'beds.id', 'patients.bed_id')
    .select(['wards.name_en as ward', 'beds.label as bed'])
    .where('patients.id', '=', oximeter.patient.id)
    .executeTakeFirstOrThrow()

test('a locked screen shows how severe an alarm is and where, but not the patient', async () => {
  const list = await showLocked()
  const { ward, bed } = await findPlace()
  expect(list.textContent).toContain(ward)
  expect(list.textContent).toContain(`Bed ${bed}`)
  expect(list.textContent).toContain('Critical')
  expect(document.body.textContent).not.toContain(oximeter.patient.name)
  expect(document.body.textContent).not.toContain(oximeter.patient.surname)
})

test('a locked screen names the bed also of an inpatient who came to the emergency room', async () => {
  await panel()
    .root.updateTable('visits')
    .set({ kind: 'ER', visited_at: testNow })
    .where('patient_id', '=', oximeter.patient.id)
    .where('is_open', '=', true)
    .execute()
  const list = await showLocked()
  const { ward, bed } = await findPlace()
  expect(list.textContent).toMatch(new RegExp(`ER.*${ward}.*Bed ${bed}`))
})
