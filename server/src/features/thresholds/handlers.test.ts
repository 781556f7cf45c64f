import {
  ageBands,
  errorCodes,
  limitedVitals,
  type QuantityName,
  quantities,
  readingKindNames,
  readingKinds,
  standardLimits,
  type Thresholds,
  thresholds,
} from 'contract'
import { sql } from 'kysely'
import { v7 as newId } from 'uuid'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestBedside, type TestBedside } from '../../../test/support/bedside.ts'
import { expectRefusal } from '../../../test/support/refusal.ts'
import { pickUsualValue } from '../../../test/support/usual-value.ts'

let bedside: TestBedside
beforeAll(async () => {
  bedside = await startTestBedside()
})
afterAll(() => bedside.panel.close())

async function changed(change: (thresholds: Thresholds) => void, more: { version?: number } = {}) {
  const { thresholds: held, version } = await bedside.doctor(thresholds.get, {})
  const wanted = structuredClone(held)
  change(wanted)
  return bedside.doctor(thresholds.update, { version, thresholds: wanted, reason: 'our ward', ...more })
}

test('a hospital begins with the standard limits, which a change does not modify', async () => {
  const before = await bedside.nurse(thresholds.get, {})
  expect(before).toMatchObject({ version: 0, history: [] })
  expect(before.thresholds).toEqual(before.standard)
  const { version } = await changed(({ limits }) => {
    limits.adult.spo2.low = 94
  })
  expect(version).toBe(1)
  const after = await bedside.nurse(thresholds.get, {})
  expect(after.thresholds.limits.adult.spo2.low).toBe(94)
  expect(after.standard).toEqual(before.standard)
  expect(after.history).toMatchObject([
    {
      reason: 'our ward',
      by: { first_name: 'ปกรณ์' },
      changes: [{ path: 'limits.adult.spo2.low', from: 92, to: 94 }],
    },
  ])
})

test('the next value is evaluated with the changed limits', async () => {
  await changed(({ limits }) => {
    limits.adult.temperature.high = 37
  })
  const patient = await bedside.addPatient()
  await patient.send({ kind: 'temperature', temperature: 37.5 })
  expect(await patient.findOpenAlarm()).toMatchObject({ rule: 'temperature-high', limit: 37 })
})

test('a change from an old version is refused, with the present limits and what was changed since', async () => {
  await changed(({ times }) => {
    times.gone_minutes = 20
  })
  const error = await expectRefusal(
    changed(
      ({ times }) => {
        times.gone_minutes = 30
      },
      { version: 0 },
    ),
  )
  expect(error.code).toBe(errorCodes['changed-meanwhile'])
  expect(error.detail).toMatchObject({
    version: 3,
    thresholds: { times: { gone_minutes: 20 } },
    changes: [{ changes: [{ path: 'times.gone_minutes', to: 20 }] }, {}, {}],
  })
})

test('one of two changes at the same time is stored and the other refused', async () => {
  const { version } = await bedside.doctor(thresholds.get, {})
  const minutes = [21, 22, 23, 24]
  const results = await Promise.allSettled(
    minutes.map((gone) =>
      changed(
        ({ times }) => {
          times.gone_minutes = gone
        },
        { version },
      ),
    ),
  )
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect((await bedside.doctor(thresholds.get, {})).version).toBe(version + 1)
})

test('limits that are out of order are refused, and so is a change without a reason', async () => {
  const inverted = await expectRefusal(
    changed(({ limits, times }) => {
      limits.adult.pulse.low = 140
      times.news2_medium = 8
    }),
  )
  expect(inverted.fields).toEqual([
    { field: 'thresholds.limits.adult.pulse.high', message: 'limits-out-of-order' },
    { field: 'thresholds.times.news2_high', message: 'limits-out-of-order' },
  ])
  const { thresholds: held, version } = await bedside.doctor(thresholds.get, {})
  const silent = { version, thresholds: held, reason: ' ' }
  expect((await expectRefusal(bedside.doctor(thresholds.update, silent))).fields).toEqual([
    { field: 'reason', message: 'reason-required' },
  ])
})

test('a limit that no living person has is refused by the name of its field', async () => {
  const { fields } = await expectRefusal(
    changed(({ limits }) => {
      limits.adult.spo2.high = 101
      limits.child.temperature.critical_low = 3.2
    }),
  )
  expect(fields).toEqual([
    { field: 'thresholds.limits.child.temperature.critical_low', message: 'number-range' },
    { field: 'thresholds.limits.adult.spo2.high', message: 'number-range' },
  ])
})

test('saving without changes makes no new version', async () => {
  const { version } = await bedside.doctor(thresholds.get, {})
  expect((await changed(() => {})).version).toBe(version)
  expect((await bedside.doctor(thresholds.get, {})).version).toBe(version)
})

test('a vital sign that was added after the limits were stored has the standard limits at every age', async () => {
  const { version } = await changed(({ limits }) => {
    limits.adult.pulse.high = 115
  })
  const held = await bedside.panel.root
    .selectFrom('threshold_versions')
    .selectAll()
    .where('version', '=', version)
    .executeTakeFirstOrThrow()
  const { limits, persistence, dead_bands, times } = held.thresholds as Thresholds
  const withoutSpO2 = <Values extends { spo2: unknown }>({ spo2: _spo2, ...others }: Values) => others
  const earlier = {
    limits: Object.fromEntries(ageBands.map((band) => [band, withoutSpO2(limits[band])])),
    persistence: withoutSpO2(persistence),
    dead_bands: withoutSpO2(dead_bands),
    times,
  }
  await bedside.panel.root
    .insertInto('threshold_versions')
    .values({
      ...held,
      id: newId(),
      version: version + 1,
      thresholds: JSON.stringify(earlier),
      changes: JSON.stringify(held.changes),
    })
    .execute()
  const read = await bedside.nurse(thresholds.get, {})
  for (const band of ageBands) expect(read.thresholds.limits[band].spo2).toEqual(standardLimits[band].spo2)
  expect(read.thresholds.limits.adult.pulse.high).toBe(115)
  const patient = await bedside.addPatient()
  await patient.send({ kind: 'spo2', spo2: 85 })
  expect(await patient.findOpenAlarm()).toMatchObject({ rule: 'spo2-low', limit: 90 })
})

describe.each(limitedVitals)('a limit that a hospital sets for %s', (vital) => {
  const kind =
    readingKindNames.find((one) => readingKinds[one].needs.includes(vital)) ??
    readingKindNames.find((one) => readingKinds[one].may.includes(vital))
  const names = kind ? [...readingKinds[kind].needs, vital] : []
  const values = Object.fromEntries(
    names
      .filter((name): name is QuantityName => name in quantities)
      .map((name) => [name, pickUsualValue(name)]),
  )

  test('raises an alarm of high severity at once if it is critical', async () => {
    const limit = pickUsualValue(vital) - 1
    await changed(({ limits }) => {
      limits.adult[vital] = { critical_low: null, low: null, high: limit, critical_high: limit }
    })
    const patient = await bedside.addPatient()
    expect(await patient.send({ kind: String(kind), ...values })).toEqual(['stored'])
    expect((await patient.listAlarms()).find(({ rule }) => rule === `${vital}-high`)).toMatchObject({
      severity: 'high',
      value: pickUsualValue(vital),
      limit,
    })
  })
})

test('a change is told to the screens that show the limits, and one that changes nothing is not', async () => {
  const countTold = async () => {
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from events where kind = 'thresholds-outdated'`.execute(
      bedside.panel.root,
    )
    return rows[0]?.count ?? 0
  }
  const before = await countTold()
  await changed(({ times }) => {
    times.gone_minutes = 25
  })
  expect(await countTold()).toBe(before + 1)
  await changed(() => {})
  expect(await countTold()).toBe(before + 1)
})
