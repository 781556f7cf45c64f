import type { Permission } from 'contract'
import type { HospitalContext } from '../../../core/hospital-context.ts'
import type { OpenRecordContext } from '../../../http/handler.ts'
import type { OpenRecord } from '../../../identity/record-access.ts'
import type { Writer } from '../queries/record-changes.ts'

/** Who writes into a record, with their own rights: the caller, or the author of what the caller delivers. */
export type Authoring = HospitalContext & {
  author: { _id: string; permissions: ReadonlySet<Permission> }
  writer: Writer
  openRecord: (patientId: string) => Promise<OpenRecord>
  /** Whether they wrote it in the crew of its mission, before they were relieved. */
  wroteInCrew?: boolean
}

export function toAuthoring(context: OpenRecordContext): Authoring {
  const { actor, hospitalId, now, openRecord } = context
  return {
    ...toHospital(context),
    author: actor,
    writer: { hospitalId, staffId: actor._id, now },
    openRecord,
  }
}

/** What work in the hospital of a call needs, without its caller. */
export const toHospital = ({
  tx,
  hospitalId,
  now,
  newId,
  emit,
  channels,
}: HospitalContext): HospitalContext => ({ tx, hospitalId, now, newId, emit, channels })
