import { Failure } from '../core/failure.ts'
import { isPatient } from '../identity/record-access.ts'
import type { Context } from './handler.ts'

/** Marks the patient as shown, for the audit. A patient of another hospital counts as missing. */
export async function requireAuditedPatient(
  { tx, auditPatients }: Pick<Context, 'tx' | 'auditPatients'>,
  patientId: string,
): Promise<void> {
  auditPatients(patientId)
  if (!(await isPatient(tx, patientId))) throw new Failure('not-found')
}
