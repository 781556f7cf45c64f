import { type CensusReport, census } from 'contract'
import fc from 'fast-check'
import { CompiledQuery, sql } from 'kysely'
import { v7 as newId } from 'uuid'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startTestBedside, type TestBedside } from '../../../test/support/bedside.ts'
import { findRefusal } from '../../../test/support/refusal.ts'

let bedside: TestBedside
let hospitalId: string
/** Wards of their own, so that the stays of the demo hospital do not matter. */
let wards: { id: string; beds: string[] }[]
let numbered = 0
beforeAll(async () => {
  bedside = await startTestBedside()
  hospitalId = bedside.hospitalId
})
afterAll(() => bedside.panel.close())
beforeEach(addWards)

async function addWards() {
  wards = []
  for (let index = 0; index < 2; index += 1) {
    const [id, ...beds] = [newId(), newId(), newId()]
    const code = `C${id.slice(-8)}`
    const { root } = bedside.panel
    await root
      .insertInto('wards')
      .values({ id, hospital_id: hospitalId, code, name_en: code, name_th: code, position: 90 })
      .execute()
    await root
      .insertInto('beds')
      .values(
        beds.map((bed, place) => ({
          id: bed,
          hospital_id: hospitalId,
          ward_id: id,
          label: `${place}`,
          position: place,
        })),
      )
      .execute()
    wards.push({ id, beds })
  }
}

type Place = { ward: number; from: string; kind?: 'bed' | 'waiting' | 'leave'; bed?: number }
type Written = { to?: string; type?: number; disease?: string; department?: string; patientId?: string }

/** A stay with these places, one after the other, as the acts would write it. */
async function write(places: readonly Place[], { to, type, disease, department, patientId }: Written = {}) {
  const [stay, act] = [newId(), newId()]
  const patient = patientId ?? (await bedside.addPatient()).id
  numbered += 1
  const an = `C${String(numbered).padStart(6, '0')}`
  const end = to ?? null
  const [first] = places
  await bedside.panel.root.transaction().execute(async (tx) => {
    await sql`insert into stays (id, hospital_id, patient_id, an, admitted_at, discharged_at, discharge_type,
        discharge_status, disease, department)
      values (${stay}, ${hospitalId}, ${patient}, ${an}, ${first?.from}, ${end}, ${type ?? null},
        ${type === undefined ? null : type >= 8 ? 9 : 2}, ${disease ?? null}, ${department ?? null})`.execute(
      tx,
    )
    await sql`insert into stay_acts (id, hospital_id, stay_id, act, at, recorded_at)
      values (${act}, ${hospitalId}, ${stay}, 'admitted', ${first?.from}, ${first?.from})`.execute(tx)
    for (const [index, { ward, from, kind = 'waiting', bed }] of places.entries())
      await sql`insert into stay_places (id, hospital_id, stay_id, kind, ward_id, bed_id, during, act_id)
        values (${newId()}, ${hospitalId}, ${stay}, ${kind}, ${wards[ward]?.id},
          ${bed === undefined ? null : wards[ward]?.beds[bed]}, tstzrange(${from}, ${places[index + 1]?.from ?? end}),
          ${act})`.execute(tx)
  })
  return stay
}

const report = (from: string, to = from) => bedside.nurse(census.report, { from, to })
const listDays = ({ wards: found }: CensusReport, ward = 0) =>
  found.find((one) => one.ward._id === wards[ward]?.id)?.days ?? []
const day = (at: string) => `2026-${at}+07:00`

describe('the midnight census', () => {
  test('counts who was there at midnight in Bangkok, and who came and went, by kind', async () => {
    await write([{ ward: 0, from: day('10-01T08:00:00'), kind: 'bed', bed: 0 }], {
      to: day('10-02T10:00:00'),
      type: 1,
    })
    await write([{ ward: 0, from: day('10-01T23:59:59') }], { to: day('10-02T00:00:01'), type: 8 })
    await write(
      [
        { ward: 0, from: day('10-02T01:00:00') },
        { ward: 1, from: day('10-02T02:00:00') },
      ],
      { to: day('10-02T03:00:00'), type: 4 },
    )
    const found = await report('2026-10-01', '2026-10-03')
    const none = { approved: 0, against: 0, transferred: 0, died: 0, other: 0 }
    const nothing = { transferred_in: 0, transferred_out: 0, departed: none, on_leave: 0, beds: 2 }
    expect(listDays(found)).toEqual([
      { ...nothing, day: '2026-10-01', at_start: 0, admitted: 2, at_end: 2, in_beds: 1 },
      {
        ...nothing,
        day: '2026-10-02',
        at_start: 2,
        admitted: 1,
        transferred_out: 1,
        departed: { ...none, approved: 1, died: 1 },
        at_end: 0,
        in_beds: 0,
      },
      { ...nothing, day: '2026-10-03', at_start: 0, admitted: 0, at_end: 0, in_beds: 0 },
    ])
    expect(listDays(found, 1)[1]).toMatchObject({
      transferred_in: 1,
      departed: { transferred: 1 },
      at_end: 0,
    })
  })

  test('has an admission at midnight on the new day, and a discharge at midnight too', async () => {
    await write([{ ward: 0, from: day('10-05T00:00:00') }], { to: day('10-06T00:00:00'), type: 1 })
    const [before, on, after] = listDays(await report('2026-10-04', '2026-10-06'))
    expect(before).toMatchObject({ admitted: 0, at_end: 0 })
    expect(on).toMatchObject({ at_start: 0, admitted: 1, departed: { approved: 0 }, at_end: 1 })
    expect(after).toMatchObject({ at_start: 1, departed: { approved: 1 }, at_end: 0 })
  })

  test('has today until now, and whoever is on leave', async () => {
    await write([
      { ward: 0, from: bedside.at(120), kind: 'bed', bed: 0 },
      { ward: 0, from: bedside.at(60), kind: 'leave', bed: 0 },
    ])
    const found = await report('2026-11-05')
    expect(found.until).toBe(bedside.at(0))
    expect(listDays(found)).toMatchObject([
      { admitted: 1, at_end: 1, in_beds: 1, on_leave: 1, transferred_in: 0 },
    ])
  })

  test('leaves out a cancelled admission and a place that was corrected', async () => {
    const stay = await write([{ ward: 0, from: day('10-08T08:00:00') }], {
      to: day('10-09T10:00:00'),
      type: 1,
    })
    await bedside.panel.root.transaction().execute(async (tx) => {
      const act = await tx
        .selectFrom('stay_acts')
        .select('id')
        .where('stay_id', '=', stay)
        .executeTakeFirstOrThrow()
      await sql`update stay_places set superseded_at = now(), superseded_by_act_id = ${act.id} where stay_id = ${stay}`.execute(
        tx,
      )
      await sql`update stays set voided_at = now() where id = ${stay}`.execute(tx)
    })
    for (const { at_start, admitted, at_end } of listDays(await report('2026-10-08', '2026-10-09')))
      expect({ at_start, admitted, at_end }).toEqual({ at_start: 0, admitted: 0, at_end: 0 })
  })

  test('counts a bed until it is closed', async () => {
    await bedside.panel.root
      .updateTable('beds')
      .set({ closed_at: day('10-12T00:00:00') })
      .where('id', '=', wards[0]?.beds[0] ?? '')
      .execute()
    const days = listDays(await report('2026-10-11', '2026-10-12'))
    expect(days.map(({ beds }) => beds)).toEqual([2, 1])
  })
})

test('a span is refused backwards, into the future, and beyond 92 days, by its field', async () => {
  const problem = async (from: string, to: string) => {
    const refusal = await findRefusal(report(from, to))
    if (refusal) expect(refusal.code).toBe(1005)
    return refusal?.fields[0]
  }
  expect(await problem('2026-10-02', '2026-10-01')).toEqual({ field: 'to', message: 'to-before-from' })
  expect(await problem('2026-11-05', '2026-11-06')).toEqual({ field: 'to', message: 'date-in-future' })
  expect(await problem('2026-08-05', '2026-11-05')).toEqual({ field: 'to', message: 'census-too-long' })
  expect(await problem('2026-08-06', '2026-11-05')).toBeUndefined()
})

test('lengths of stay are nights that were observed, by last ward, department and disease of five stays or more', async () => {
  const nights = [0, 1, 1, 2, 9]
  for (const [index, count] of nights.entries()) {
    const places = [
      { ward: 1, from: day('09-01T23:00:00') },
      ...(index === 0 ? [] : [{ ward: 0, from: day('09-01T23:30:00') }]),
    ]
    const written = { disease: index === 4 ? 'B20' : 'J18.9', department: '02', type: 1 }
    await write(places, { ...written, to: day(`09-${String(1 + count).padStart(2, '0')}T23:45:00`) })
  }
  await write([{ ward: 0, from: day('09-01T23:00:00') }], {
    to: day('09-02T23:00:00'),
    type: 1,
    disease: 'J18.9',
  })
  const { length_of_stay } = await report('2026-09-01', '2026-09-20')
  expect(length_of_stay.wards.find(({ key }) => key === wards[0]?.id)).toEqual({
    key: wards[0]?.id,
    stays: 5,
    p25: 1,
    median: 1,
    p75: 2,
    p90: 9,
  })
  expect(length_of_stay.departments.find(({ key }) => key === '02')).toMatchObject({ stays: 5, median: 1 })
  const diseases = length_of_stay.diseases.map(({ key }) => key)
  expect(diseases).toContain('J18.9')
  expect(diseases).not.toContain('B20')
})

type WrittenVisit = {
  from: string
  left?: string
  disposition?: number
  level?: number
  seen?: string
  sent?: string
}

/** A visit to the emergency room, as it would be written; returns whose. */
async function visitEr({ from, left, disposition, level, seen, sent }: WrittenVisit) {
  const { id } = await bedside.addPatient()
  numbered += 1
  await bedside.panel.root
    .insertInto('visits')
    .values({
      id: newId(),
      hospital_id: hospitalId,
      patient_id: id,
      vn: `CENSUS${numbered}`,
      kind: 'ER',
      visited_at: from,
      is_open: left === undefined,
      left_at: left ?? null,
      disposition: disposition ?? null,
      triage_level: level ?? null,
      first_seen_at: seen ?? null,
      er_since: sent ?? null,
    })
    .execute()
  return id
}

test('the emergency room counts until the first bed, and who left without being seen of those who ended', async () => {
  const before = (await report('2026-08-10')).emergency
  expect(before.all).toMatchObject({ arrived: 0, ended: 0, minutes: null })
  const from = day('08-10T08:00:00')
  await visitEr({ from, left: day('08-10T09:30:59'), disposition: 1, level: 3 })
  await visitEr({ from, left: day('08-10T10:00:00'), disposition: 8, level: 3 })
  await visitEr({ from })
  const admitted = await visitEr({ from, left: day('08-15T08:00:00'), disposition: 2, level: 2 })
  await write(
    [
      { ward: 0, from: day('08-10T08:20:00') },
      { ward: 0, from: day('08-10T08:40:00'), kind: 'bed', bed: 0 },
    ],
    { to: day('08-15T08:00:00'), type: 1, patientId: admitted },
  )
  const { all, levels } = (await report('2026-08-10')).emergency
  expect(all).toEqual({
    arrived: 4,
    ended: 3,
    left_unseen: 1,
    minutes: { p25: 40, median: 90, p75: 120, p90: 120 },
  })
  expect(levels).toMatchObject([
    { level: 2, arrived: 1, minutes: { median: 40 } },
    { level: 3, arrived: 2, ended: 2, left_unseen: 1 },
    { level: null, arrived: 1, ended: 0, minutes: null },
  ])
})

test('whoever a clinic sent to the emergency room is there since then', async () => {
  const visit = { from: day('04-19T23:00:00'), sent: day('04-20T08:30:00'), disposition: 1, level: 3 }
  await visitEr({ ...visit, left: day('04-20T09:00:00') })
  expect((await report('2026-04-19')).emergency.all).toMatchObject({ arrived: 0 })
  expect((await report('2026-04-20')).emergency.all).toMatchObject({ arrived: 1, minutes: { median: 30 } })
})

test('a patient who absconds after a doctor saw them has not left without being seen', async () => {
  const visit = { from: day('05-20T08:00:00'), left: day('05-20T09:00:00'), disposition: 8, level: 4 }
  await visitEr(visit)
  await visitEr({ ...visit, seen: day('05-20T08:30:00') })
  expect((await report('2026-05-20')).emergency.all).toMatchObject({ ended: 2, left_unseen: 1 })
})

test('a stay that was noted before the arrival ends the emergency room with it; one that had ended does not', async () => {
  const [from, left] = [day('05-10T08:00:00'), day('05-15T08:00:00')]
  const early = await visitEr({ from, left, disposition: 2, level: 1 })
  await write([{ ward: 0, from: day('05-10T07:50:00'), kind: 'bed', bed: 0 }], {
    to: left,
    type: 1,
    patientId: early,
  })
  const back = await visitEr({ from, left: day('05-10T09:00:00'), disposition: 1, level: 5 })
  await write([{ ward: 0, from: day('05-08T08:00:00') }], { to: from, type: 1, patientId: back })
  const { levels } = (await report('2026-05-10')).emergency
  expect(levels).toMatchObject([
    { level: 1, minutes: { median: 0 } },
    { level: 5, minutes: { median: 60 } },
  ])
})

test('an inpatient who came to the emergency room was there until that visit ended, or is there still', async () => {
  const from = day('06-10T08:00:00')
  const seen = await visitEr({ from, left: day('06-10T10:00:00'), disposition: 2, level: 2 })
  const present = await visitEr({ from, level: 3 })
  for (const patientId of [seen, present])
    await write([{ ward: 0, from: day('06-08T08:00:00') }], { to: day('06-12T08:00:00'), type: 1, patientId })
  expect((await report('2026-06-10')).emergency.levels).toMatchObject([
    { level: 2, ended: 1, minutes: { median: 120 } },
    { level: 3, ended: 0, minutes: null },
  ])
})

test('whoever left the emergency room before their bed was there no longer than that', async () => {
  const [from, left] = [day('04-10T08:00:00'), day('04-10T10:00:00')]
  const patientId = await visitEr({ from, left, disposition: 2, level: 2 })
  await write(
    [
      { ward: 0, from: day('04-10T09:50:00') },
      { ward: 0, from: day('04-10T14:00:00'), kind: 'bed', bed: 0 },
    ],
    { to: day('04-12T08:00:00'), type: 1, patientId },
  )
  expect((await report('2026-04-10')).emergency.all).toMatchObject({ ended: 1, minutes: { median: 120 } })
})

test('the export has a row for each ward and day', async () => {
  await write([{ ward: 0, from: day('10-20T08:00:00') }], { to: day('10-21T10:00:00'), type: 8 })
  const csv = async (language: 'en' | 'th') =>
    (
      await (
        await bedside.nurse(census.exportDays, { from: '2026-10-20', to: '2026-10-21', language })
      ).text()
    )
      .trim()
      .split('\r\n')
  const [headings, ...lines] = await csv('en')
  expect(headings).toMatch(/^Day,Ward,At start,Admitted,/)
  const name = (await report('2026-10-20')).wards.find(({ ward }) => ward._id === wards[0]?.id)?.ward.name_en
  expect(lines.filter((line) => line.includes(`,${name},`))).toEqual([
    `2026-10-20,${name},0,1,0,0,0,0,0,0,0,1,0,0,2`,
    `2026-10-21,${name},1,0,0,0,0,0,1,0,0,0,0,0,2`,
  ])
  expect((await csv('th'))[0]).toMatch(/^วันที่,หอผู้ป่วย,ยกมา/)
})

test('lengths of stay, times in the emergency room and who left it unseen are exported, a row for each group', async () => {
  for (let count = 0; count < 5; count += 1)
    await write([{ ward: 0, from: day('06-01T08:00:00') }], {
      to: day('06-03T10:00:00'),
      type: 1,
      department: '01',
    })
  for (const disposition of [1, 8])
    await visitEr({ from: day('06-02T08:00:00'), left: day('06-02T09:00:00'), disposition, level: 3 })
  const asked = { from: '2026-06-01', to: '2026-06-04', language: 'en' } as const
  const [headings, ...lines] = (await (await bedside.nurse(census.exportFlow, asked)).text())
    .trim()
    .split('\r\n')
  expect(headings).toMatch(/^Figure,Of,Stays,Arrived,/)
  const name = (await report('2026-06-01')).wards.find(({ ward }) => ward._id === wards[0]?.id)?.ward.name_en
  expect(lines).toContain(`Length of stay by last ward,${name},5,,,,,2,2,2,2,nights`)
  const inRoom = 'Emergency room: time until in a ward bed or gone'
  expect(lines).toContain(`${inRoom},3 · Yellow,,2,2,1,50,60,60,60,60,minutes`)
  expect(lines.at(-1)).toBe(`${inRoom},All,,2,2,1,50,60,60,60,60,minutes`)
})

/** Minutes from the first midnight; a multiple of 1440 is a midnight. */
const anyMinute = fc.oneof(fc.constantFrom(0, 1440, 2880, 4320), fc.integer({ min: -2000, max: 6000 }))
const anyStay = fc
  .record({
    minutes: fc.uniqueArray(anyMinute, { minLength: 2, maxLength: 6 }),
    wards: fc.array(fc.constantFrom(0, 1), { minLength: 6, maxLength: 6 }),
    isOpen: fc.boolean(),
    type: fc.constantFrom(1, 2, 3, 4, 5, 8, 9),
  })
  .map(({ minutes, ...stay }) => ({ ...stay, minutes: minutes.toSorted((a, b) => a - b) }))

test('the census of any stays adds up and equals what counting them one by one says', async () => {
  const start = Date.parse(day('07-10T00:00:00'))
  const at = (minute: number) => new Date(start + minute * 60_000).toISOString()
  await fc.assert(
    fc.asyncProperty(fc.array(anyStay, { minLength: 1, maxLength: 6 }), async (stays) => {
      await addWards()
      for (const { minutes, wards: visited, isOpen, type } of stays) {
        const begun = isOpen ? minutes : minutes.slice(0, -1)
        const places = begun.map((minute, index) => ({ ward: visited[index] ?? 0, from: at(minute) }))
        const end = isOpen ? {} : { to: at(minutes.at(-1) ?? 0), type }
        await write(places, end)
      }
      const found = await report('2026-07-10', '2026-07-13')
      for (const ward of [0, 1]) {
        const isThere = (minute: number) =>
          stays.filter(({ minutes, wards: visited, isOpen }) =>
            minutes.some((from, index) => {
              const to = minutes[index + 1] ?? (isOpen ? Number.POSITIVE_INFINITY : from)
              return visited[index] === ward && from < minute && minute <= to
            }),
          ).length
        for (const [index, one] of listDays(found, ward).entries()) {
          const left = Object.values(one.departed).reduce((sum, count) => sum + count, 0)
          expect(one.at_start + one.admitted + one.transferred_in - one.transferred_out - left).toBe(
            one.at_end,
          )
          expect(one.at_start).toBe(isThere(index * 1440))
          expect(one.at_end).toBe(isThere((index + 1) * 1440))
        }
      }
      for (const one of found.hospital) expect(one.transferred_in).toBe(one.transferred_out)
    }),
    { numRuns: 15 },
  )
})

test('the report reads the places of its span, however long the past', async () => {
  const { root } = bedside.panel
  const { id } = await bedside.addPatient()
  await root.transaction().execute(async (tx) => {
    // Their triggers would check and copy each of them.
    await sql`set local session_replication_role = replica`.execute(tx)
    await sql`
      with many as (select n, gen_random_uuid() as stay, gen_random_uuid() as act from generate_series(1, 20000) n),
        stay as (insert into stays (id, hospital_id, patient_id, an, admitted_at, discharged_at)
          select stay, ${hospitalId}, ${id}, 'PAST' || n, timestamptz '2000-01-01' + n * interval '4 hours',
            timestamptz '2000-01-01' + n * interval '4 hours' + interval '3 hours' from many),
        act as (insert into stay_acts (id, hospital_id, stay_id, act, at, recorded_at)
          select act, ${hospitalId}, stay, 'admitted', now(), now() from many)
      insert into stay_places (id, hospital_id, stay_id, kind, ward_id, during, act_id)
        select gen_random_uuid(), ${hospitalId}, stay, 'waiting', ${wards[0]?.id}, tstzrange(
          timestamptz '2000-01-01' + n * interval '4 hours',
          timestamptz '2000-01-01' + n * interval '4 hours' + interval '3 hours'), act from many`.execute(tx)
  })
  await sql`analyze stay_places`.execute(root)
  const { rows } = await root.executeQuery<{ 'QUERY PLAN': string }>(
    CompiledQuery.raw(`explain select from stay_places
      where superseded_at is null and hospital_id = '${hospitalId}'
        and during && tstzrange('2026-10-01', '2026-11-01')`),
  )
  const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
  expect(plan).toMatch(/Index Cond: .*during &&/)
})
