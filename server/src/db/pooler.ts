import { DatabaseClient } from './database.ts'

/** Behind a pooler, one of this many tries gets the same connection to the server again. */
const maxTries = 8

/** The server's errors for a statement name that another client has given, or that was given on another connection. */
const confusedNameCodes = ['42P05', '26000']

/**
 * Refuses a connection to the database with which the panel would silently go wrong: with times of another zone, or
 * with prepared statements that are missing on the connection.
 */
export async function checkConnections({ url, prepares }: { url: string; prepares: boolean }): Promise<void> {
  const clients = [
    new DatabaseClient({ connectionString: url }),
    new DatabaseClient({ connectionString: url }),
  ]
  try {
    for (const client of clients) {
      // Without a listener, a lost server would end this process.
      client.on('error', () => {})
      await client.connect()
      await checkTimeZone(client)
    }
    if (!prepares) return
    for (let time = 0; time < maxTries; time++) for (const client of clients) await checkNames(client)
  } finally {
    await Promise.allSettled(clients.map((client) => client.end()))
  }
}

async function checkTimeZone(client: DatabaseClient): Promise<void> {
  const { rows } = await client.query<{ zone: string }>("select current_setting('TimeZone') as zone")
  const zone = rows[0]?.zone
  if (zone === 'UTC') return
  throw new Error(
    `A connection to the database begins with the time zone ${zone}, and a pooler keeps it so; an administrator of ` +
      "the database server makes it UTC: alter role … set timezone = 'UTC'.",
  )
}

async function checkNames(client: DatabaseClient): Promise<void> {
  try {
    await client.query({ name: 'panel-check', text: 'select 1' })
  } catch (error) {
    if (!confusedNameCodes.includes((error as { code?: string }).code ?? '')) throw error
    throw new Error(
      'The pooler in front of the database mixes up the prepared statements of its clients (as PgBouncer does in ' +
        'transaction mode before 1.21, or with max_prepared_statements = 0). Set DATABASE_PREPARE=0.',
    )
  }
}
