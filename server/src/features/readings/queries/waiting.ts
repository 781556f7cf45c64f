import type { PageRequest, Reading, Result, readings } from 'contract'
import { type SqlBool, sql } from 'kysely'
import { type AttributedReading, toAttributedReading } from '../../../bedside/intake/store.ts'
import { sqlArray } from '../../../db/binary-array.ts'
import type { Tx } from '../../../db/database.ts'
import { buildLimit, countRows, readPage } from '../../../db/listing/pages.ts'
import type { OpenRecord } from '../../../identity/record-access.ts'
import {
  allKinds,
  buildKeyCondition,
  type Key,
  maxCountedReadings,
  type ReadingRecord,
  selectReadings,
  toReading,
} from './history.ts'

const isWaiting = sql<SqlBool>`r.patient_id is null and r.waits_for <> 'nobody'`
/** A reading that waits for its unit cannot be given to a patient: it has no value yet. */
const isAssignable = sql<SqlBool>`${isWaiting} and r.waits_for <> 'unit'`

/** Why a reading waits, and which patient and device its message named. */
type WaitingColumns = Omit<Result<typeof readings.inbox>['rows'][number], keyof Reading | 'holders'>
const waitingColumns = sql`, r.waits_for, r.mac, r.told_hn, r.told_national_id, r.told_glucose`

export function listWaiting(
  tx: Tx,
  { device_id, ...request }: PageRequest & { device_id?: string | undefined },
) {
  const where = sql<SqlBool>`${isWaiting} ${device_id ? sql`and r.device_id = ${device_id}` : sql``}`
  const waiting = sql<ReadingRecord & WaitingColumns>`${selectReadings(allKinds, where, waitingColumns)}
    order by r.received_at desc, r.id ${buildLimit(request)}`
  return readPage(
    waiting.execute(tx).then(({ rows }) =>
      rows.map((row) => {
        const { waits_for, mac, told_hn, told_national_id, told_glucose } = row
        return { ...toReading(row), waits_for, mac, told_hn, told_national_id, told_glucose }
      }),
    ),
    countRows(tx, sql`readings r where ${where}`, maxCountedReadings),
  )
}

/** The patients who have one of these numbers. */
export function listNumberHolders(
  tx: Tx,
  numbers: readonly { told_hn: string | null; told_national_id: string | null }[],
) {
  const hns = numbers.flatMap(({ told_hn }) => told_hn ?? [])
  const nationalIds = numbers.flatMap(({ told_national_id }) => told_national_id ?? [])
  if (hns.length + nationalIds.length === 0) return []
  return tx
    .selectFrom('patients')
    .select(['id', 'hn', 'national_id'])
    .where((eb) =>
      eb.or([
        eb('hn', '=', sql<string>`any(${sqlArray('text', hns)})`),
        eb('national_id', '=', sql<string>`any(${sqlArray('text', nationalIds)})`),
      ]),
    )
    .execute()
}

/** Gives waiting readings to a patient; returns those that were still waiting. */
export async function assignReadings(
  tx: Tx,
  patientId: OpenRecord,
  keys: readonly Key[],
): Promise<AttributedReading[]> {
  const { rows } = await sql<Record<string, unknown>>`
    update readings r set patient_id = ${patientId}, waits_for = null
    where ${isAssignable} and ${buildKeyCondition(keys)}
    returning r.*`.execute(tx)
  return rows.map(toAttributedReading)
}

/** Discards waiting readings; returns those that were still waiting. */
export async function dismissWaiting(
  tx: Tx,
  keys: readonly Key[],
  reason: string,
): Promise<AttributedReading[]> {
  const { rows } = await sql<Record<string, unknown>>`
    update readings r set waits_for = 'nobody', note = ${reason}
    where ${isWaiting} and ${buildKeyCondition(keys)}
    returning r.*`.execute(tx)
  return rows.map(toAttributedReading)
}
