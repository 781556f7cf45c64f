import { type Endpoint, type Input, patients, users } from 'contract'
import type { Root } from '../../server/src/db/database.ts'
import { menNames, womenNames } from './names.ts'
import { ownNumber } from './own-number.ts'

/** One kind of call in several variants, so that no cached answer helps. */
export type Case = {
  name: string
  path: string
  bodies: object[]
  isForm?: boolean
  /** How many call at once; by default everybody who is signed in. */
  callers?: number
}

const variants = 32
const rowsPerPage = 20

/** The most frequent calls of the screens about patients. */
export async function listPatientCases(root: Root, registered: number): Promise<Case[]> {
  const numbers = Array.from(
    { length: variants },
    (_, index) => 1 + Math.floor((index * registered) / variants),
  )
  const known = await root
    .selectFrom('patients')
    .select(['id', 'mobile'])
    .where('number', 'in', numbers)
    .orderBy('number')
    .execute()
  const middle = Math.floor(registered / rowsPerPage / 2)
  return [
    createCase('first page', patients.list, [{ number_of_rec: rowsPerPage }]),
    createCase(
      `page ${middle.toLocaleString('en')}`,
      patients.list,
      numbers.map((_, index) => ({ number_of_rec: rowsPerPage, page: middle - index })),
    ),
    createCase(
      'a Thai name',
      patients.list,
      commonNames.map((search_value) => ({ number_of_rec: rowsPerPage, search_value })),
    ),
    createCase(
      'a phone',
      patients.list,
      known.map(({ mobile }) => ({ number_of_rec: rowsPerPage, search_value: mobile ?? '' })),
    ),
    createCase(
      'one record',
      patients.get,
      known.map(({ id }) => ({ _id: id })),
    ),
  ]
}

/** A registration of somebody who is not known yet; its search for the same person finds nobody. */
export const registration = createCase('register a patient', patients.register, [
  {
    hn: `B-${ownNumber}`,
    title: 'นาย',
    name: `ทดสอบ${ownNumber}`,
    surname: 'ความเร็ว',
    gender: 'male',
    date_of_birth: '1980-02-29',
    identity_kind: 'none',
    mobile: `08${ownNumber}`,
  },
])

/** The calls of an admin about users. */
export async function listUserCases(root: Root, registered: number): Promise<Case[]> {
  const numbers = Array.from(
    { length: variants },
    (_, index) => 1 + Math.floor((index * registered) / variants),
  )
  const known = await root
    .selectFrom('staff')
    .select(['email', 'phone'])
    .where('number', 'in', numbers)
    .orderBy('number')
    .execute()
  const middle = Math.floor((registered * 0.9) / rowsPerPage / 2)
  const rows = { number_of_rec: rowsPerPage }
  const asked = (name: string, bodies: Input<typeof users.list>[]) =>
    createCase(`users: ${name}`, users.list, bodies)
  return [
    asked('first page', [rows]),
    asked('blocked and waiting', [{ ...rows, user_page_type: 2 }]),
    asked(
      `page ${middle.toLocaleString('en')}`,
      numbers.map((_, index) => ({ ...rows, page: middle - index })),
    ),
    asked(
      `page ${middle.toLocaleString('en')} by name`,
      numbers.map((_, index) => ({ ...rows, sort_field: 'name', page: middle - index })),
    ),
    asked(
      'a Thai name',
      commonNames.map((search_value) => ({ ...rows, search_value })),
    ),
    asked(
      'an e-mail',
      known.map(({ email }) => ({ ...rows, search_value: email })),
    ),
    asked(
      'a phone',
      known.map(({ phone }) => ({ ...rows, search_value: phone ?? '' })),
    ),
  ]
}

const commonNames = [...menNames.slice(0, 8), ...womenNames.slice(0, 8)].map(([thai]) => thai)

export function createCase<E extends Endpoint>(name: string, endpoint: E, bodies: Input<E>[]): Case {
  return { name, path: endpoint.path, bodies, isForm: endpoint.form === true }
}
