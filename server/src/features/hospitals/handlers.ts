import type { hospitals } from 'contract'
import { Failure } from '../../core/failure.ts'
import type { Handlers } from '../../core/mount.ts'
import { listHospitals } from './queries.ts'

export const hospitalHandlers: Handlers<typeof hospitals> = {
  own: async ({ tx, actor }) => ({ hospital: oneOf(await listHospitals(tx), actor.hospitalId) }),
  get: async ({ tx }, { _id }) => ({ hospital: oneOf(await listHospitals(tx), _id) }),
  list: async ({ tx }) => ({ hospital: await listHospitals(tx) }),
}

function oneOf<Row extends { _id: string }>(rows: readonly Row[], id: string): Row {
  const found = rows.find((row) => row._id === id)
  if (!found) throw new Failure('not-found')
  return found
}
