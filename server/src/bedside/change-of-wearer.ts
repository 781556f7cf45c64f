import { sql } from 'kysely'
import type { Bedside } from './context.ts'
import { follow } from './intake.ts'
import { forgetLatest } from './latest.ts'
import { placedOfRow } from './store.ts'

/** Gives a patient what her device sent since an instant while nobody was noted as wearing it; how many those are. */
export async function giveWaiting(
  bedside: Bedside,
  device: { id: string; mac: string },
  patientId: string,
  since: string,
): Promise<number> {
  const { rows } = await sql<Record<string, unknown>>`
    update readings set patient_id = ${patientId}, device_id = ${device.id}, waits_for = null
    where patient_id is null and waits_for <> 'nobody' and waits_for in ('wearer', 'device')
      and mac = ${device.mac} and measured_at >= ${since}
    returning *`.execute(bedside.tx)
  await follow(bedside, rows.map(placedOfRow))
  return rows.length
}

/**
 * Takes from a patient what was hers by the device alone and was measured when, as is known now, she no longer wore
 * it. It becomes the next one's, or waits for a wearer. A box names the patient itself, and of a doubtful time a person
 * has decided: those stay.
 */
export async function moveReadings(
  bedside: Bedside,
  deviceId: string,
  from: string,
  to: string | null,
  since: string,
): Promise<number> {
  const { tx, hospitalId } = bedside
  const { rows } = await sql<Record<string, unknown>>`
    update readings set patient_id = ${to}, waits_for = ${to === null ? 'wearer' : null}
    where patient_id = ${from} and device_id = ${deviceId} and measured_at >= ${since}
      and source in ('gateway', 'watch', 'system') and timing <> 'uncertain'
    returning *`.execute(tx)
  const moved = rows.map(placedOfRow)
  const newest = await tx
    .selectFrom('latest_values')
    .select('measured_at')
    .where('patient_id', '=', from)
    .where('device_id', '=', deviceId)
    .where('measured_at', '>=', since)
    .execute()
  const shown = new Set(newest.map(({ measured_at }) => measured_at))
  for (const one of moved) {
    if (shown.has(one.measuredAt)) await forgetLatest(tx, hospitalId, { ...one, patientId: from })
  }
  await follow(bedside, moved)
  return moved.length
}
