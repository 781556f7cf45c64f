import { createClient, formDelivery, importPublicKey, type SessionToken, sealMessage } from 'contract'
import { v7 as newId } from 'uuid'
import type { Options } from './all.ts'
import { type BenchResult, computeMedian, computeP95 } from './results.ts'
import { openBenchDatabase } from './rig/database.ts'
import { createBenchHospital, signInStaff } from './rig/hospital.ts'
import { startPanel } from './rig/panel.ts'

const limits = { drainMs: 500 }
const [delivered, records] = [200, 10]

/** Measures how long a tablet's queue takes when the signal is back. */
export async function measureForms(options: Options): Promise<BenchResult[]> {
  await using ends = new AsyncDisposableStack()
  const database = await openBenchDatabase()
  ends.defer(() => database.close())
  await createBenchHospital(database.root)
  const [first] = await signInStaff(database.root, 'doctor', 1)
  if (!first) throw new Error('nobody is signed in')
  const panel = await startPanel({
    DATABASE_URL: database.url,
    CALLS_PER_MINUTE: '1000000',
    PANEL_SECRET: 'the secret of a panel that lives as long as a bench',
  })
  ends.defer(() => panel.stop())
  return await measureDrain(panel.port, first, options)
}

async function measureDrain(
  port: number,
  session: SessionToken,
  { quick, say }: Options,
): Promise<BenchResult[]> {
  const call = createClient({ fetch, base: `http://127.0.0.1:${port}`, session: () => session })
  const { key } = await call(formDelivery.sealingKey, {})
  if (!key) throw new Error('the panel has no key to seal to')
  const publicKey = await importPublicKey(Uint8Array.from(Buffer.from(key.public_key, 'base64')))
  const times: number[] = []
  for (let round = 0; round < (quick ? 3 : 15); round++) {
    const ids = Array.from({ length: records }, () => newId())
    const operations = await Promise.all(
      Array.from({ length: delivered }, async (_, i) => {
        const [op_id, record_id] = [newId(), ids[i % records] ?? '']
        const written = {
          op_id,
          path: i < records ? 'pick_up' : 'landmark',
          answer: `หน้าวัดพระแก้ว ซอย ${i}`,
          base: i < 2 * records ? null : `หน้าวัดพระแก้ว ซอย ${i - records}`,
          at: new Date().toISOString(),
          device: 'bench',
          form: 'ambulance-request',
          form_version: 1,
          by: session.user_id,
          token: session.server_token,
        }
        const place = { key_id: key._id, record_id, op_id }
        const message = await sealMessage(publicKey, JSON.stringify(written), place)
        const sealed = { key_id: key._id, message: Buffer.from(message).toString('base64') }
        return { op_id, record_id, sealed }
      }),
    )
    const began = performance.now()
    const { results } = await call(formDelivery.apply, { operations })
    times.push(performance.now() - began)
    if (results.some(({ outcome }) => outcome !== 'applied')) throw new Error('not everything was applied')
  }
  say(`${delivered} operations of ${records} records: median ${computeMedian(times).toFixed(0)} ms`)
  return [
    {
      what: '200 queued operations in one call',
      value: computeP95(times),
      unit: 'ms p95',
      limit: limits.drainMs,
    },
  ]
}
