import { alarms, erBoard, triage, triageLevels } from 'contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestPanel, type TestPanel, testNow } from '../testing.ts'

let panel: TestPanel
beforeAll(async () => {
  panel = await startTestPanel()
})
afterAll(() => panel.close())

test('those who wait in the demo hospital are due for triage one after the other, one since they are worse', async () => {
  const nurse = await panel.as('nurse')
  const { rows } = await nurse(triage.queue, {})
  const triaged = rows.filter(({ last }) => last !== null)
  expect(triaged).toHaveLength(rows.length - 1)
  expect(new Set(triaged.map(({ last }) => last?.level))).toEqual(new Set(triageLevels))
  const isDue = triaged.map(({ due }) => Date.parse(due?.due_at ?? '') <= Date.parse(testNow))
  expect(new Set(isDue)).toEqual(new Set([true, false]))
  const reasons = triaged.map(({ due }) => due?.reason)
  expect(reasons.filter((reason) => reason === 'news2-rise')).toHaveLength(1)
})

test('they have the values of their triage on the board, which raise no alarm', async () => {
  const nurse = await panel.as('nurse')
  const { rows } = await nurse(erBoard.board, {})
  const triaged = rows.filter(({ last }) => last !== null)
  for (const { latest, visit } of triaged) {
    expect(latest.map(({ vital }) => vital)).toEqual(
      expect.arrayContaining(['pulse', 'respiration_rate', 'spo2']),
    )
    expect(visit.unasked).toEqual([])
  }
  const scored = triaged.flatMap(({ last, latest }) => {
    const now = latest.find(({ vital }) => vital === 'news2')
    return now ? [{ known: last?.news2, newest: now.value }] : []
  })
  // A child and a pregnant woman have none.
  expect(scored).toHaveLength(triaged.length - 2)
  expect(scored.filter(({ known, newest }) => known !== newest)).toEqual([{ known: 2, newest: 4 }])
  expect((await nurse(alarms.list, {})).rows).toEqual([])
})
