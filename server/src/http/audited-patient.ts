import { Failure } from '../core/failure.ts'
import type { Context } from './handler.ts'

/** Marks the patient as shown, for the audit. A patient of another hospital counts as missing. */
export async function requireAuditedPatient(
  { isPatient, auditPatients }: Pick<Context, 'isPatient' | 'auditPatients'>,
  patientId: string,
): Promise<void> {
  auditPatients(patientId)
  if (!(await isPatient(patientId))) throw new Failure('not-found')
}
