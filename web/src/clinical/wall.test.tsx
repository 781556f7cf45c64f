import type { Tile } from 'contract'
import { expect, test } from 'vitest'
import { updateWall } from './wall.ts'

test('the range of the last hours on a tile includes the values that arrived with the newest value', () => {
  const step = { low: 92, high: 96 }
  const tile = {
    patient: { _id: 'p' },
    latest: [],
    trends: [{ vital: 'spo2', steps: [null, step] }],
    alarms_off: [],
    own_limits: [],
    devices: [],
  } as unknown as Tile
  const event = {
    kind: 'latest' as const,
    patients: [{ patient_id: 'p', latest: [], extremes: [{ vital: 'spo2' as const, low: 89, high: 95 }] }],
  }
  const wall = updateWall({ tiles: [tile], event: '4' }, [{ number: 5, event }])
  expect(wall.tiles[0]?.trends).toEqual([{ vital: 'spo2', steps: [null, { low: 89, high: 96 }] }])
})
