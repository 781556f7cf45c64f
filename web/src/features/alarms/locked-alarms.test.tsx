import { screen, waitFor } from '@testing-library/react'
import { computePermissions, signInSteps } from 'contract'
import { beforeEach, expect, test } from 'vitest'
import { startOximeter } from '../../../test/oximeter.ts'
import { usePanel } from '../../../test/panel.ts'
import { malee, show, signInAs } from '../../../test/render.tsx'
import { LockedAlarms } from './locked-alarms.tsx'

const { panel } = usePanel()

beforeEach(() => localStorage.clear())

test('a locked screen shows how severe an alarm is and where, but not the patient', async () => {
  const oximeter = await startOximeter(panel())
  for (const spo2 of [82, 81, 80]) await oximeter.send(spo2)
  const nurse = await panel().as('nurse')
  const { user_id: _id, server_token } = nurse.session
  signInAs({ ...malee, _id, server_token, permissions: [...computePermissions('nurse', false)] })
  await nurse(signInSteps.lock, {})
  await show(<LockedAlarms />)
  const list = await screen.findByRole('list', { name: 'Alarms' })
  await waitFor(() => expect(list.children.length).toBeGreaterThan(0))
  const { ward, bed } = await panel()
    .root.selectFrom('patients')
    .innerJoin('wards', 'wards.id', 'patients.ward_id')
    .leftJoin('beds', 'beds.id', 'patients.bed_id')
    .select(['wards.name_en as ward', 'beds.label as bed'])
    .where('patients.id', '=', oximeter.patient.id)
    .executeTakeFirstOrThrow()
  expect(list.textContent).toContain(ward)
  expect(list.textContent).toContain(`Bed ${bed}`)
  expect(list.textContent).toContain('Critical')
  expect(document.body.textContent).not.toContain(oximeter.patient.name)
  expect(document.body.textContent).not.toContain(oximeter.patient.surname)
})
