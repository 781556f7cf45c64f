import type { Body, fleet, Operation, OperationChange, OperationDraft, Result } from 'contract'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { toJsonb } from '../../../db/binary-array.ts'
import type { Tx } from '../../../db/database.ts'
import { selectStaffLabel, selectStaffLabelOrNull } from '../../../db/labels.ts'
import { buildLimit, countRows, joinConditions } from '../../../db/listing/pages.ts'
import { matchWords, type ProfileAuthor, toStamp } from './profiles.ts'

function selectOperations(where: RawBuilder<SqlBool>, limits = sql``): RawBuilder<Operation> {
  return sql<Operation>`
    select o.id as _id, o.code, o.name, o.unit_level, o.fee_code, o.price, o.km_rate, o.activation_minutes,
      o.red_minutes, o.yellow_minutes, o.protocols, o.forms, o.deactivated_at is null as is_active, o.version,
      o.updated_at, ${selectStaffLabelOrNull('s')} as updated_by
    from operations o left join staff s on s.id = o.updated_by
    where ${where}
    order by o.deactivated_at is not null, o.code, o.id ${limits}`
}

export async function listOperations(
  tx: Tx,
  query: Body<typeof fleet.operations>,
): Promise<Result<typeof fleet.operations>> {
  const where = joinConditions([
    ...matchWords(query.search_value, [sql.ref('o.code'), sql.ref('o.name'), sql.ref('o.fee_code')]),
    ...(query.with_inactive ? [] : [sql<SqlBool>`o.deactivated_at is null`]),
    ...(query.unit_level ? [sql<SqlBool>`o.unit_level = ${query.unit_level}`] : []),
  ])
  const [{ rows }, total] = await Promise.all([
    selectOperations(where, buildLimit(query)).execute(tx),
    countRows(tx, sql`operations o where ${where}`),
  ])
  return { rows, ...total }
}

export async function findOperation(tx: Tx, id: string): Promise<Operation | undefined> {
  const { rows } = await selectOperations(sql<SqlBool>`o.id = ${id}`).execute(tx)
  return rows[0]
}

export async function insertOperation(
  tx: Tx,
  id: string,
  values: OperationDraft,
  by: ProfileAuthor,
): Promise<void> {
  await tx
    .insertInto('operations')
    .values({ id, hospital_id: by.hospitalId, ...values, ...toStamp(by) })
    .execute()
}

export async function updateOperation(
  tx: Tx,
  id: string,
  values: OperationDraft,
  by: ProfileAuthor,
): Promise<void> {
  await tx
    .updateTable('operations')
    .set(({ eb }) => ({ ...values, ...toStamp(by), version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .execute()
}

export type OperationStep = Pick<OperationChange, 'field' | 'from' | 'to'>

export async function insertOperationChanges(
  tx: Tx,
  {
    operationId,
    version,
    newId,
    by,
  }: {
    operationId: string
    version: number
    newId: () => string
    by: ProfileAuthor
  },
  steps: readonly OperationStep[],
): Promise<void> {
  await tx
    .insertInto('operation_changes')
    .values(
      steps.map(({ field, from, to }) => ({
        id: newId(),
        hospital_id: by.hospitalId,
        operation_id: operationId,
        at: by.now,
        by_staff_id: by.staffId,
        version,
        field,
        from_value: toJsonb(from),
        to_value: toJsonb(to),
      })),
    )
    .execute()
}

/** The most changes that are shown. */
const shownChanges = 200

/** Newest first, after a version. */
export async function listOperationChanges(
  tx: Tx,
  operationId: string,
  since = 0,
): Promise<OperationChange[]> {
  const { rows } = await sql<OperationChange>`
    select c.id as _id, c.at, c.version, c.field, c.from_value as from, c.to_value as to, ${selectStaffLabel('s')} as by
    from operation_changes c join staff s on s.id = c.by_staff_id
    where c.operation_id = ${operationId} and c.version > ${since}
    order by c.at desc, c.id desc limit ${shownChanges}`.execute(tx)
  return rows
}
