import type { Reading, ReadingKind } from 'contract'
import { expect, test } from 'vitest'
import { formatReadingsCsv } from './csv.ts'

const reading: Reading = {
  _id: '0193a000-0000-7000-8000-000000000001',
  patient_id: '0193a000-0000-7000-8000-000000000002',
  kind: 'glucose',
  measured_at: '2026-11-05T07:32:00Z',
  received_at: '2026-11-05T17:00:01Z',
  gateway_scan_time: null,
  timing: 'told',
  source: 'gateway',
  device: { _id: '0193a000-0000-7000-8000-000000000003', mac: 'aabbccddee01', name: 'Meter 1' },
  device_type: 12,
  entered_by: null,
  assigned: null,
  corrects: null,
  replaced_at: null,
  act_id: null,
  note: null,
  blood_glucose: 140,
  marker: 'after_meal',
}

async function cells(
  rows: Partial<Reading>[],
  kinds: ReadingKind[] = ['glucose'],
  language: 'en' | 'th' = 'en',
) {
  const batches = (async function* () {
    yield rows.map((row) => ({ ...reading, ...row }))
  })()
  let text = ''
  for await (const part of formatReadingsCsv(batches, kinds, { language, heightCm: 160 })) text += part
  return text
    .trimEnd()
    .split('\r\n')
    .map((line) => line.split(','))
}

test("a row gives the time in the hospital's time zone, the value with its unit, and the device", async () => {
  expect(await cells([{ gateway_scan_time: '2026-11-05T07:31:59Z' }])).toEqual([
    [
      '\uFEFFMeasured at',
      'Kind',
      'Blood glucose (mg/dL)',
      'Marker',
      'Source',
      'Device',
      'Entered by',
      'Time',
      'Received at',
      'Gateway scan time',
      'Replaced at',
      'Note',
    ],
    [
      '2026-11-05 14:32:00',
      'Blood glucose',
      '140',
      'After meal',
      'Gateway',
      'Meter 1 aabbccddee01',
      '',
      'As sent',
      '2026-11-06 00:00:01',
      '2026-11-05 14:31:59',
      '',
      '',
    ],
  ])
})

test("a glucose beyond the meter's range is written as the meter shows it", async () => {
  const [, line] = await cells([{ blood_glucose: null, beyond: 'above' }])
  expect(line?.slice(1, 4)).toEqual(['Blood glucose', 'HI', 'After meal'])
})

test('in Thai the words are Thai', async () => {
  const [head, line] = await cells([{ marker: 'fasting' }], ['glucose'], 'th')
  expect(head?.[2]).toBe('น้ำตาลในเลือด (mg/dL)')
  expect(line?.slice(1, 5)).toEqual(['น้ำตาลในเลือด', '140', 'งดอาหาร', 'เกตเวย์'])
})

test('MAP and BMI that nobody measured are calculated, in columns that say so', async () => {
  const rows: Partial<Reading>[] = [
    { kind: 'blood_pressure', systolic: 120, diastolic: 80 },
    { kind: 'blood_pressure', systolic: 120, diastolic: 80, map: 90 },
    { kind: 'blood_pressure', systolic: 0, diastolic: 0 },
    { kind: 'body', weight: 64 },
    { kind: 'body', weight: 64, height: 200 },
    { kind: 'body', height: 160 },
  ].map((values) => ({ blood_glucose: null, marker: null, ...values }) as Partial<Reading>)
  const [head, ...lines] = await cells(rows, ['blood_pressure', 'body'])
  const pick = (name: string) => lines.map((line) => line[head?.indexOf(name) ?? -1])
  expect(pick('MAP (mmHg)')).toEqual(['', '90', '', '', '', ''])
  expect(pick('MAP calculated (mmHg)')).toEqual(['93', '', '0', '', '', ''])
  expect(pick('BMI calculated (kg/m²)')).toEqual(['', '', '', '25', '16', ''])
})

test('no typed text runs as a formula in a spreadsheet', async () => {
  const [, line] = await cells([
    {
      note: '=HYPERLINK("x")',
      device: null,
      entered_by: { _id: reading._id, first_name: '@SUM', last_name: 'x' },
    },
  ])
  expect(line?.at(-1)).toBe('"\'=HYPERLINK(""x"")"')
  expect(line?.[6]).toBe("'@SUM x")
})

test('no oxygen, zero and an empty value are told apart', async () => {
  const rows: Partial<Reading>[] = [
    { kind: 'consciousness', consciousness: 'A', oxygen: false },
    { kind: 'activity', steps: 0 },
  ]
  const lines = await cells(rows, ['consciousness', 'activity'])
  expect(lines.slice(1).map((line) => line.slice(2, 5))).toEqual([
    ['A', 'No', ''],
    ['', '', '0'],
  ])
})
