import { once } from 'node:events'
import fastify from 'fastify'
import { openPool } from '../../server/src/db/database.ts'
import { hashToken } from '../../server/src/identity/session.ts'
import { bindValues, type Caller, type Statement } from './capture.ts'
import { firstNumbers } from './own-number.ts'

/**
 * The yardstick for the panel: a bare Fastify route that runs the statements captured from the panel and returns their
 * rows. It validates nothing and parses nothing but JSON.
 */
type Work = { url: string; connections: number; statements: Statement[][][] }

process.once('disconnect', () => process.exit())
const [{ url, connections, statements }] = (await once(process, 'message')) as [Work]
const pool = openPool({ url, connections })
let number = firstNumbers.bare
const app = fastify()
app.post<{ Params: { case: string; variant: string } }>('/:case/:variant', async (request) => {
  const run = statements[Number(request.params.case)]?.[Number(request.params.variant)] ?? []
  const token = request.headers.authorization?.slice('Bearer '.length) ?? ''
  const caller = {
    tokenHash: hashToken(token),
    staffId: '',
    now: Date.now(),
    number: number++,
    ids: new Map(),
  }
  return { success: true, rows: await runStatements(run, caller) }
})
process.send?.({ port: Number(new URL(await app.listen({ host: '127.0.0.1', port: 0 })).port) })

/** As the panel does: the session first, then the transaction up to its audit, and the audit with the commit. */
async function runStatements(statements: Statement[], caller: Caller): Promise<unknown[]> {
  const begin = statements.findIndex(({ text }) => text.startsWith('begin'))
  const audit = statements.findIndex(({ text }) => text.startsWith('insert into "audit"'))
  for (const statement of statements.slice(0, begin)) {
    const { rows: sessions } = await pool.query(statement.text, bindValues(statement, caller))
    caller.staffId = sessions[0].staff_id
  }
  const client = await pool.connect()
  const send = async (some: Statement[]) => {
    const results = await Promise.all(some.map((one) => client.query(one.text, bindValues(one, caller))))
    return results.flatMap(({ rows }) => rows ?? [])
  }
  try {
    return [...(await send(statements.slice(begin, audit))), ...(await send(statements.slice(audit)))]
  } finally {
    client.release()
  }
}
