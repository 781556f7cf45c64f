import { v7 as newId } from 'uuid'
import { beforeEach, expect, test } from 'vitest'
import { malee, signInAs, somchai } from '../../../../test/render.tsx'
import { session } from '../../../session/session.ts'
import { beginRecord, keepRecord, listKeptRecords, readKeptRecord } from './kept-records.ts'

const form = 'ambulance-request'
const begin = () => beginRecord({ form, mission: null, id: newId(), at: new Date().toISOString() })
const listIds = async () => (await listKeptRecords(form)).map(({ _id }) => _id)

beforeEach(() => signInAs(malee))

test('a record that was begun without a signal is no draft of this tablet once it is complete', async () => {
  const [complete, other] = [begin(), begin()]
  await keepRecord({ ...complete, state: 'complete' })
  const listed = await listIds()
  expect(listed).toContain(other._id)
  expect(listed).not.toContain(complete._id)
})

test('what somebody began without a signal is shown to nobody who signs in after them', async () => {
  const { _id } = begin()
  signInAs(somchai)
  expect(await listIds()).not.toContain(_id)
  expect(await readKeptRecord(_id)).toBeUndefined()
})

test('whoever signs in again after their session ended goes on with what they began without a signal', async () => {
  const { _id } = begin()
  session.end()
  signInAs(malee)
  expect(await listIds()).toContain(_id)
})
