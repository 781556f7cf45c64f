import { sql } from 'kysely'
import { loggable } from '../core/failure.ts'
import { acrossHospitals, type Root } from '../db/database.ts'
import type { OutsideMessage } from './outbox.ts'

/**
 * A message to be delivered. A receiver who gets the same id twice may ignore the second. `lineUserId` is the LINE user
 * id of the recipient, if the message goes to one person who still wants it.
 */
export type Delivery<Message = OutsideMessage> = { id: string; message: Message; lineUserId: string | null }

/** A way to reach people who are not in front of a screen. `send` resolves when the message has arrived. */
export type Channel<Message = OutsideMessage> = {
  name: string
  send: (delivery: Delivery<Message>) => Promise<void>
}

/** Why a message was not delivered, in words without patient data. `isFinal` where another try changes nothing. */
export class Undelivered extends Error {
  override name = 'Undelivered'
  readonly isFinal: boolean

  constructor(reason: string, { isFinal = false }: { isFinal?: boolean } = {}) {
    super(reason)
    this.isFinal = isFinal
  }
}

export type Deliverer = { root: Root; clock: () => Date; channels: readonly Channel<never>[] }

const atOnce = 20
/** Longer than any channel's timeout: by then the node that took the message is gone, and another node takes it. */
const heldMs = 60_000
const [firstWaitMs, longestWaitMs] = [10_000, 60 * 60_000]
const triedForMs = 24 * 60 * 60_000

type Due = Delivery & { tries: number; created_at: string }

/**
 * Sends all messages that are due, those of high severity first. No transaction is open while a message is sent. A
 * failed message is sent again after 10 seconds, 20, 40 and so on up to an hour, and given up a day after it was
 * written.
 */
export async function deliverOutbox({ channels, ...deliverer }: Deliverer): Promise<void> {
  await Promise.all(channels.map((channel) => deliverBy({ ...deliverer, channel }, () => false)))
}

type DelivererBy = Omit<Deliverer, 'channels'> & { channel: Channel<never> }

/** Delivers one channel's messages, so that a channel that is stuck does not delay the others. */
async function deliverBy(deliverer: DelivererBy, isEnding: () => boolean): Promise<void> {
  for (;;) {
    const due = await take(deliverer)
    await Promise.all(due.map((one) => deliver(deliverer, one)))
    if (due.length < atOnce || isEnding()) return
  }
}

async function deliver({ root, clock, channel }: DelivererBy, due: Due): Promise<void> {
  try {
    await channel.send(due as never)
  } catch (error) {
    await keepFailure({ root, clock }, due, error)
    return
  }
  await settle(root, due.id, { sent_at: clock().toISOString(), last_error: null })
}

function take({ root, clock, channel }: DelivererBy): Promise<Due[]> {
  const now = clock()
  return acrossHospitals(root, async (tx) => {
    const { rows } = await sql<Due>`
      update outbox set tries = tries + 1, next_at = ${new Date(now.getTime() + heldMs).toISOString()}
      where id in (
        select id from outbox
        where sent_at is null and given_up_at is null and next_at <= ${now.toISOString()}
          and channel = ${channel.name}
        order by message->>'severity' is distinct from 'high', next_at limit ${atOnce}
        for update skip locked)
      returning id, message, tries, created_at,
        (select s.line_user_id from staff s
          where s.id = to_staff and s.status = 'approved' and s.line_choice <> 'none') as "lineUserId"`.execute(
      tx,
    )
    return rows
  })
}

function keepFailure(
  { root, clock }: Omit<Deliverer, 'channels'>,
  { id, tries, created_at }: Due,
  error: unknown,
) {
  const now = clock().getTime()
  const next = now + waitAfter(tries)
  const isFinal = error instanceof Undelivered && error.isFinal
  return settle(root, id, {
    last_error: reasonOf(error),
    ...(isFinal || next > Date.parse(created_at) + triedForMs
      ? { given_up_at: new Date(now).toISOString() }
      : { next_at: new Date(next).toISOString() }),
  })
}

/** Milliseconds from the failed try number `tries` (from 1) to the next try. */
export function waitAfter(tries: number): number {
  return Math.min(firstWaitMs * 2 ** (tries - 1), longestWaitMs)
}

type Settled = { sent_at?: string; given_up_at?: string; next_at?: string; last_error: string | null }

async function settle(root: Root, id: string, settled: Settled): Promise<void> {
  await acrossHospitals(root, (tx) => tx.updateTable('outbox').set(settled).where('id', '=', id).execute())
}

/** The message of a network error names addresses and may quote the content; its code does not. */
function reasonOf(error: unknown): string {
  if (error instanceof Undelivered) return error.message
  if (!(error instanceof Error)) return 'unknown'
  const { code } = (error.cause ?? {}) as { code?: unknown }
  return typeof code === 'string' ? code : error.name
}

/**
 * Delivers repeatedly, apart from the scheduled jobs, which must not wait for a slow receiver. Returns a function that
 * stops it.
 */
export function startDelivery(
  { channels, log, ...deliverer }: Deliverer & { log: (what: Record<string, unknown>) => void },
  everyMs: number,
): () => Promise<void> {
  let isEnding = false
  const running = new Map<Channel<never>, Promise<void>>()
  const timer = setInterval(() => {
    for (const channel of channels) {
      if (running.has(channel)) continue
      const delivery = deliverBy({ ...deliverer, channel }, () => isEnding)
        .catch((error: unknown) => log({ job: 'delivery', error: loggable(error) }))
        .finally(() => running.delete(channel))
      running.set(channel, delivery)
    }
  }, everyMs)
  return async () => {
    isEnding = true
    clearInterval(timer)
    await Promise.all(running.values())
  }
}
