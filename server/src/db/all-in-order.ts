export type Answers<Sent extends readonly unknown[]> = { -readonly [Each in keyof Sent]: Awaited<Sent[Each]> }

/**
 * The answers to statements of one transaction that were sent together, which takes one round trip. They run in the
 * order in which they were sent. After one that fails all others fail too, and only the first says why: it is thrown.
 */
export async function allInOrder<const Sent extends readonly unknown[]>(sent: Sent): Promise<Answers<Sent>> {
  const answers = await Promise.allSettled(sent)
  const failed = answers.find(({ status }) => status === 'rejected')
  if (failed?.status === 'rejected') throw failed.reason
  return answers.map((one) => (one.status === 'fulfilled' ? one.value : undefined)) as Answers<Sent>
}
