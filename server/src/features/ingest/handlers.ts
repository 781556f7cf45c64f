import type { ingest, ReadingResult } from 'contract'
import type { IntakeQueue } from '../../bedside/intake/intake-queue.ts'
import { findNamedPatients, selectNamedPatients } from '../../bedside/intake/patients-in-message.ts'
import { emitWaiting } from '../../bedside/intake/waiting-counts.ts'
import { Failure } from '../../core/failure.ts'
import type { Context, Handlers } from '../../http/handler.ts'
import { findClosedRecords, toViewer } from '../../identity/record-access.ts'
import { createSenderKey } from '../../identity/sender.ts'
import {
  insertKey,
  insertSender,
  listQuarantine,
  listSenders,
  lockQuarantined,
  recordReplayFailure,
  resolveQuarantined,
  revokeKey,
} from './queries.ts'
import { toMeasurement } from './rules.ts'

export const ingestHandlers = (queue: IntakeQueue): Handlers<typeof ingest> => ({
  async readings({ sender: { hospitalId, keyId }, now }, { sent_at, readings }) {
    const sentAt = Date.parse(sent_at)
    const parsed = readings.map((sent) => toMeasurement(sent, 'system', sentAt))
    const measurements = parsed.flatMap((reading) => ('reason' in reading ? [] : reading.measurement))
    const clock = { mac: `key ${keyId}`, shown: sentAt }
    const arrival = {
      receivedAt: Date.parse(now),
      measurements,
      statusReports: [],
      hasCallClock: true,
      clock,
    }
    const ingested =
      measurements.length === 0 ? [] : await queue.ingestReadings({ hospitalId, keyId, arrival })
    // The results of the accepted readings, in their order; the rejected ones stand between them.
    const remaining = ingested.values()
    return {
      results: parsed.map((reading): ReadingResult => {
        if ('reason' in reading) return { status: 'rejected', reason: reading.reason }
        const { value: result } = remaining.next()
        if (!result) return { status: 'rejected' }
        const { dropped } = reading
        return { status: result.status, _id: result.id, ...(dropped.length > 0 && { dropped }) }
      }),
    }
  },

  senders: async ({ tx }) => ({ senders: await listSenders(tx) }),

  async addSender(context, { name }) {
    const { tx, newId, now, actor } = context
    const id = newId()
    await insertSender(tx, { id, hospitalId: actor.hospitalId, now }, name)
    return addSenderKey(context, id)
  },

  async addKey(context, { _id }) {
    context.addAuditDetail({ sender: _id })
    const [sender] = await listSenders(context.tx, _id)
    if (!sender) throw new Failure('not-found')
    return addSenderKey(context, _id)
  },

  async revokeKey({ tx, now, addAuditDetail }, { _id }) {
    addAuditDetail({ key: _id })
    const senderId = await revokeKey(tx, _id, now)
    const [sender] = senderId ? await listSenders(tx, senderId) : []
    if (!sender) throw new Failure('not-found')
    addAuditDetail({ sender: sender._id })
    return { sender }
  },

  /** A message that could not be read may still name patients, and its content belongs to their records. */
  async quarantine({ tx, actor, now, auditPatients }, query) {
    const page = await listQuarantine(tx, query)
    const texts = page.rows.map(({ payload, is_text }) =>
      is_text ? payload : Buffer.from(payload, 'hex').toString('latin1'),
    )
    const [named, closed] = await Promise.all([
      findNamedPatients(tx, texts),
      findClosedRecords(tx, toViewer(actor, now), selectNamedPatients(texts)),
    ])
    const rows = page.rows.map((message, at) => {
      const [outside_wards = null] = named[at]?.flatMap((id) => closed.get(id) ?? []) ?? []
      return { ...message, outside_wards, ...(outside_wards && { payload: '' }) }
    })
    auditPatients(rows.flatMap(({ outside_wards }, at) => (outside_wards ? [] : (named[at] ?? []))))
    return { ...page, rows }
  },

  async replay(context, { ids }) {
    const { tx, actor, now, auditPatients } = context
    const messages = await lockQuarantined(tx, ids)
    const { problems, patientIds } = await queue.retryMessages(
      context,
      messages.map(({ received_at, ...message }) => ({ ...message, receivedAt: Date.parse(received_at) })),
    )
    auditPatients(patientIds)
    const replayed: string[] = []
    for (const [at, { id }] of messages.entries()) {
      const problem = problems[at]
      if (problem) await recordReplayFailure(tx, id, problem)
      else replayed.push(id)
    }
    await resolveQuarantined(tx, replayed, { resolution: 'replayed', staffId: actor._id, now })
    await emitWaiting(context)
    return { replayed: replayed.length, failed: messages.length - replayed.length }
  },

  async dismissMessages(context, { ids, note }) {
    const { tx, actor, now, auditPatients } = context
    auditPatients([])
    const dismissed = await resolveQuarantined(tx, ids, {
      resolution: 'dismissed',
      staffId: actor._id,
      now,
      note,
    })
    await emitWaiting(context)
    return { dismissed }
  },
})

async function addSenderKey({ tx, newId, now, actor, addAuditDetail }: Context, senderId: string) {
  const { key, keyHash, begins } = createSenderKey()
  const written = { id: newId(), hospitalId: actor.hospitalId, now }
  addAuditDetail({ sender: senderId, key: written.id })
  await insertKey(tx, written, { senderId, keyHash, begins, staffId: actor._id })
  const [sender] = await listSenders(tx, senderId)
  if (!sender) throw new Failure('not-found')
  return { sender, key }
}
