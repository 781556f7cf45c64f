import pg from 'pg'

export type Answers<Sent extends readonly unknown[]> = { -readonly [Each in keyof Sent]: Awaited<Sent[Each]> }

/**
 * The answers to statements of one transaction that were sent together, which takes one round trip. They run in the
 * order in which they were sent. After one that fails all others fail too, and only the first says why: it is thrown.
 * What is sent may go on to send more, so that the first to fail is not always the first of the list.
 */
export async function allInOrder<const Sent extends readonly unknown[]>(sent: Sent): Promise<Answers<Sent>> {
  const answers = await Promise.allSettled(sent)
  const failures = answers.flatMap((one) => (one.status === 'rejected' ? [one.reason as unknown] : []))
  if (failures.length > 0) throw failures.find((one) => !isOfFailedTransaction(one)) ?? failures[0]
  return answers.map((one) => (one.status === 'fulfilled' ? one.value : undefined)) as Answers<Sent>
}

/** PostgreSQL refuses a statement because one before it failed. */
function isOfFailedTransaction(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === '25P02'
}
