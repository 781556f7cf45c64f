import { CompiledQuery, type DatabaseConnection, type QueryResult } from 'kysely'

/**
 * The connection of one transaction. The driver sends each statement at once, in the order of the calls, and does not
 * wait for the answer to the one before: a statement whose answer nobody awaits costs no round trip of its own. After
 * the commit is sent, none can follow, since it would run outside the transaction.
 */
export class TransactionConnection implements DatabaseConnection {
  readonly #connection: DatabaseConnection
  #isOver = false

  constructor(connection: DatabaseConnection) {
    this.#connection = connection
  }

  executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    if (this.#isOver) throw new Error('a statement was sent after the end of its transaction')
    return this.#connection.executeQuery<Row>(query)
  }

  streamQuery(): never {
    throw new Error('a cursor would hold up the statements that are sent behind it')
  }

  /** Sends the commit; throws if the database has rolled back instead, because a statement failed. */
  async commit(): Promise<void> {
    const sent = this.executeQuery<{ command: string }>(CompiledQuery.raw('commit'))
    this.#isOver = true
    const { rows } = await sent
    if (rows[0]?.command !== 'COMMIT') throw new Error('the transaction was rolled back')
  }

  /** Resolves when every statement that was sent is answered. */
  async rollback(): Promise<void> {
    this.#isOver = true
    await this.#connection.executeQuery(CompiledQuery.raw('rollback')).catch(() => {})
  }
}
