import { patients } from 'contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { migrate } from '../src/db/migrate.ts'
import { startTestPanel, type TestPanel } from '../src/testing.ts'

let panel: TestPanel
beforeAll(async () => {
  panel = await startTestPanel()
})
afterAll(() => panel.close())

type Old = { disease: string; since?: string; note?: string; ended?: true }

test('the two former lists become one, and no recorded entry is lost', async () => {
  const { root } = panel
  const nurse = await panel.as('nurse')
  const fields = { hn: 'D-1', title: 'นาย', name: 'สองชื่อ', surname: 'โรคเดียว', gender: 'male' as const }
  const { patient } = await nurse(patients.register, { ...fields, identity_kind: 'none' })

  await sql`update patient_underlying_diseases set underlying_disease = 'diabetes'`.execute(root)
  await sql`create table patient_chronic_diseases (like patient_underlying_diseases including defaults)`.execute(
    root,
  )
  await sql`alter table patient_chronic_diseases rename underlying_disease to disease`.execute(root)
  await sql`delete from underlying_diseases where code in (select code from diseases)`.execute(root)
  await sql`alter table underlying_diseases drop same_as`.execute(root)
  await sql`delete from migrations where name like '%one-list-of-diseases%'`.execute(root)
  const staff = sql`(select min(id::text)::uuid from staff where staff.hospital_id = patients.hospital_id)`
  const keep = async (table: 'underlying' | 'chronic', rows: Old[]) => {
    const name = sql.table(`patient_${table}_diseases`)
    const column = sql.ref(table === 'underlying' ? 'underlying_disease' : 'disease')
    for (const { disease, since = null, note = null, ended } of rows)
      await sql`insert into ${name} (id, hospital_id, patient_id, ${column}, since, note, recorded_at, recorded_by,
          ended_at, ended_by)
        select gen_random_uuid(), hospital_id, id, ${disease}, ${since}, ${note}, timestamptz '2025-01-01', ${staff},
          ${ended ? '2025-02-01T00:00:00Z' : null}, ${ended ? staff : null}
        from patients where id = ${patient._id}`.execute(root)
  }
  await keep('underlying', [
    { disease: 'hypertension', since: '2015-01-01' },
    { disease: 'gout', note: 'นิ้วโป้งเท้าขวา' },
    { disease: 'diabetes', since: '2005-01-01' },
    { disease: 'asthma', ended: true },
    { disease: 'g6pd' },
  ])
  await keep('chronic', [
    { disease: 'I10', since: '2015-01-01', note: 'กินยาไม่สม่ำเสมอ' },
    { disease: 'M10.9', since: '2022-01-01' },
    { disease: 'E11.2', since: '2018-01-01' },
    { disease: 'J45.9', ended: true },
  ])
  await migrate(root)

  const { history } = await nurse(patients.underlyingDiseaseHistory, { patient_id: patient._id })
  const told = history.map(({ underlying_disease, since, note, ended_at }) =>
    [underlying_disease, since, note, ended_at && (ended_at < '2025-03' ? 'before' : 'now')].join(' '),
  )
  expect(told.toSorted()).toEqual(
    [
      'I10 2015-01-01  now',
      'I10 2015-01-01 กินยาไม่สม่ำเสมอ ',
      'M10.9  นิ้วโป้งเท้าขวา ',
      'M10.9 2022-01-01  ',
      'diabetes 2005-01-01  ',
      'E11.2 2018-01-01  ',
      'J45.9   before',
      'J45.9   before',
      'g6pd   ',
    ].toSorted(),
  )
  expect(history.every(({ recorded_at, recorded_by }) => recorded_by && recorded_at < '2025-03')).toBe(true)
})
