import { randomBytes } from 'node:crypto'
import { CompiledQuery, sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { describeTestDatabase, runOnServer } from '../testing.ts'
import { inHospital, openDatabase, type Root } from './database.ts'
import { migrate } from './migrate.ts'

const hospital = '01900000-0000-7000-8000-000000000001'
const name = `owner_${randomBytes(6).toString('hex')}`
let root: Root
let knowsSet: boolean

/** A server set up as the README says: the user owns the database, may create roles, and is not a superuser. */
beforeAll(async () => {
  await runOnServer(
    describeTestDatabase(name).direct,
    `create role ${name} login createrole password '${name}'`,
  )
  await runOnServer(describeTestDatabase(name).direct, `create database ${name} owner ${name}`)
  const { direct: url } = describeTestDatabase(name)
  root = openDatabase({ url: `${url}${url.includes('?') ? '&' : '?'}user=${name}&password=${name}` })
  const { rows } = await root.executeQuery<{ version: number }>(
    CompiledQuery.raw("select current_setting('server_version_num')::int as version"),
  )
  knowsSet = (rows[0]?.version ?? 0) >= 16_00_00
})
afterEach(() => runOnServer(describeTestDatabase(name).direct, `revoke panel_app from ${name} cascade`))
afterAll(async () => {
  await root.destroy()
  await runOnServer(describeTestDatabase(name).direct, `drop database ${name} with (force)`)
  await runOnServer(describeTestDatabase(name).direct, `drop role ${name}`)
})

/** What a server grants to the creator of a role; from PostgreSQL 16 on it does not include acting as the role. */
const grantOfTheMaker = () =>
  `grant panel_app to ${name} with ${knowsSet ? 'admin true, set false' : 'admin option'}`

const roleOfACall = async () => {
  const { rows } = await inHospital(root, hospital, (tx) =>
    sql<{ role: string; patients: number }>`
      select current_user as role, (select count(*)::int from patients) as patients`.execute(tx),
  )
  return rows
}

test('a user who created the role of the calls, and has no other rights, answers calls under it', async () => {
  await runOnServer(describeTestDatabase(name).direct, grantOfTheMaker())
  await migrate(root)
  expect(await roleOfACall()).toEqual([{ role: 'panel_app', patients: 0 }])
})

test('a migrated database that was moved to another server answers calls there', async () => {
  await runOnServer(describeTestDatabase(name).direct, grantOfTheMaker())
  await migrate(root)
  expect(await roleOfACall()).toEqual([{ role: 'panel_app', patients: 0 }])
})

test('a user who may not act as the role of the calls is told which right is missing', async () => {
  await runOnServer(describeTestDatabase(name).direct, `alter role ${name} nocreaterole`)
  await expect(migrate(root)).rejects.toThrow(`grant panel_app to ${name}`)
})
