import type { RawBuilder } from 'kysely'
import type { Tx } from '../db/database.ts'
import { createRecordMergedFailure, findMergeTarget } from '../identity/merged-records.ts'
import {
  checkRecords,
  isPatient,
  type NamedRecordCheck,
  type OpenRecord,
  openCheckedRecord,
  openRecord,
  type RecordCheck,
  toViewer,
} from '../identity/record-access.ts'
import type { Actor } from '../identity/session.ts'
import type { Call } from './call.ts'

type RecordGate = {
  /**
   * Opens the record that the body names, if its endpoint says that it names one. One that was merged is refused to
   * calls that expect `record-merged`: those that begin something.
   */
  openNamed: (body: Record<string, unknown>) => Promise<void>
  open: (patientId: string) => Promise<OpenRecord>
  /** Asks in advance what `open` needs of the patients whose ids a query selects. */
  check: (patients: RawBuilder<unknown>) => Promise<void>
  isPatient: (patientId: string) => Promise<boolean>
  /** The earliest end among the records that are open by exception. */
  until: () => string | null
}

/**
 * Opens the records of a call. A closed record is refused before any of it is read, and the audit names the patient.
 * `checked` is the record that was checked with the session.
 */
export function createRecordGate(
  { endpoint: { opensRecord, errors = [] }, auditedPatients, now }: Call,
  tx: Tx,
  actor: Actor,
  checked: NamedRecordCheck | undefined,
): RecordGate {
  const viewer = toViewer(actor, now.toISOString())
  const checks = new Map<string, RecordCheck>(checked && [[checked.patientId, checked]])
  let soonest: string | null = null
  const open = async (patientId: string) => {
    try {
      const known = checks.get(patientId)
      const { record, until } = known
        ? openCheckedRecord(viewer, known)
        : await openRecord(tx, viewer, patientId)
      if (until !== null && (soonest === null || until < soonest)) soonest = until
      return record
    } catch (error) {
      auditedPatients.add(patientId)
      throw error
    }
  }
  return {
    open,
    async check(patients) {
      for (const one of await checkRecords(tx, viewer, patients)) checks.set(one.patientId, one)
    },
    isPatient: async (patientId) =>
      checked?.patientId === patientId ? checked.isPatient : isPatient(tx, patientId),
    until: () => soonest,
    async openNamed(body) {
      const patientId = opensRecord && opensRecord !== 'as-found' ? body[opensRecord] : undefined
      if (typeof patientId !== 'string') return
      await open(patientId)
      if (!errors.includes('record-merged')) return
      // A form is read after the session was checked, and so without its record.
      const mergedIntoId = checked ? checked.mergedIntoId : await findMergeTarget(tx, patientId)
      if (mergedIntoId === null) return
      auditedPatients.add(patientId)
      throw await createRecordMergedFailure(tx, mergedIntoId)
    },
  }
}
