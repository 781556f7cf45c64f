import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { demoUsers, describeTestDatabase, startTestPanel, type TestPanel } from '../../src/testing.ts'

let panel: TestPanel
let settings: Record<string, string>
beforeAll(async () => {
  panel = await startTestPanel()
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(panel.root)
  settings = describeTestDatabase(rows[0]?.name ?? '').settings
})
afterAll(() => panel.close())

async function command(...given: string[]) {
  const main = join(import.meta.dirname, '../../src/system-admin.ts')
  const child = spawn(process.execPath, [main, ...given], { env: { ...process.env, ...settings } })
  const [said, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')])
  return { code, said }
}

const appointed = () => panel.root.selectFrom('system_admins').select('staff_id').execute()

test('the command makes an admin a system admin and takes it back; the audit has both', async () => {
  expect(await command('--email', demoUsers.nurse)).toMatchObject({
    code: 1,
    said: expect.stringContaining('no admin who may sign in'),
  })
  expect(await command()).toMatchObject({ code: 1, said: expect.stringContaining('Missing: --email') })
  expect(await appointed()).toEqual([])

  const { session } = await panel.as('admin')
  for (let time = 0; time < 2; time += 1)
    expect(await command('--email', demoUsers.admin.toUpperCase())).toEqual({ code: 0, said: '' })
  expect(await appointed()).toEqual([{ staff_id: session.user_id }])
  expect(await command('--email', demoUsers.admin, '--remove')).toEqual({ code: 0, said: '' })
  expect(await appointed()).toEqual([])
  expect(await command('--email', demoUsers.admin, '--remove')).toMatchObject({ code: 1 })

  const notes = await panel.root
    .selectFrom('audit')
    .select(['staff_id', 'detail'])
    .where('action', '=', 'hospitals.systemAdmin')
    .orderBy('at')
    .execute()
  expect(notes).toEqual(
    [true, false].map((is_system_admin) => ({
      staff_id: session.user_id,
      detail: { is_system_admin, by: 'command' },
    })),
  )
})
