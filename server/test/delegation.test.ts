import {
  line,
  type PermissionCell,
  permissionMatrix,
  type StaffTypeCode,
  secondFactor,
  users,
} from 'contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestPanel, type TestPanel, testLine } from '../src/testing.ts'
import { getErrorName } from './support/refusal.ts'
import { addPerson, type Person, re_authentication } from './support/second-factor.ts'

let panel: TestPanel
let admin: Person
/** A registrar whom the hospital lets look after users, but not change permissions. */
let keeper: Person
beforeAll(async () => {
  panel = await startTestPanel({ line: testLine })
  admin = await addPerson(panel, { staffType: 'admin' })
  keeper = await addPerson(panel, { staffType: 'registrar' })
  const cell = { staff_type: 'registrar', permission: 'user:manage', is_granted: true } as const
  await admin.call(permissionMatrix.update, { version: 0, cells: [cell], reason: 'the desk adds its own' })
})
afterAll(() => panel.close())

let count = 0
const person = (staff_type: StaffTypeCode, more: object = {}) => ({
  first_name: 'ทดลอง',
  last_name: 'สิทธิ์',
  email: `reach${++count}@new.hospital`,
  phone: '0812345678',
  staff_type,
  ...more,
})
const getUser = async (id: string) => (await admin.call(users.get, { _id: id })).user

const acts: Record<string, (call: Person['call'], id: string, version: number) => Promise<unknown>> = {
  'resets the password of': (call, _id, version) => call(users.resetPassword, { _id, version }),
  'changes the e-mail of': (call, _id, version) =>
    call(users.update, { _id, version, email: `mine${++count}@new.hospital` }),
  'changes the name of': (call, _id, version) => call(users.update, { _id, version, first_name: 'ใหม่' }),
  'takes the type from': (call, _id, version) =>
    call(users.update, { _id, version, staff_type: 'registrar' }),
  blocks: (call, _id, version) => call(users.decide, { _id, version, act: 'block' }),
  deletes: (call, _id, version) => call(users.delete, { _id, version }),
  'takes the second factor from': (call, _id) => call(secondFactor.resetFor, { _id }),
  'links a LINE account with': (call, _id) => call(line.linkCode, { _id, re_authentication }),
  'unlinks the LINE account of': (call, _id) => call(line.unlink, { _id }),
}

describe('a person who looks after users but may not change permissions', () => {
  test.each(Object.entries(acts))(
    'never %s a person who has more permissions than they have',
    async (_what, act) => {
      for (const staffType of ['admin', 'doctor'] as const) {
        const other = await addPerson(panel, { staffType })
        await panel.root
          .updateTable('staff')
          .set({ line_user_id: other.id, line_linked_at: panel.clock().toISOString() })
          .where('id', '=', other.id)
          .execute()
        const before = await getUser(other.id)
        expect(await getErrorName(act(keeper.call, other.id, before.version))).toBe('beyond-own-rights')
        expect(await getUser(other.id)).toEqual(before)
        // A person who may change permissions can.
        expect(await getErrorName(act(admin.call, other.id, before.version))).toBeUndefined()
      }
    },
  )

  test('does all of it to a person who has no more permissions than they have', async () => {
    for (const act of Object.values(acts)) {
      const other = await addPerson(panel, { staffType: 'registrar' })
      await panel.root
        .updateTable('staff')
        .set({ line_user_id: other.id, line_linked_at: panel.clock().toISOString() })
        .where('id', '=', other.id)
        .execute()
      const { version } = await getUser(other.id)
      const refusal = await getErrorName(act(keeper.call, other.id, version))
      expect(refusal).toBeUndefined()
    }
  })

  test('adds nobody with more permissions than their own, by the form or by a file', async () => {
    for (const staffType of ['admin', 'nurse'] as const)
      expect(await getErrorName(keeper.call(users.add, person(staffType)))).toBe('beyond-own-rights')
    expect(await getErrorName(keeper.call(users.add, person('registrar')))).toBeUndefined()
    const rows = ['admin', 'registrar', 'doctor'].map(
      (type) => `a,b,file${++count}@new.hospital,0812345678,${type}`,
    )
    const csv = ['first_name,last_name,email,phone,staff_type', ...rows].join('\n')
    const file = new Blob([csv], { type: 'text/csv' }) as never
    const { problems } = await keeper.call(users.importUsers, { file, dry_run: true })
    expect(problems).toEqual(
      [2, 4].map((row) => ({ row, field: 'staff_type', message: 'beyond-own-rights' })),
    )
    expect(await getErrorName(keeper.call(users.importUsers, { file, dry_run: false }))).toBe('import-faulty')
  })

  test('gives nobody, and not themselves, more permissions than they have', async () => {
    const other = await addPerson(panel, { staffType: 'registrar' })
    for (const { id } of [other, keeper]) {
      const { version } = await getUser(id)
      const up = keeper.call(users.update, { _id: id, version, staff_type: 'admin' })
      expect(await getErrorName(up)).toBe('beyond-own-rights')
    }
    // A forms-only user has fewer permissions than the type has, and the type comes back with the switch.
    const nurse = await addPerson(panel, { staffType: 'nurse', isFormUser: true })
    const { version } = await getUser(nurse.id)
    const out = keeper.call(users.update, { _id: nurse.id, version, is_form_user: false })
    expect(await getErrorName(out)).toBe('beyond-own-rights')
  })

  test('approves nobody who would then have more permissions than they have', async () => {
    const applicant = await addPerson(panel, { staffType: 'doctor' })
    await panel.root.updateTable('staff').set({ status: 'pending' }).where('id', '=', applicant.id).execute()
    const { version } = await getUser(applicant.id)
    const approval = { _id: applicant.id, version, act: 'approve' as const }
    expect(await getErrorName(keeper.call(users.decide, approval))).toBe('beyond-own-rights')
  })

  test('does not weaken the second factor of people who have more permissions than they have', async () => {
    const rules = { second_factor_for: [], idle_lock_minutes: 0 }
    expect(await getErrorName(keeper.call(secondFactor.updateRules, rules))).toBe('not-allowed')
  })

  test('is told whom they may change, and which types they may give', async () => {
    const other = await addPerson(panel, { staffType: 'doctor' })
    expect((await keeper.call(users.get, { _id: other.id })).user.may_change).toBe(false)
    expect((await admin.call(users.get, { _id: other.id })).user.may_change).toBe(true)
    const { rows } = await keeper.call(users.list, { number_of_rec: 100 })
    for (const { staff_type, is_form_user, may_change } of rows)
      expect(may_change).toBe(staff_type === 'registrar' && !is_form_user)
    expect((await keeper.call(users.givableTypes, {})).staff_types).toEqual(['registrar'])
    expect((await admin.call(users.givableTypes, {})).staff_types).toHaveLength(7)
  })
})

test('the permissions of a forms-only user are computed with what the hospital changed for their staff type', async () => {
  const driver = await addPerson(panel, { staffType: 'driver', isFormUser: true })
  const mayChange = async () => (await keeper.call(users.get, { _id: driver.id })).user.may_change
  const change = async (cells: PermissionCell[]) => {
    const { version } = await admin.call(permissionMatrix.get, {})
    await admin.call(permissionMatrix.update, { version, cells, reason: 'tried' })
  }
  const taken: PermissionCell[] = [
    { staff_type: 'registrar', permission: 'form:use', is_granted: true },
    { staff_type: 'driver', permission: 'equipment:check', is_granted: false },
    { staff_type: 'driver', permission: 'mission:crew', is_granted: false },
  ]
  const given: PermissionCell[] = [
    { staff_type: 'registrar', permission: 'equipment:check', is_granted: true },
    { staff_type: 'driver', permission: 'mission:crew', is_granted: true },
    { staff_type: 'driver', permission: 'mission:care', is_granted: true },
  ]
  await change(taken)
  expect(await mayChange()).toBe(true)
  await change(given)
  expect(await mayChange()).toBe(false)
  await change([...given, ...taken].map((cell) => ({ ...cell, is_granted: !cell.is_granted })))
})

test('a refused attempt to change a person names that person in the audit', async () => {
  const other = await addPerson(panel, { staffType: 'doctor' })
  const { version } = await getUser(other.id)
  await getErrorName(keeper.call(users.decide, { _id: other.id, version, act: 'block' }))
  await getErrorName(keeper.call(users.update, { _id: other.id, version: version + 1, first_name: 'ใหม่' }))
  await getErrorName(keeper.call(secondFactor.resetFor, { _id: other.id }))
  await getErrorName(keeper.call(line.linkCode, { _id: other.id, re_authentication }))
  const nurse = await addPerson(panel, { staffType: 'nurse' })
  await getErrorName(nurse.call(users.delete, { _id: other.id.toUpperCase(), version }))
  const rows = await panel.root
    .selectFrom('audit')
    .select(['staff_id', 'action', 'outcome', 'detail'])
    .where('outcome', '<>', 'ok')
    .where(sql<boolean>`detail ->> 'user' = ${other.id}`)
    .orderBy('position')
    .execute()
  const user = other.id
  const byKeeper = { staff_id: keeper.id, outcome: 'beyond-own-rights', detail: { user } }
  expect(rows).toEqual([
    { ...byKeeper, action: 'users.decide', detail: { user, act: 'block' } },
    { ...byKeeper, action: 'users.update', outcome: 'changed-meanwhile' },
    { ...byKeeper, action: 'secondFactor.resetFor' },
    { ...byKeeper, action: 'line.linkCode' },
    { staff_id: nurse.id, action: 'users.delete', outcome: 'not-allowed', detail: { user } },
  ])
})

describe('a system admin', () => {
  test.each(Object.entries(acts))('is never one whom an ordinary admin %s', async (_what, act) => {
    const system = await addPerson(panel, { staffType: 'admin', isSystemAdmin: true })
    await panel.root
      .updateTable('staff')
      .set({ line_user_id: system.id, line_linked_at: panel.clock().toISOString() })
      .where('id', '=', system.id)
      .execute()
    const before = await getUser(system.id)
    expect(await getErrorName(act(admin.call, system.id, before.version))).toBe('beyond-own-rights')
    expect(await getUser(system.id)).toEqual(before)
    const colleague = await addPerson(panel, { staffType: 'admin', isSystemAdmin: true })
    expect(await getErrorName(act(colleague.call, system.id, before.version))).toBeUndefined()
  })
})
