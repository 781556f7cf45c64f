import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { describeTables } from '../src/db/generate-tables.ts'
import { startTestPanel, type TestPanel } from '../src/testing.ts'

let panel: TestPanel
beforeAll(async () => {
  panel = await startTestPanel()
})
afterAll(() => panel.close())

test('tables.ts matches a migrated database; `npm run tables` generates it', async () => {
  const written = readFileSync(new URL('../src/db/tables.ts', import.meta.url), 'utf8')
  expect(written).toBe(await describeTables(panel.root))
})
