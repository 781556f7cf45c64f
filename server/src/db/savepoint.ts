import { sql } from 'kysely'
import type { Tx } from './database.ts'

/** Work that may fail alone: its error is thrown on, and what it wrote is undone, while the transaction goes on. */
export async function inSavepoint<Done>(tx: Tx, work: () => Promise<Done>): Promise<Done> {
  await sql`savepoint attempt`.execute(tx)
  let done: Done
  try {
    done = await work()
  } catch (error) {
    await sql`rollback to savepoint attempt; release savepoint attempt`.execute(tx)
    throw error
  }
  await sql`release savepoint attempt`.execute(tx)
  return done
}
