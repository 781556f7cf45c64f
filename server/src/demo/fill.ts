import { sql } from 'kysely'
import { v7 as newId } from 'uuid'
import { updateBedside } from '../bedside/intake/intake.ts'
import { insertReadings } from '../bedside/intake/store.ts'
import type { Tx } from '../db/database.ts'
import { demoHospital } from './hospital.ts'
import { buildDemoRecords, buildWaitingReadings } from './records.ts'
import { demoPassword } from './staff.ts'

/** Fills a database that has nothing but the reference lists with the demo hospital as it is at `now`. */
export async function fillDemo(
  tx: Tx,
  { now, hashPassword }: { now: string; hashPassword: (password: string) => Promise<string> },
): Promise<void> {
  const hospital = await tx.selectFrom('hospitals').select('id').limit(1).executeTakeFirst()
  if (hospital) throw new Error('the demo hospital is for an empty database: this one has a hospital')
  const records = buildDemoRecords(now, await hashPassword(demoPassword))
  for (const [part, rows] of Object.entries(records))
    await insertRows(tx, part === 'sheets' ? 'form_records' : part, rows)
  await chartWaiting(tx, now)
}

/** Charts what was measured of whoever waits in the emergency room, as the panel does: with scores and alarms. */
async function chartWaiting(tx: Tx, now: string): Promise<void> {
  const { id: hospitalId } = demoHospital
  const readings = buildWaitingReadings(now)
  await insertReadings(tx, hospitalId, readings)
  await updateBedside({ tx, hospitalId, now, newId, emit: () => {}, channels: [] }, readings)
}

/** Inserts all rows in one statement, with the types of the table's columns. */
async function insertRows(tx: Tx, table: string, rows: readonly object[]) {
  const columns = sql.join(Object.keys(rows[0] ?? {}).map((name) => sql.ref(name)))
  await sql`
    insert into ${sql.table(table)} (${columns})
    select ${columns} from json_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(rows)}::json)
  `.execute(tx)
}
