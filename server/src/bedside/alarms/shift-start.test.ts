import { findShift, standardTimes, thresholds } from 'contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { acrossHospitals } from '../../db/database.ts'
import { startTestPanel, type TestPanel } from '../../testing.ts'
import { selectShiftStart } from './shift-start.ts'

let panel: TestPanel
beforeAll(async () => {
  panel = await startTestPanel()
})
afterAll(() => panel.close())

const instants = Array.from({ length: 48 }, (_, step) =>
  new Date(Date.UTC(2026, 10, 5) + step * 30 * 60_000).toISOString(),
)

async function readStart(now: string, ago: number): Promise<string | undefined> {
  const { rows } = await acrossHospitals(panel.root, (tx) =>
    sql<{ at: string }>`select ${selectShiftStart(now, ago)} as at`.execute(tx),
  )
  return rows[0] && new Date(rows[0].at).toISOString()
}

test.each([
  ['the hours of the panel', standardTimes],
  ['hours with a night from midnight', { ...standardTimes, shift_morning_hour: 7, shift_night_hour: 24 }],
])('a shift begins in a statement when the rules say so, by %s', async (_what, times) => {
  if (times !== standardTimes) {
    const doctor = await panel.as('doctor')
    const held = await doctor(thresholds.get, {})
    const changed = { ...held.thresholds, times }
    await doctor(thresholds.update, { version: held.version, thresholds: changed, reason: 'other shifts' })
  }
  for (const now of instants) {
    const present = findShift(now, times)
    const before = findShift(new Date(Date.parse(present.from) - 1).toISOString(), times)
    expect(await readStart(now, 0), now).toBe(present.from)
    expect(await readStart(now, 1), now).toBe(before.from)
  }
})
