import { cleanup, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import {
  ambulanceReferrals,
  computePermissions,
  patients,
  type ReferralRisk,
  readings,
  referrals,
} from 'contract'
import { answerAll } from 'server/support/missions'
import { type SignedIn as Person, testNow } from 'server/testing'
import { v7 as newId } from 'uuid'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { usePanel } from '../../../test/panel.ts'
import { malee, show, signInAs } from '../../../test/render.tsx'
import { SignedIn } from '../../session/signed-in.tsx'
import { ActDialog } from './act-dialog.tsx'
import { ReferralPanel } from './referral-panel.tsx'
import type { ReferralAnswer, SendAct } from './use-referral-act.ts'

const { panel } = usePanel()
let doctor: Person

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(testNow) })
  doctor = await panel().asNew({ staffType: 'doctor' })
})

afterEach(() => {
  vi.useRealTimers()
  cleanup()
})

/** The panel of a referral of somebody whose coma scale of 11 suggests a high risk. */
async function openReferral(risk: ReferralRisk | null) {
  const hn = newId().slice(-8)
  const person = { hn, title: 'นาย', name: `ส่งต่อ${hn}`, surname: 'ซึม', gender: 'male' } as const
  const nurse = await panel().asNew({ staffType: 'nurse' })
  const { patient } = await nurse(patients.register, { ...person, identity_kind: 'none' })
  await nurse(readings.record, {
    patient_id: patient._id,
    readings: [{ kind: 'gcs', measured_at: testNow, gcs: 11, gcs_eye: 3, gcs_verbal: 3, gcs_motor: 5 }],
  })
  const new_id = newId()
  await doctor(ambulanceReferrals.add, {
    new_id,
    operations: answerAll({ patient: patient._id, direction: 'OUT', risk }),
  })
  const { user_id: _id, server_token } = doctor.session
  signInAs({ ...malee, _id, server_token, permissions: [...computePermissions('doctor', false)] })
  await show(
    <SignedIn>
      <ReferralPanel id={new_id} />
    </SignedIn>,
  )
  await screen.findByText('Nobody has this referral in hand')
  return screen.queryByText(/^The newest values suggest at least/)
}

test.each([
  ['U', false],
  ['H', false],
  ['M', true],
  ['N', true],
  [null, true],
] as const)(
  'a referral of the risk %s is warned that its values suggest a high one: %s',
  async (risk, isWarned) => {
    expect((await openReferral(risk)) !== null).toBe(isWarned)
  },
)

test('a patient is put off to a time, in words, or both; half a time is refused', async () => {
  const hn = newId().slice(-8)
  const person = { hn, title: 'นาย', name: `เลื่อน${hn}`, surname: 'รอ', gender: 'male' } as const
  const nurse = await panel().asNew({ staffType: 'nurse' })
  const { patient } = await nurse(patients.register, { ...person, identity_kind: 'none' })
  const _id = newId()
  await doctor(ambulanceReferrals.add, { new_id: _id, operations: answerAll({ patient: patient._id }) })
  const { referral } = await doctor(referrals.get, { _id })
  const said: ReferralAnswer[] = []
  const nothing = () => undefined
  const send: SendAct = {
    answer: (one) => said.push(one),
    change: nothing,
    reply: nothing,
    tellPatient: nothing,
    isPending: false,
    error: null,
    reset: nothing,
  }
  const { user_id, server_token } = doctor.session
  signInAs({ ...malee, _id: user_id, server_token, permissions: [...computePermissions('doctor', false)] })
  await show(
    <SignedIn>
      <ActDialog act="postpone" holder={null} onClose={nothing} {...{ referral, send }} />
    </SignedIn>,
  )
  const save = () => userEvent.click(screen.getByRole('button', { name: 'Save' }))
  await userEvent.type(await screen.findByRole('textbox', { name: 'Or in words' }), 'รอเตียง')
  await save()
  await userEvent.type(screen.getByRole('textbox', { name: 'Date' }), '7/11/2569')
  await save()
  expect(screen.getByText('Please enter a time as hh:mm')).toBeDefined()
  await userEvent.type(screen.getByRole('textbox', { name: 'Time' }), '0800')
  await save()
  const postponed = { act: 'POSTPONED', told_by: null, note: 'รอเตียง' }
  expect(said).toEqual([
    { ...postponed, proposed_at: null },
    { ...postponed, proposed_at: '2026-11-07T01:00:00.000Z' },
  ])
})
