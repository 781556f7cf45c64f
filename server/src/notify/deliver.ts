import { sql } from 'kysely'
import { toLoggable } from '../core/failure.ts'
import { acrossHospitals, type Root } from '../db/database.ts'
import { joinPresentVisit, selectVisitPlace } from '../db/in-visit.ts'
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

export type DeliveryOptions = { root: Root; clock: () => Date; channels: readonly Channel<never>[] }

const deliveryBatchSize = 20
/** Longer than any channel's timeout: by then the node that took the message is gone, and another node takes it. */
const claimMs = 60_000
const [firstWaitMs, longestWaitMs] = [10_000, 60 * 60_000]
const triedForMs = 24 * 60 * 60_000

type DueMessage = Delivery & { tries: number; created_at: string; isOutdated: boolean }

/**
 * Sends all messages that are due, those of high severity first. No transaction is open while a message is sent. A
 * failed message is sent again after 10 seconds, 20, 40 and so on up to an hour, and given up a day after it was
 * written.
 */
export async function deliverOutbox({ channels, ...deliverer }: DeliveryOptions): Promise<void> {
  await Promise.all(channels.map((channel) => deliverChannel({ ...deliverer, channel }, () => false)))
}

type ChannelDelivery = Omit<DeliveryOptions, 'channels'> & { channel: Channel<never> }

/** Delivers one channel's messages, so that a channel that is stuck does not delay the others. */
async function deliverChannel(deliverer: ChannelDelivery, isEnding: () => boolean): Promise<void> {
  for (;;) {
    const due = await claimDueMessages(deliverer)
    await Promise.all(
      due.filter(({ isOutdated }) => !isOutdated).map((one) => deliverMessage(deliverer, one)),
    )
    if (due.length < deliveryBatchSize || isEnding()) return
  }
}

async function deliverMessage({ root, clock, channel }: ChannelDelivery, due: DueMessage): Promise<void> {
  try {
    await channel.send(due as never)
  } catch (error) {
    await recordDeliveryFailure({ root, clock }, due, error)
    return
  }
  await updateOutbox(root, due.id, { sent_at: clock().toISOString(), last_error: null })
}

/**
 * Whether what an outbox row `o` says of an alarm is out of date: since it was written, the alarm was acknowledged or
 * closed or its cause has ended, or a later message says more to the same person, or the patient was moved to another
 * ward.
 */
const isOutdated = sql<boolean>`(
  exists (select from alarms a
    where a.id = (o.message ->> 'alarm')::uuid and (a.cleared_at is not null
      or a.acknowledged_at > o.created_at or a.ended_at > o.created_at))
  or exists (select from outbox later
    where later.message ->> 'alarm' = o.message ->> 'alarm' and later.created_at > o.created_at
      and later.channel = o.channel and (later.to_staff is not distinct from o.to_staff
        or later.message ->> 'ward' is distinct from o.message ->> 'ward')))`

/**
 * The message of an outbox row `o`, with the bed or the visit in which its patient is now; one of another ward is out
 * of date.
 */
const messageNow = sql<OutsideMessage>`coalesce((
  select o.message || jsonb_build_object('bed', b.label, 'visit', ${selectVisitPlace})
  from alarms a
    join patients p on p.hospital_id = a.hospital_id and p.id = a.patient_id
    ${joinPresentVisit}
    left join beds b on b.id = p.bed_id
  where a.id = (o.message ->> 'alarm')::uuid and a.cleared_at is null), o.message)`

/**
 * What is too old is given up and not sent, also after hours in which no node ran: it would look like news. What is out
 * of date is dropped as it is claimed, so that a message that waits for nothing is looked at once.
 */
function claimDueMessages({ root, clock, channel }: ChannelDelivery): Promise<DueMessage[]> {
  const now = clock()
  const tooOld = new Date(now.getTime() - triedForMs).toISOString()
  return acrossHospitals(root, async (tx) => {
    await sql`
      update outbox set given_up_at = ${now.toISOString()}, last_error = coalesce(last_error, 'late')
      where sent_at is null and given_up_at is null and next_at <= ${now.toISOString()}
        and channel = ${channel.name} and created_at < ${tooOld}`.execute(tx)
    const { rows } = await sql<DueMessage>`
      update outbox o set
        tries = case when due.is_outdated then o.tries else o.tries + 1 end,
        next_at = ${new Date(now.getTime() + claimMs).toISOString()},
        given_up_at = case when due.is_outdated then ${now.toISOString()}::timestamptz end,
        last_error = case when due.is_outdated then 'outdated' else o.last_error end
      from (
        select o.id, ${isOutdated} as is_outdated from outbox o
        where o.sent_at is null and o.given_up_at is null and o.next_at <= ${now.toISOString()}
          and o.channel = ${channel.name}
        order by o.message->>'severity' is distinct from 'high', o.next_at limit ${deliveryBatchSize}
        for update of o skip locked) due
      where o.id = due.id
      returning o.id, ${messageNow} as message, o.tries, o.created_at, due.is_outdated as "isOutdated",
        (select s.line_user_id from staff s
          where s.id = o.to_staff and s.status = 'approved' and s.line_choice <> 'none') as "lineUserId"`.execute(
      tx,
    )
    return rows
  })
}

function recordDeliveryFailure(
  { root, clock }: Omit<DeliveryOptions, 'channels'>,
  { id, tries, created_at }: DueMessage,
  error: unknown,
) {
  const now = clock().getTime()
  const next = now + computeRetryDelay(tries)
  const isFinal = error instanceof Undelivered && error.isFinal
  return updateOutbox(root, id, {
    last_error: describeDeliveryError(error),
    ...(isFinal || next > Date.parse(created_at) + triedForMs
      ? { given_up_at: new Date(now).toISOString() }
      : { next_at: new Date(next).toISOString() }),
  })
}

/** Milliseconds from the failed try number `tries` (from 1) to the next try. */
export function computeRetryDelay(tries: number): number {
  return Math.min(firstWaitMs * 2 ** (tries - 1), longestWaitMs)
}

type OutboxUpdate = { sent_at?: string; given_up_at?: string; next_at?: string; last_error: string | null }

async function updateOutbox(root: Root, id: string, settled: OutboxUpdate): Promise<void> {
  await acrossHospitals(root, (tx) => tx.updateTable('outbox').set(settled).where('id', '=', id).execute())
}

/** The message of a network error names hosts and may quote the content; its code does not. */
function describeDeliveryError(error: unknown): string {
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
  { channels, log, ...deliverer }: DeliveryOptions & { log: (what: Record<string, unknown>) => void },
  everyMs: number,
): () => Promise<void> {
  let isEnding = false
  const running = new Map<Channel<never>, Promise<void>>()
  const timer = setInterval(() => {
    for (const channel of channels) {
      if (running.has(channel)) continue
      const delivery = deliverChannel({ ...deliverer, channel }, () => isEnding)
        .catch((error: unknown) => log({ job: 'delivery', error: toLoggable(error) }))
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
