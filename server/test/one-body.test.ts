import { monitoring, patients } from 'contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { migrate } from '../src/db/migrate.ts'
import { startTestPanel, type TestPanel } from '../src/testing.ts'

let panel: TestPanel
beforeAll(async () => {
  panel = await startTestPanel()
})
afterAll(() => panel.close())

/** Restores the schema in which weight, height and waist were fields of the record. */
async function bringBackFields(): Promise<void> {
  await sql`alter table patients add height_cm numeric(5, 1), add weight_kg numeric(5, 2), add waist_cm numeric(5, 1)`.execute(
    panel.root,
  )
  await sql`delete from migrations where name ~ 'one-body|taken-out-of-the-record'`.execute(panel.root)
}

test('the migration shows no weight that was removed from an older record, and all others', async () => {
  const { root } = panel
  const nurse = await panel.as('nurse')
  const register = async (hn: string) => {
    const fields = { hn, title: 'นาย', name: 'น้ำหนัก', surname: hn, gender: 'male' as const }
    return (await nurse(patients.register, { ...fields, identity_kind: 'none' })).patient._id
  }
  const [emptied, kept] = [await register('W-1'), await register('W-2')]
  await bringBackFields()
  const change = (id: string, version: number, at: string, [from, to]: [number | null, number | null]) =>
    sql`
    insert into patient_changes (id, hospital_id, patient_id, version, at, staff_id, section, field, from_value, to_value)
    select gen_random_uuid(), p.hospital_id, p.id, ${version}, ${at},
      (select min(id::text)::uuid from staff where staff.hospital_id = p.hospital_id), 'clinical', 'weight',
      ${from === null ? null : String(from)}::jsonb, ${to === null ? null : String(to)}::jsonb
    from patients p where id = ${id}`.execute(root)
  for (const id of [emptied, kept]) await change(id, 2, '2025-01-01T00:00:00Z', [null, 61.5])
  await change(emptied, 3, '2025-02-01T00:00:00Z', [61.5, 16.5])
  await change(emptied, 4, '2025-02-02T00:00:00Z', [16.5, null])
  await sql`update patients set weight_kg = 61.5 where id = ${kept}`.execute(root)
  await migrate(root)

  const findWeight = async (patient_id: string) => {
    const { tiles } = await nurse(monitoring.wall, { patient_id })
    return tiles[0]?.latest.find(({ vital }) => vital === 'weight')
  }
  expect(await findWeight(kept)).toMatchObject({ value: 61.5 })
  expect(await findWeight(emptied)).toMatchObject({
    value: 61.5,
    measured_at: expect.stringMatching(/^2025-01-01T00:00:00/),
  })
  const { rows } = await sql<{ weight: number; is_taken_back: boolean }>`
    select weight, replaced_at is not null as is_taken_back from readings
    where patient_id = ${emptied} order by measured_at`.execute(root)
  expect(rows).toEqual([
    { weight: 61.5, is_taken_back: false },
    { weight: 16.5, is_taken_back: true },
  ])
})
