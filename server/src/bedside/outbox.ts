import type { Alarm } from 'contract'
import type { Bedside } from './context.ts'

/** What goes outside is no more than what it takes to go and look: no name, no value. */
export type OutsideMessage = {
  alarm: string
  rule: string
  severity: string
  level: string
  ward: string | null
  bed: string | null
  raised_at: string
}

/** Puts a message for each channel that the panel has in the outbox, in the transaction in which the alarm came to be. */
export async function sendOutside(bedside: Bedside, alarms: readonly Alarm[]): Promise<void> {
  if (alarms.length === 0 || bedside.channels.length === 0) return
  const rows = alarms.flatMap((alarm) =>
    bedside.channels.map((channel) => ({
      id: bedside.newId(),
      hospital_id: bedside.hospitalId,
      channel,
      message: JSON.stringify(messageOf(alarm)),
      created_at: bedside.now,
      next_at: bedside.now,
    })),
  )
  await bedside.tx.insertInto('outbox').values(rows).execute()
}

function messageOf(alarm: Alarm): OutsideMessage {
  return {
    alarm: alarm._id,
    rule: alarm.rule,
    severity: alarm.severity,
    level: alarm.level,
    ward: alarm.patient?.ward?.name_en ?? null,
    bed: alarm.patient?.bed ?? null,
    raised_at: alarm.raised_at,
  }
}
