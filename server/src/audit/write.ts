import { compileOnce } from '../db/compile-once.ts'
import { executeWithCommit, type Root, type Tx } from '../db/database.ts'

/** One act or attempt. `patientIds` are the patients whose data were shown or changed. */
export type AuditEntry = {
  id: string
  at: string
  hospitalId: string | null
  staffId: string | null
  action: string
  patientIds?: readonly string[]
  outcome: string
  detail?: Record<string, unknown> | undefined
  /** Whence it was called, and the id of the call; null for what the panel does by itself. */
  address: string | null
  requestId: string | null
}

const insertAudit = compileOnce((db, given: ReturnType<typeof toRow>) =>
  db.insertInto('audit').values({
    id: given.id,
    at: given.at,
    hospital_id: given.hospital_id,
    staff_id: given.staff_id,
    action: given.action,
    patient_ids: given.patient_ids,
    outcome: given.outcome,
    detail: given.detail,
    address: given.address,
    request_id: given.request_id,
  }),
)

function toRow(entry: AuditEntry) {
  return {
    id: entry.id,
    at: entry.at,
    hospital_id: entry.hospitalId,
    staff_id: entry.staffId,
    action: entry.action,
    patient_ids: entry.patientIds && entry.patientIds.length > 0 ? [...entry.patientIds] : null,
    outcome: entry.outcome,
    detail: entry.detail ? JSON.stringify(entry.detail) : null,
    address: entry.address,
    request_id: entry.requestId,
  }
}

export async function writeAudit(db: Tx | Root, entry: AuditEntry): Promise<void> {
  await insertAudit(db, toRow(entry))
}

/** Writes the entry as the transaction commits: what is done is audited, or it is not done. */
export function writeAuditWithCommit(tx: Tx, entry: AuditEntry): void {
  executeWithCommit(tx, insertAudit.bind(tx, toRow(entry)))
}

type PublicCall = {
  readonly now: string
  readonly newId: () => string
  readonly ipAddress: string
  readonly requestId: string
}

/** Audits an act or attempt of somebody without a session. */
export function auditPublicCall(
  tx: Tx,
  { now, newId, ipAddress, requestId }: PublicCall,
  entry: Omit<AuditEntry, 'id' | 'at' | 'address' | 'requestId'>,
): Promise<void> {
  return writeAudit(tx, { ...entry, id: newId(), at: now, address: ipAddress, requestId })
}
