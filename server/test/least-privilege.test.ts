import { sql } from 'kysely'
import { v7 as newId } from 'uuid'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { inHospital } from '../src/db/database.ts'
import { startTestPanel, type TestPanel, testNow } from '../src/testing.ts'

let panel: TestPanel
let hospitalId: string
beforeAll(async () => {
  panel = await startTestPanel()
  const hospital = await panel.root.selectFrom('hospitals').select('id').executeTakeFirstOrThrow()
  hospitalId = hospital.id
})
afterAll(() => panel.close())

/** Runs a statement with the database role of the calls. */
const asCall = (statement: string) =>
  inHospital(panel.root, hospitalId, async (tx) => (await sql.raw(statement).execute(tx)).rows)
const refused = { code: '42501' }

describe('the database role of the calls', () => {
  test('reads all of staff except the password hash', async () => {
    const { rows } = await sql<{ name: string }>`
      select column_name as name from information_schema.columns
      where table_name = 'staff' and column_name <> 'password_hash'`.execute(panel.root)
    const columns = rows.map(({ name }) => name)
    expect((await asCall(`select ${columns.join(', ')} from staff`)).length).toBeGreaterThan(0)
    for (const statement of [
      'select password_hash from staff',
      'select * from staff',
      'select s from staff s',
      "select id from staff where password_hash like '$argon2id$%'",
      'update staff set phone = password_hash',
      "update staff set phone = '1' returning password_hash",
    ])
      await expect(asCall(statement), statement).rejects.toMatchObject(refused)
  })

  test('ends sessions, but cannot start, prolong or take over any', async () => {
    await panel.as('nurse')
    expect((await asCall('update sessions set ended_at = now() returning staff_id')).length).toBeGreaterThan(
      0,
    )
    for (const statement of [
      'update sessions set staff_id = staff_id',
      'update sessions set token_hash = token_hash',
      'update sessions set last_seen_at = now()',
      'update sessions set created_at = now()',
      'insert into sessions select * from sessions',
      'delete from sessions',
    ])
      await expect(asCall(statement), statement).rejects.toMatchObject(refused)
  })

  test('deletes the browsers in which an account is known, but cannot add any', async () => {
    await panel.as('nurse')
    for (const statement of [
      'insert into device_cookies select * from device_cookies',
      'update device_cookies set staff_id = staff_id',
      'update device_cookies set last_used_at = now()',
      'update sessions set device_hash = token_hash',
    ])
      await expect(asCall(statement), statement).rejects.toMatchObject(refused)
    expect((await asCall('delete from device_cookies returning staff_id')).length).toBeGreaterThan(0)
  })

  test('cannot read who tried to sign in', async () => {
    await expect(asCall('select email from sign_in_attempts')).rejects.toMatchObject(refused)
  })

  test.each(['audit', 'patient_changes', 'staff_changes', 'hospital_changes'])(
    'only adds to %s',
    async (table) => {
      for (const statement of [
        `update ${table} set id = id`,
        `delete from ${table}`,
        `truncate ${table}`,
        `alter table ${table} disable trigger all`,
      ])
        await expect(asCall(statement), statement).rejects.toMatchObject(refused)
    },
  )
})

test('append-only tables cannot be changed or emptied by any role', async () => {
  // A statement that changes no row would not be refused.
  await panel.as('nurse')
  const { rows } = await sql<{ name: string }>`
    select distinct tgrelid::regclass::text as name from pg_trigger
    where tgfoid = 'refuse_change'::regproc order by 1`.execute(panel.root)
  expect(rows.map(({ name }) => name)).toEqual(
    expect.arrayContaining([
      'audit',
      'patient_changes',
      'staff_changes',
      'threshold_versions',
      'broken_glass',
    ]),
  )
  for (const { name } of rows) {
    const emptied = sql.raw(`truncate ${name} cascade`).execute(panel.root)
    await expect(emptied, name).rejects.toThrow(`${name} is append-only`)
  }
  for (const statement of ['update audit set action = action', 'delete from audit'])
    await expect(sql.raw(statement).execute(panel.root)).rejects.toThrow('audit is append-only')
})

test('the history of limits and of break-glass cannot be changed by any role', async () => {
  const { root } = panel
  const staff = await root.selectFrom('staff').select('id').limit(1).executeTakeFirstOrThrow()
  const patient = await root
    .selectFrom('patients')
    .select(['id', 'ward_id'])
    .where('ward_id', 'is not', null)
    .limit(1)
    .executeTakeFirstOrThrow()
  const version = { hospital_id: hospitalId, version: 1, id: newId(), at: testNow, staff_id: staff.id }
  const said = { reason: 'x', thresholds: '{}', changes: '[]' }
  await root
    .insertInto('threshold_versions')
    .values({ ...version, ...said })
    .execute()
  const opened = { id: newId(), hospital_id: hospitalId, staff_id: staff.id, patient_id: patient.id }
  const until = '2026-11-05T11:32:00Z'
  await root
    .insertInto('broken_glass')
    .values({ ...opened, ward_id: patient.ward_id ?? '', at: testNow, until, reason: 'x' })
    .execute()
  const seen = `update broken_glass set seen_at = at, seen_by = staff_id where id = '${opened.id}'`
  const refusals = [
    "update threshold_versions set reason = 'y'",
    'delete from threshold_versions',
    'delete from broken_glass',
    "update broken_glass set reason = 'y'",
    "update broken_glass set until = until + interval '1 day', seen_at = at, seen_by = staff_id",
  ]
  for (const statement of refusals)
    await expect(sql.raw(statement).execute(root), statement).rejects.toThrow('is append-only')
  await sql.raw(seen).execute(root)
  await expect(sql.raw(seen).execute(root)).rejects.toThrow('broken_glass is append-only')
})
