import type { DeviceTransaction, PageRequest } from 'contract'
import { type SqlBool, sql } from 'kysely'
import type { Tx } from '../../../db/database.ts'
import { selectDeviceLabel, selectStaffLabelOrNull } from '../../../db/labels.ts'
import { buildLimit, countRows, joinConditions, readPage } from '../../../db/listing/pages.ts'
import { buildSearchConditions, patientJoins, wearerLabel } from './rows.ts'

export type TransactionQuery = PageRequest & {
  search_value: string
  device_id?: string | undefined
  patient_id?: string | undefined
  is_open?: boolean | undefined
}

export function listTransactions(tx: Tx, query: TransactionQuery) {
  const { device_id, patient_id, is_open } = query
  const where = joinConditions([
    ...buildSearchConditions(query.search_value),
    ...(device_id ? [sql<SqlBool>`a.device_id = ${device_id}`] : []),
    ...(patient_id ? [sql<SqlBool>`a.patient_id = ${patient_id}`] : []),
    ...(is_open === undefined ? [] : [sql<SqlBool>`upper_inf(a.during) = ${is_open}`]),
  ])
  const from = sql`device_assignments a join devices d on d.id = a.device_id`
  const transactions = sql<DeviceTransaction>`
    select a.id as _id,
      ${selectDeviceLabel('d')} as device,
      ${wearerLabel} as patient, lower(a.during) as "from", upper(a.during) as "to",
      ${selectStaffLabelOrNull('giver')} as assigned_by, ${selectStaffLabelOrNull('taker')} as taken_by
    from ${from} ${patientJoins}
      left join staff giver on giver.id = a.assigned_by
      left join staff taker on taker.id = a.taken_by
    where ${where}
    order by lower(a.during) desc, a.id desc ${buildLimit(query)}`
  return readPage(
    transactions.execute(tx).then(({ rows }) => rows),
    countRows(tx, sql`${from} where ${where}`),
  )
}
