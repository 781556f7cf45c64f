import { patients } from 'contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { migrate } from '../src/db/migrate.ts'
import { startTestPanel, type TestPanel } from '../src/testing.ts'

let panel: TestPanel
beforeAll(async () => {
  panel = await startTestPanel()
})
afterAll(() => panel.close())

test('every date of birth from before counts as a whole one, and nobody without one gets a precision', async () => {
  const { root } = panel
  const nurse = await panel.as('nurse')
  const register = async (hn: string, date_of_birth: string | null) => {
    const fields = {
      hn,
      title: 'นาย',
      name: hn,
      surname: 'เดิม',
      gender: 'male',
      identity_kind: 'none',
    } as const
    return (await nurse(patients.register, { ...fields, date_of_birth })).patient._id
  }
  const [born, unknown] = [await register('M-1', '1947-05-12'), await register('M-2', null)]
  await sql`alter table patients drop birth_date_precision`.execute(root)
  await sql`delete from migrations where name like '%birth-date-precision%'`.execute(root)
  await migrate(root)
  const read = async (_id: string) => {
    const { date_of_birth, birth_date_precision } = (await nurse(patients.get, { _id })).patient
    return [date_of_birth, birth_date_precision]
  }
  expect(await read(born)).toEqual(['1947-05-12', 'day'])
  expect(await read(unknown)).toEqual([null, null])
})
