import { readings } from 'contract'
import { sql } from 'kysely'
import type { Options } from './all.ts'
import { type BenchResult, computeMedian } from './results.ts'
import { computeRatio, measureAgainstBare } from './rig/compare-with-bare.ts'
import { openBenchDatabase } from './rig/database.ts'
import { wearDevices } from './rig/devices.ts'
import { createBenchHospital, hospitalId, registerPatients, signInStaff } from './rig/hospital.ts'

const users = 4
const charted = 4
const days = 60
const points = 500
const limits = { ratio: 1.3 }

/** A chart of 60 days of a watch with one pulse a minute, compared with a bare route. */
export async function measureChartCalls({ quick, say }: Options): Promise<BenchResult[]> {
  const database = await openBenchDatabase()
  try {
    await createBenchHospital(database.root)
    await registerPatients(database.root, 1, 2_000)
    const { worn } = await wearDevices(database.root, charted)
    const to = new Date()
    const from = new Date(to.getTime() - days * 24 * 60 * 60_000)
    await sql`set statement_timeout = 0`.execute(database.root)
    await sql`select make_reading_partitions(${from.toISOString()}::date, ${to.toISOString()}::date)`.execute(
      database.root,
    )
    for (const { deviceId, patientId, imei } of worn) {
      say(`${days} days of one patient`)
      await sql`
        insert into readings (measured_at, id, hospital_id, patient_id, kind, source, device_id, received_at, device_time,
          mac, pulse)
        select at, gen_random_uuid(), ${hospitalId}, ${patientId}, 'pulse', 'watch', ${deviceId}, at, at, ${imei},
          70 + 20 * sin(extract(epoch from at) / 7000)
        from generate_series(${from.toISOString()}::timestamptz, ${to.toISOString()}::timestamptz, '1 minute') as at`.execute(
        database.root,
      )
    }
    await sql`vacuum analyze readings`.execute(database.root)
    const sessions = await signInStaff(database.root, 'nurse', users)
    const asked = {
      name: `${days} days at one value a minute, charted`,
      path: readings.history.path,
      bodies: worn.map(({ patientId }) => ({
        patient_id: patientId,
        kinds: ['pulse'],
        from: from.toISOString(),
        to: to.toISOString(),
        resolution: points,
      })),
    }
    const [turns] = await measureAgainstBare(database, sessions, [asked], {
      ...(quick ? { turns: 3, seconds: 2 } : { turns: 7, seconds: 5 }),
      say,
    })
    if (!turns) return []
    return [
      {
        what: `${asked.name}: p95`,
        value: computeRatio(turns, (a) => a.p95Ms),
        unit: '× bare',
        limit: limits.ratio,
      },
      { what: `${asked.name}: median`, value: computeMedian(turns.panel.map((a) => a.medianMs)), unit: 'ms' },
    ]
  } finally {
    await database.close()
  }
}
