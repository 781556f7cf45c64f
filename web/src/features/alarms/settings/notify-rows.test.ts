import { standardLimits } from 'contract'
import { expect, test } from 'vitest'
import { hospitalRow, listHolds, setRowHold, setRowLimit } from './notify-rows.ts'

const standard = standardLimits.adult.spo2
const now = Date.parse('2026-11-05T07:32:00Z')

test('a typed limit makes the limits the patient’s own, and the hospital’s number makes them the hospital’s again', () => {
  const own = setRowLimit(hospitalRow, standard, ['low', 88])
  expect(own).toEqual({ mode: 'own', limits: { ...standard, low: 88 }, until: null })
  expect(setRowLimit(own, standard, ['low', 92])).toEqual(hospitalRow)
})

test('own limits keep their end while they are typed', () => {
  const until = '2026-11-05T08:32:00.000Z'
  const own = setRowLimit({ mode: 'own', limits: standard, until }, standard, ['low', 88])
  expect(own).toEqual({ mode: 'own', limits: { ...standard, low: 88 }, until })
  expect(setRowLimit(own, standard, ['low', 92])).toEqual({ mode: 'own', limits: standard, until })
})

test('alarms that are off have an end and no limits; own limits begin as the hospital’s', () => {
  const [, , , ...holds] = listHolds(hospitalRow, now)
  expect(holds.filter(({ mode }) => mode === 'disabled').every(({ until }) => until !== null)).toBe(true)
  const until = '2026-11-05T11:32:00.000Z'
  expect(setRowHold(hospitalRow, standard, { mode: 'disabled', until })).toEqual({
    mode: 'disabled',
    until,
    limits: null,
  })
  expect(setRowHold(hospitalRow, standard, { mode: 'own', until: null }).limits).toEqual(standard)
})

test('the end that a row has stays among the choices', () => {
  const row = { mode: 'disabled', limits: null, until: '2026-11-09T07:00:00.000Z' } as const
  expect(listHolds(row, now).at(-1)).toEqual({ mode: 'disabled', until: row.until, hours: null })
  const listed = listHolds(hospitalRow, now)
  expect(listHolds({ ...row, until: listed.at(-1)?.until ?? null }, now)).toHaveLength(listed.length)
})
