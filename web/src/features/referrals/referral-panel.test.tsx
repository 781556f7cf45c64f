import { cleanup, screen } from '@testing-library/react'
import { ambulanceReferrals, computePermissions, patients, type ReferralRisk, readings } from 'contract'
import { answerAll } from 'server/support/missions'
import { type SignedIn as Person, testNow } from 'server/testing'
import { v7 as newId } from 'uuid'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { usePanel } from '../../../test/panel.ts'
import { malee, show, signInAs } from '../../../test/render.tsx'
import { SignedIn } from '../../session/signed-in.tsx'
import { ReferralPanel } from './referral-panel.tsx'

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
