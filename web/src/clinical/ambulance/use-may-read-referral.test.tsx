import { screen } from '@testing-library/react'
import type { MissionState, Permission } from 'contract'
import { expect, test } from 'vitest'
import { malee, show, signInAs } from '../../../test/render.tsx'
import { SignedIn } from '../../session/signed-in.tsx'
import { useMayReadReferral } from './use-may-read-referral.ts'

function Answer({ state }: { state: MissionState | undefined }) {
  return <p>{useMayReadReferral(state && { state }) ? 'may' : 'may not'}</p>
}

const reader: readonly Permission[] = ['form:use', 'patient:read']
const cases: [who: string, state: MissionState | undefined, permissions: Permission[], answer: string][] = [
  ['who writes referrals', 'CLOSED', [...reader, 'referral:write'], 'may'],
  ['who writes referrals', undefined, [...reader, 'referral:write'], 'may'],
  ['who dispatches', 'AT_DESTINATION', [...reader, 'mission:dispatch'], 'may'],
  ['who dispatches', 'CLOSED', [...reader, 'mission:dispatch'], 'may not'],
  ['who dispatches', undefined, [...reader, 'mission:dispatch'], 'may not'],
  ['who dispatches without forms', 'AT_DESTINATION', ['patient:read', 'mission:dispatch'], 'may'],
  ['who dispatches without forms', 'CLOSED', ['patient:read', 'mission:dispatch'], 'may not'],
  ['who writes referrals without forms', 'CLOSED', ['patient:read', 'referral:write'], 'may not'],
  ['who dispatches and reads no patients', 'AT_DESTINATION', ['form:use', 'mission:dispatch'], 'may not'],
  ['who does neither', 'AT_DESTINATION', [...reader], 'may not'],
]

test.each(cases)('%s, of a mission that is %s', async (_who, state, permissions, answer) => {
  signInAs({ ...malee, permissions })
  await show(
    <SignedIn>
      <Answer state={state} />
    </SignedIn>,
  )
  expect(screen.getByText(answer)).toBeDefined()
})
