import { fireEvent, screen } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { malee, show, signInAs } from '../../../test/render.tsx'
import { SignedIn } from '../../session/signed-in.tsx'
import { type PatientNeighbours, useKeepPatientOrder, usePatientNeighbours } from './patient-order.ts'

beforeEach(() => {
  sessionStorage.clear()
  signInAs(malee)
})

async function keepOrder(ids: readonly string[]) {
  function List() {
    const keep = useKeepPatientOrder()
    return (
      <button type="button" onClick={() => keep(ids)}>
        open
      </button>
    )
  }
  const { unmount } = await show(
    <SignedIn>
      <List />
    </SignedIn>,
  )
  fireEvent.click(screen.getByRole('button'))
  unmount()
}

async function findNeighbours(patientId: string): Promise<PatientNeighbours | undefined> {
  let found: PatientNeighbours | undefined
  function Patient() {
    found = usePatientNeighbours(patientId)
    return <p>record</p>
  }
  await show(
    <SignedIn>
      <Patient />
    </SignedIn>,
  )
  return found
}

test('a record has the neighbours that the patient had in the list', async () => {
  await keepOrder(['a', 'b', 'c'])
  const all = { total: 3, total_is_at_least: false }
  expect(await findNeighbours('b')).toEqual({ previousId: 'a', nextId: 'c', place: 2, ...all })
  expect(await findNeighbours('c')).toEqual({ previousId: 'b', nextId: undefined, place: 3, ...all })
})

test('a patient who was not in the list has no neighbours', async () => {
  await keepOrder(['a', 'b'])
  expect(await findNeighbours('x')).toBeUndefined()
})

test('the next user of the same tab gets no order of the one before', async () => {
  await keepOrder(['a', 'b', 'c'])
  signInAs({ ...malee, _id: '0191e5c0-0000-7000-8000-000000000002' })
  expect(await findNeighbours('b')).toBeUndefined()
})
