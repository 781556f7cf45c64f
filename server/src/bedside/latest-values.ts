import type { LatestValue } from 'contract'
import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../db/database.ts'
import { selectIsoText } from '../db/iso-text.ts'
import type { OpenRecord } from '../identity/record-access.ts'

/** The row `l` of the newest values, as an object. */
export const latestValue = sql<LatestValue>`json_build_object('vital', l.vital, 'value', l.value, 'second', l.second,
  'note', l.note, 'measured_at', ${selectIsoText('l.measured_at')}, 'source', l.source, 'is_derived', l.is_derived)`

/** The newest values of a patient as one list, which is empty if there are none. */
export const selectLatest = (patientId: RawBuilder<unknown>): RawBuilder<LatestValue[]> => sql`coalesce((
  select json_agg(${latestValue} order by l.vital) from latest_values l where l.patient_id = ${patientId}), '[]')`

export async function listLatest(tx: Tx, patientId: OpenRecord): Promise<LatestValue[]> {
  const { rows } = await sql<{
    latest: LatestValue[]
  }>`select ${selectLatest(sql`${patientId}`)} as latest`.execute(tx)
  return rows[0]?.latest ?? []
}
