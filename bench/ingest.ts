import { fork } from 'node:child_process'
import { sql } from 'kysely'
import type { Root } from '../server/src/db/database.ts'
import type { Options } from './all.ts'
import { type BenchResult, computeMedian } from './results.ts'
import { readAnswer } from './rig/child.ts'
import { openBenchDatabase } from './rig/database.ts'
import { wearDevices } from './rig/devices.ts'
import { createBenchHospital, hospitalId, registerPatients } from './rig/hospital.ts'
import type { LoadPlan, LoadResult } from './rig/ingest-load.ts'
import { findFreePort, startPanel } from './rig/panel.ts'

const devices = 500
const limits = { share: 40, rowsPerSecond: 30_000, growth: 1.2 }

type Way = Pick<LoadPlan, 'way' | 'batch' | 'senders'>

const bareWay: Way = { way: 'bare', batch: 1000, senders: 4 }
const httpWay: Way = { way: 'http', batch: 1000, senders: 20 }
const ways: { name: string; way: Way; isPromised: boolean }[] = [
  { name: 'HTTP, batches of 1,000', way: httpWay, isPromised: true },
  { name: 'HTTP, batches of 100', way: { way: 'http', batch: 100, senders: 20 }, isPromised: false },
  {
    name: 'MQTT, QoS 1, 4 readings a message',
    way: { way: 'mqtt', batch: 4, senders: 20 },
    isPromised: true,
  },
]

/**
 * Readings of 500 worn devices, one in a hundred out of its limits: sent to the panel and, in turns, inserted by the
 * bare driver into the same table. The median of the turns counts.
 */
export async function measureIngest({ quick, say }: Options): Promise<BenchResult[]> {
  const [turns, rows] = quick ? [2, 8_000] : [7, 120_000]
  const intake = await openIntake(0)
  try {
    const lines: BenchResult[] = []
    for (const { name, way, isPromised } of ways) {
      await intake.bring(bareWay, rows / 4)
      await intake.bring(way, rows / 4)
      const rates: { bare: number; panel: number }[] = []
      for (let turn = 0; turn < turns; turn++) {
        rates.push({ bare: await intake.bring(bareWay, rows), panel: await intake.bring(way, rows) })
      }
      const panelRate = computeMedian(rates.map((rate) => rate.panel))
      const bareRate = computeMedian(rates.map((rate) => rate.bare))
      const share = 100 * computeMedian(rates.map((rate) => rate.panel / rate.bare))
      say(`${name}: ${panelRate.toFixed(0)}/s, bare ${bareRate.toFixed(0)}/s, ${share.toFixed(1)} %`)
      lines.push(
        {
          what: `readings by ${name}`,
          value: panelRate,
          unit: '/s',
          ...(isPromised && { limit: limits.rowsPerSecond, bound: 'at least' }),
        },
        {
          what: `readings by ${name}`,
          value: share,
          unit: '% of bare',
          note: `bare ${Math.round(bareRate).toLocaleString('en')}/s`,
          ...(isPromised && { limit: limits.share, bound: 'at least' }),
        },
      )
    }
    return lines
  } finally {
    await intake.close()
  }
}

/** The cost of a reading with few and with many readings stored before, in turns on two databases. */
export async function measureIngestGrowth({ quick, full, say }: Options): Promise<BenchResult[]> {
  const [few, many] = quick ? [100_000, 1_000_000] : [1_000_000, full ? 30_000_000 : 5_000_000]
  const [turns, rows] = quick ? [2, 8_000] : [7, 40_000]
  const millions = (count: number) => `${count / 1_000_000} million`
  say(`filling with ${millions(few)} and ${millions(many)} readings`)
  const small = await openIntake(few)
  try {
    const large = await openIntake(many)
    try {
      await small.bring(httpWay, rows)
      await large.bring(httpWay, rows)
      const ratios: number[] = []
      for (let turn = 0; turn < turns; turn++) {
        ratios.push((await small.bring(httpWay, rows)) / (await large.bring(httpWay, rows)))
      }
      return [
        {
          what: `cost of a reading among ${millions(many)}`,
          value: computeMedian(ratios),
          unit: `× among ${millions(few)}`,
          limit: limits.growth,
        },
      ]
    } finally {
      await large.close()
    }
  } finally {
    await small.close()
  }
}

type Intake = {
  /** Sends so many readings; returns how many were stored per second. */
  bring: (way: Way, rows: number) => Promise<number>
  close: () => Promise<void>
}

/** A panel whose 500 devices have sent so many readings in the last months. */
async function openIntake(filled: number): Promise<Intake> {
  const database = await openBenchDatabase()
  try {
    await createBenchHospital(database.root)
    await registerPatients(database.root, 1, 2_000)
    const { worn, key } = await wearDevices(database.root, devices)
    await fill(database.root, filled)
    await sql`analyze`.execute(database.root)
    const mqttPort = await findFreePort()
    const panel = await startPanel({
      DATABASE_URL: database.url,
      CALLS_PER_MINUTE: '1000000',
      MQTT_PORT: String(mqttPort),
    })
    const load = fork(new URL('rig/ingest-load.ts', import.meta.url))
    return {
      async bring(way, rows) {
        const port = way.way === 'mqtt' ? mqttPort : panel.port
        load.send({ ...way, rows, port, key, url: database.url, worn } satisfies LoadPlan)
        const { seconds } = await readAnswer<LoadResult>(load)
        return rows / seconds
      },
      async close() {
        load.disconnect()
        await panel.stop()
        await database.close()
      },
    }
  } catch (error) {
    await database.close()
    throw error
  }
}

const monthsBack = 3

/** Inserts readings of every device at equal intervals over the last months. */
async function fill(root: Root, rows: number): Promise<void> {
  if (rows === 0) return
  await root.connection().execute(async (connection) => {
    await sql`set statement_timeout = 0`.execute(connection)
    await sql`select make_reading_partitions((now() - ${`${monthsBack} months`}::interval)::date, now()::date)`.execute(
      connection,
    )
    await sql`
      insert into readings (measured_at, id, hospital_id, patient_id, kind, source, device_id, received_at, device_time,
        mac, pulse)
      select at, gen_random_uuid(), ${hospitalId}, a.patient_id, 'pulse', 'watch', a.device_id, at, at, d.mac, 72
      from generate_series(1, ${Math.round(rows / devices)}::int) as i,
        lateral (select now() - interval '1 hour' - ${`${monthsBack} months`}::interval
          * (1 - i::float8 / ${Math.round(rows / devices)}) as at) as instant,
        device_assignments a join devices d on d.id = a.device_id
      order by i`.execute(connection)
    await sql`vacuum analyze readings`.execute(connection)
    await sql`checkpoint`.execute(connection)
    await sql`reset statement_timeout`.execute(connection)
  })
}
