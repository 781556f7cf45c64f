import type { StaffTypeCode } from 'contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { migrate } from '../src/db/migrate.ts'
import { startTestPanel, type TestPanel } from '../src/testing.ts'

let panel: TestPanel
beforeAll(async () => {
  panel = await startTestPanel()
})
afterAll(() => panel.close())

test('permissions that a hospital had changed for a crew hold for its care too, except for drivers, who treat nobody', async () => {
  const { root } = panel
  const change = (staffType: StaffTypeCode, permission: string, isGranted: boolean) =>
    sql`insert into changed_permissions (hospital_id, staff_type_id, permission, is_granted)
      select h.id, t.id, ${permission}, ${isGranted} from hospitals h, staff_types t
      where t.code = ${staffType}`.execute(root)
  await change('nurse', 'mission:crew', false)
  await change('registrar', 'mission:crew', true)
  await change('driver', 'mission:crew', true)
  await change('paramedic', 'mission:crew', false)
  await change('paramedic', 'mission:care', true)
  await sql`delete from migrations where name like '%care-of-a-crew%'`.execute(root)
  await migrate(root)

  const { rows } = await sql<{ code: string; is_granted: boolean }>`
    select distinct t.code, c.is_granted from changed_permissions c join staff_types t on t.id = c.staff_type_id
    where c.permission = 'mission:care' order by t.code`.execute(root)
  expect(rows).toEqual([
    { code: 'nurse', is_granted: false },
    { code: 'paramedic', is_granted: true },
    { code: 'registrar', is_granted: true },
  ])
})
