import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { describeTestDatabase, startTestPanel, type TestPanel } from '../../src/testing.ts'

let panel: TestPanel
let settings: Record<string, string>
beforeAll(async () => {
  panel = await startTestPanel()
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(panel.root)
  settings = describeTestDatabase(rows[0]?.name ?? '').settings
})
afterAll(() => panel.close())

async function verifyAudit(...options: string[]) {
  const command = join(import.meta.dirname, '../../src/verify-audit.ts')
  const child = spawn(process.execPath, [command, ...options], { env: { ...process.env, ...settings } })
  const [said, complained, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'exit'),
  ])
  return { code, said, complained }
}

test('the command says that the audit holds, or what of it does not, and stores what it found', async () => {
  await panel.as('nurse')
  await panel.as('doctor')
  await panel.tick()
  await panel.as('admin')
  const whole = await verifyAudit()
  expect(whole).toMatchObject({ code: 0, complained: '' })
  expect(whole.said).toMatch(
    /^The audit trail holds: 2 rows under 1 seal\.\nNot yet sealed: 1 row, the first of 2026-11-05T07:32:00Z\.\n/,
  )
  const noted = /1:[0-9a-f]{64}/.exec(whole.said)?.[0] ?? ''
  expect(await verifyAudit('--noted', noted)).toMatchObject({ code: 0 })
  expect(await verifyAudit('--noted', `1:${'0'.repeat(64)}`)).toMatchObject({
    code: 1,
    complained: expect.stringContaining('Seal 1 is not the one that was noted'),
  })

  await sql`alter table audit disable trigger user`.execute(panel.root)
  await sql`update audit set staff_id = null where position = 1`.execute(panel.root)
  await sql`delete from audit where position = 2`.execute(panel.root)
  const { code, complained } = await verifyAudit()
  expect(code).toBe(1)
  expect(complained).toMatch(
    /^Seal 1: the row at position 1 was changed \([0-9a-f-]{36}\)\.\nSeal 1: the row at position 2 was removed\.\nTHE AUDIT TRAIL DOES NOT HOLD: 2 faults in 1 row under 1 seal\.\n$/,
  )
  const checks = await panel.root.selectFrom('audit_checks').select('fault_count').orderBy('at').execute()
  expect(checks.map(({ fault_count }) => fault_count)).toEqual([0, 0, 1, 2])
})

test('an audit that cannot be checked at all is not reported as broken', async () => {
  expect(await verifyAudit('--noted', 'x')).toMatchObject({
    code: 2,
    complained: expect.stringContaining('x is no seal'),
  })
})
