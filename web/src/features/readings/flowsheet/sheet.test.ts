import type { FlowsheetScore, Reading } from 'contract'
import { expect, test } from 'vitest'
import { buildColumns } from './flowsheet-span.ts'
import { buildSheet, type FlowsheetData, isEmptySheet, pickScores, sliceSheet } from './sheet.ts'

const columns = buildColumns({ width: '1h', day: '2026-11-05' })
const at = (time: string) => new Date(`2026-11-05T${time}+07:00`).toISOString()

function createReading(time: string, values: Partial<Reading>): Reading {
  return {
    _id: `${time} ${JSON.stringify(values)}`,
    patient_id: null,
    kind: 'pulse',
    measured_at: at(time),
    received_at: at(time),
    gateway_scan_time: null,
    timing: 'told',
    source: 'manual',
    device: null,
    device_type: null,
    entered_by: null,
    assigned: null,
    corrects: null,
    replaced_at: null,
    act_id: null,
    note: null,
    ...values,
  }
}

const build = (data: Partial<FlowsheetData>) =>
  buildSheet({ charted: [], thinned: [], newest: [], scores: [], ...data }, columns)

const findRow = (data: Partial<FlowsheetData>, id: string) => build(data).rows.find((row) => row.id === id)
const readCharted = (data: Partial<FlowsheetData>, id: string, column: number) => {
  const cell = findRow(data, id)?.cells[column]
  return cell && 'charted' in cell ? cell.charted : []
}

test('every reading by hand is in the column of its time, and none is left out', () => {
  const charted = [
    createReading('13:59:59.999', { pulse: 71 }),
    createReading('14:00', { pulse: 72 }),
    createReading('14:05', { kind: 'spo2', spo2: 97, pulse: 73 }),
    createReading('14:59:59.999', { pulse: 74 }),
  ]
  expect(readCharted({ charted }, 'pulse-hand', 13).map(({ pulse }) => pulse)).toEqual([71])
  expect(readCharted({ charted }, 'pulse-hand', 14).map(({ pulse }) => pulse)).toEqual([72, 73, 74])
  expect(readCharted({ charted }, 'spo2-hand', 14).map(({ spo2 }) => spo2)).toEqual([97])
})

test('a corrected reading stands before the one that replaced it', () => {
  const charted = [
    createReading('14:05', { pulse: 70, received_at: at('14:20') }),
    createReading('14:05', { pulse: 170, replaced_at: at('14:20') }),
  ]
  expect(readCharted({ charted }, 'pulse-hand', 14).map(({ pulse }) => pulse)).toEqual([170, 70])
})

test('half a pressure and HI of a meter are in the rows of the whole ones', () => {
  const charted = [
    createReading('14:05', { kind: 'blood_pressure', diastolic: 70 }),
    createReading('14:06', { kind: 'glucose', beyond: 'above' }),
  ]
  expect(readCharted({ charted }, 'blood_pressure-hand', 14)).toHaveLength(1)
  expect(readCharted({ charted }, 'blood_glucose-hand', 14)).toHaveLength(1)
  expect(findRow({ charted }, 'map-hand')).toBeUndefined()
})

test('what devices measured has a row of its own, with the reading that is the newest', () => {
  const newest = createReading('14:58', { source: 'watch', pulse: 88 })
  const thinned = [
    {
      column: 14,
      row: 'pulse' as const,
      newest: newest._id,
      count: 60,
      extremes: { pulse: { min: 61, max: 99 } },
      words: {},
    },
  ]
  const row = findRow({ thinned, newest: [newest] }, 'pulse-device')
  expect(row?.cells[14]).toEqual({ newest, count: 60, extremes: { pulse: { min: 61, max: 99 } }, words: {} })
  expect(row?.cells.filter(Boolean)).toHaveLength(1)
  expect(findRow({ thinned, newest: [newest] }, 'pulse-hand')?.cells.every((cell) => !cell)).toBe(true)
})

test('without readings it has the rows that nurses always chart, in the order of the round', () => {
  const sheet = build({})
  expect(sheet.rows.map(({ id }) => id)).toEqual([
    'blood_pressure-hand',
    'pulse-hand',
    'spo2-hand',
    'temperature-hand',
    'respiration_rate-hand',
    'consciousness-hand',
    'blood_glucose-hand',
  ])
  expect(isEmptySheet(sheet)).toBe(true)
})

test('what only some patients have is there once it was measured', () => {
  const charted = [
    createReading('14:05', { kind: 'etco2', etco2: 38 }),
    createReading('14:05', { kind: 'pain_score', pain_score: 0 }),
    createReading('14:05', { kind: 'body', weight: 52.4 }),
    createReading('14:05', { kind: 'consciousness', consciousness: 'A', oxygen: false }),
  ]
  const ids = build({ charted }).rows.map(({ id }) => id)
  for (const id of ['etco2-hand', 'pain_score-hand', 'weight-hand', 'oxygen-hand']) expect(ids).toContain(id)
})

const score = (time: string, total: number): FlowsheetScore => ({ at: at(time), total, scale: 1, parts: [] })

test('a column shows its newest score, and a higher one before it', () => {
  const { scores } = build({
    scores: [score('14:00', 3), score('14:30', 7), score('14:59', 2), score('15:00', 1)],
  })
  expect(scores.map((cell) => cell?.length ?? 0).slice(13, 17)).toEqual([0, 3, 1, 0])
  const [, , cell, next] = scores.slice(12, 16)
  expect(cell && pickScores(cell)).toMatchObject({ newest: { total: 2 }, higher: { total: 7 } })
  expect(next && pickScores(next)).toMatchObject({ newest: { total: 1 }, higher: undefined })
})

test('a part of a sheet has the cells of its columns', () => {
  const sheet = build({ charted: [createReading('14:05', { pulse: 70 })], scores: [score('14:05', 0)] })
  expect(isEmptySheet(sliceSheet(sheet, 0, 14))).toBe(true)
  const part = sliceSheet(sheet, 14, 16)
  expect(part.rows.find(({ id }) => id === 'pulse-hand')?.cells.map(Boolean)).toEqual([true, false])
  expect(part.scores.map(Boolean)).toEqual([true, false])
})
