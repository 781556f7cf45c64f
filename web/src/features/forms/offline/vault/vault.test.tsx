import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { type Client, computePermissions, formDelivery, type SessionToken } from 'contract'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { provideIndexedDb } from '../../../../../test/indexed-db.ts'
import { usePanel } from '../../../../../test/panel.ts'
import { malee, show, signInAs } from '../../../../../test/render.tsx'
import { connectionLostAt } from '../../../../api/connection.ts'
import { session } from '../../../../session/session.ts'
import { SignedIn } from '../../../../session/signed-in.tsx'
import { listCopies, putCopy, readCopy } from '../copies.ts'
import { openForms } from '../database.ts'
import { prepareOutbox } from '../outbox.ts'
import { findKeptKey, forgetVault, setUpVault, unlockVault } from './kept-key.ts'
import { lockVault, vaultState } from './vault.ts'
import { VaultBox } from './vault-box.tsx'

type Person = Client & { session: SessionToken }

const password = 'a password of this test'
const toBytes = (pin: string) => new TextEncoder().encode(pin)
const [pin, otherPin, wrongPin] = ['246810', '135791', '999999']
const typed = { odometer: '5120' }

const { panel } = usePanel()
let crew: Person

beforeEach(async () => {
  crew = await panel().asNew({ staffType: 'paramedic', password })
  signIn(crew)
  await prepareOutbox()
})
afterEach(async () => {
  await forgetVault()
  connectionLostAt.set(undefined)
  session.endByChoice()
})
provideIndexedDb()

function signIn({ session: { user_id: _id, server_token } }: Person) {
  signInAs({ ...malee, _id, server_token, permissions: [...computePermissions('paramedic', true)] })
}

/** Somebody typed a check under their PIN, and left the tablet until it locked. */
async function leaveDraft() {
  expect(await setUpVault('pin', toBytes(pin))).toBe(true)
  expect(await putCopy('check:1', typed)).toBe(true)
  act(lockVault)
}
const readDraft = async () => (await readCopy('check:1'))?.value

/** As an earlier version of the app kept the key. */
async function dropRecovery() {
  const { recovery: _, ...earlier } = (await findKeptKey()) ?? expect.fail('no key')
  await (await openForms())?.put('keys', earlier)
}

const open = () =>
  show(
    <SignedIn>
      <VaultBox />
    </SignedIn>,
  )
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))
const typePin = async (given: string) =>
  userEvent.type(await screen.findByLabelText(/^PIN of this tablet/), given)
async function confirmBy(given: string) {
  await userEvent.type(await screen.findByLabelText(/^Password/), given)
  await press('Continue')
}
async function tryTenTimes() {
  for (let left = 9; left > 0; left -= 1)
    expect(await unlockVault(toBytes(wrongPin))).toEqual({ triesLeft: left })
  return unlockVault(toBytes(wrongPin))
}

test('whoever forgot their PIN confirms who they are, chooses another one, and has all that they typed', async () => {
  await leaveDraft()
  await open()
  await press('Choose a new PIN')
  await confirmBy('wrong')
  expect(await screen.findByText(/^This is not your current password/)).toBeDefined()
  expect(vaultState.get()).toBe('locked')
  await userEvent.clear(screen.getByLabelText(/^Password/))
  await confirmBy(password)
  await typePin(otherPin)
  await press('Save the PIN')
  await waitFor(() => expect(vaultState.get()).toBe('open'))
  expect(await readDraft()).toEqual(typed)
  act(lockVault)
  expect(await unlockVault(toBytes(pin))).toEqual({ triesLeft: 9 })
  expect(await unlockVault(toBytes(otherPin))).toBe('open')
  expect(await readDraft()).toEqual(typed)
})

test('a colleague who has the sealed key beside theirs does not open it', async () => {
  await leaveDraft()
  const { recovery } = (await findKeptKey()) ?? expect.fail('no key')
  const colleague = await panel().asNew({ staffType: 'paramedic', password })
  signIn(colleague)
  expect(await setUpVault('pin', toBytes(otherPin))).toBe(true)
  const own = (await findKeptKey()) ?? expect.fail('no key')
  await (await openForms())?.put('keys', { ...own, ...(recovery && { recovery }) })
  act(lockVault)
  await open()
  await press('Choose a new PIN')
  await confirmBy(password)
  expect(await screen.findByText(/cannot open what this tablet kept/)).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Save the PIN' })).toBeNull()
})

test('a key that an earlier version kept is sealed to the hospital when it is unlocked the next time', async () => {
  await leaveDraft()
  await dropRecovery()
  await open()
  expect(await screen.findByText(/that is not sent are lost/)).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Choose a new PIN' })).toBeNull()
  await typePin(pin)
  await press('Unlock')
  await waitFor(async () => expect((await findKeptKey())?.recovery).toBeTruthy())
  expect(await readDraft()).toEqual(typed)
  const { key } = await crew(formDelivery.sealingKey, {})
  expect((await findKeptKey())?.recovery?.key_id).toBe(key?._id)
})

test('without a connection the lock says that nothing is lost, and deletes nothing', async () => {
  await leaveDraft()
  act(() => connectionLostAt.set(Date.now()))
  await open()
  expect(
    await screen.findByText(/Nothing that you wrote on this tablet is lost. Once there is/),
  ).toBeDefined()
  for (const name of ['Choose a new PIN', 'Begin anew and delete'])
    expect(screen.queryByRole('button', { name })).toBeNull()
})

test('after ten wrong tries the PIN opens nothing any more, and what was typed is there after the recovery', async () => {
  await leaveDraft()
  expect(await tryTenTimes()).toBe('closed')
  expect(await unlockVault(toBytes(pin))).toBe('closed')
  await open()
  expect(await screen.findByText(/^There were ten wrong tries/)).toBeDefined()
  expect(screen.queryByLabelText(/^PIN of this tablet/)).toBeNull()
  await press('Choose a new PIN')
  await confirmBy(password)
  await typePin(otherPin)
  await press('Save the PIN')
  await waitFor(() => expect(vaultState.get()).toBe('open'))
  expect(await readDraft()).toEqual(typed)
})

test('after ten wrong tries a key that was never sealed is gone with what it opened', async () => {
  await leaveDraft()
  await dropRecovery()
  expect(await tryTenTimes()).toBe('gone')
  expect(await listCopies('check:')).toEqual([])
  expect(vaultState.get()).toBe('none')
})

test('whoever begins anew deletes what nothing else has, and sets a PIN', async () => {
  await leaveDraft()
  await open()
  await press('Begin anew and delete')
  expect(await screen.findByRole('button', { name: 'Choose a PIN' })).toBeDefined()
  expect(await listCopies('check:')).toEqual([])
})
