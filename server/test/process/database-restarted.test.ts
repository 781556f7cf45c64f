import { once } from 'node:events'
import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { CallError, createClient, errorCodes, ingest, monitoring, signIn } from 'contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDatabase, type Root } from '../../src/db/database.ts'
import { type EmbeddedDatabase, startEmbedded } from '../../src/embedded/embedded.ts'
import { prepareDatabase } from '../../src/prepare-database.ts'
import { demoPassword, demoUsers } from '../../src/testing.ts'
import { makeDataFolder } from '../support/data-folder.ts'
import { type PanelProcess, startPanelProcess } from '../support/panel-process.ts'
import { addSender } from '../support/sender-key.ts'
import { giveDevices, type WornDevice } from '../support/worn-devices.ts'

const restarts = 10
const senders = 3
const minuteMs = 60_000

let folder: string
let key: string
let worn: WornDevice[]
let panel: PanelProcess
let origin: string

beforeAll(async () => {
  folder = await makeDataFolder('restarted')
  await withDatabase(async (root) => {
    await prepareDatabase(root, { demo: true, now: new Date().toISOString(), log: () => {} })
    worn = await giveDevices(root, restarts, new Date(Date.now() - 60 * minuteMs).toISOString())
    key = await addSender(root, worn[0]?.hospitalId ?? '')
  })
  panel = startPanelProcess({ DATA_DIR: folder, CALLS_PER_MINUTE: '0', LOG_LEVEL: 'silent', SIMULATE: '0' })
  origin = await panel.origin
})
afterAll(async () => {
  if (panel.exitCode === null && panel.kill('SIGTERM')) await once(panel, 'exit')
  await rm(folder, { recursive: true, force: true })
})

/** The database of the panel while the panel does not run. */
async function withDatabase(work: (root: Root) => Promise<void>): Promise<void> {
  const database: EmbeddedDatabase = await startEmbedded({ dataDir: folder, log: () => {} })
  const root = openDatabase({ url: database.url, connections: 2 })
  try {
    await work(root)
  } finally {
    await root.destroy()
    await database.stop()
  }
}

async function findDatabaseProcess(): Promise<number> {
  const lockFile = await readFile(join(folder, 'postgres/postmaster.pid'), 'utf8').catch(() => '')
  return Number(lockFile.split('\n')[0])
}

type Acknowledged = { id: string; status: string }
/** An answer that is no acknowledgement: its status and code. */
type Refused = string

/** Sends the same batch again and again until it is acknowledged, as a gateway does. */
async function postBatch(batch: object[], refused: Set<Refused>): Promise<Acknowledged[]> {
  const sentAt = new Date().toISOString()
  for (;;) {
    // It throws when there is no answer at all: the panel itself must always answer.
    const response = await fetch(`${origin}${ingest.readings.path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ sent_at: sentAt, readings: batch }),
    })
    const { results, error_code } = (await response.json()) as {
      results?: { _id: string; status: string }[]
      error_code?: number
    }
    if (results) return results.map(({ _id, status }) => ({ id: _id, status }))
    refused.add(`${response.status} ${error_code}`)
    await sleep(10)
  }
}

/** Repeats the call for as long as the panel answers that it is busy. */
async function whenFree<T>(ask: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await ask()
    } catch (error) {
      if (!(error instanceof CallError && error.code === errorCodes.busy)) throw error
      await sleep(100)
    }
  }
}

async function signedInNurse() {
  const call = createClient({ fetch, base: origin, session: () => undefined })
  const { staff_type } = await whenFree(() => call(signIn.staffTypes, {}))
  const type = staff_type.find(({ en_name }) => en_name === 'Nurse')?._id ?? ''
  const { user } = await whenFree(() =>
    call(signIn.signIn, { user_name: demoUsers.nurse, type, password: demoPassword }),
  )
  const session = { server_token: user.server_token, user_id: user._id }
  return createClient({ fetch, base: origin, session: () => session })
}

test('while its database is restarted and killed again and again, the panel stays up, each acknowledged reading is there once and each due alarm is raised once', {
  timeout: 1_800_000,
}, async () => {
  const began = Date.now()
  const nurse = await signedInNurse()
  const acknowledged: Acknowledged[] = []
  const refused = new Set<Refused>()
  const refusedScreens = new Set<number | undefined>()
  let batches = 0
  let round = 0
  let isOver = false
  const send = async (sender: number) => {
    // No two readings of a device have the same time.
    let instant = 0
    while (!isOver) {
      instant = Math.max(instant + 1, Math.ceil(Date.now() / senders))
      const readings = worn.map(({ mac }, at) => ({
        device: mac,
        kind: 'temperature',
        measured_at: new Date(instant * senders + sender).toISOString(),
        // One more patient has a high fever before each restart, and keeps it.
        temperature: at < round ? 41.5 : 37,
      }))
      acknowledged.push(...(await postBatch(readings, refused)))
      batches += 1
    }
  }
  const look = async () => {
    while (!isOver) {
      await nurse(monitoring.wall, {}).catch((error: unknown) => {
        if (!(error instanceof CallError)) throw error
        refusedScreens.add(error.code)
      })
      await sleep(20)
    }
  }
  const work = Promise.all([look(), ...Array.from({ length: senders }, (_, sender) => send(sender))])
  const batchesTaken = async () => {
    const before = batches
    while (batches < before + 2 * senders && !isOver) await sleep(5)
  }
  const restart = async () => {
    for (round = 1; round <= restarts && !isOver; round++) {
      await batchesTaken()
      // It happens at another point of the work each time.
      await sleep((round * 7) % 23)
      const killed = await findDatabaseProcess()
      // It ends in turns as `pg_ctl stop -m immediate` ends it, and in the worst way.
      process.kill(killed, round % 2 === 1 ? 'SIGQUIT' : 'SIGKILL')
      // The panel starts it again.
      while ([0, killed].includes(await findDatabaseProcess()) && !isOver) await sleep(20)
    }
    await batchesTaken()
    isOver = true
  }
  await Promise.all([work, restart()]).finally(() => {
    isOver = true
  })

  expect(panel.exitCode).toBeNull()
  expect([...refused]).toEqual([`503 ${errorCodes.busy}`])
  expect([...refusedScreens].filter((code) => code !== errorCodes.busy)).toEqual([])
  panel.kill('SIGTERM')
  await once(panel, 'exit')
  expect(acknowledged.filter(({ status }) => status !== 'stored' && status !== 'known')).toEqual([])

  await withDatabase(async (root) => {
    const { rows } = await sql<{ id: string; times: number }>`
      select id, count(*)::int as times from readings where mac like 'aabbccdd%' group by id`.execute(root)
    expect(rows.filter(({ times }) => times !== 1)).toEqual([])
    expect(rows.map(({ id }) => id).sort()).toEqual(acknowledged.map(({ id }) => id).sort())
    const { rows: raised } = await sql<{ patient_id: string; alarms: number; steps: number }>`
      select a.patient_id, count(distinct a.id)::int as alarms, count(s.id)::int as steps
      from alarms a join alarm_steps s on s.alarm_id = a.id and s.step = 'raised'
      where a.rule = 'temperature-high' and a.patient_id = any(${worn.map((one) => one.patientId)}::uuid[])
        and a.raised_at >= ${new Date(began).toISOString()}
      group by a.patient_id`.execute(root)
    // There are as many patients as restarts; the first one's fever began before the first restart.
    expect(raised).toHaveLength(restarts)
    expect(raised.filter(({ alarms, steps }) => alarms !== 1 || steps !== 1)).toEqual([])
  })
})
