import { Failure } from '../core/failure.ts'
import type { Context } from './handler.ts'

/** Names the patient for the audit. A patient of another hospital counts as missing. */
export async function requireAuditedPatient(
  { isPatient, auditPatients }: Pick<Context, 'isPatient' | 'auditPatients'>,
  patientId: string,
): Promise<void> {
  auditPatients(patientId)
  if (!(await isPatient(patientId))) throw new Failure('not-found')
}

/** The patients whom rows name, for the audit. */
export const listPatientIds = (rows: readonly { patient: { _id: string } | null }[]): string[] =>
  rows.flatMap(({ patient }) => (patient ? [patient._id] : []))
