import { listAddedAllergies, type Patient, takesNationalId } from 'contract'
import { createInvalidFieldFailure } from '../../../core/failure.ts'
import type { Context, OpenRecordContext } from '../../../http/handler.ts'
import type { OpenRecord } from '../../../identity/record-access.ts'
import { insertPatientChanges } from '../queries/changes.ts'
import { replaceEntries } from '../queries/clinical-lists.ts'
import { lockTakenNationalIds } from '../queries/merges.ts'
import { updatePatient } from '../queries/write.ts'
import { diffPatient, pickIdentity, replaceByNationalId } from '../rules.ts'

/** Two national IDs are two people, or one is wrong. */
export function requireSamePerson(merged: Patient, kept: Patient): void {
  if (merged.national_id === null || kept.national_id === null) return
  if (merged.national_id !== kept.national_id)
    throw createInvalidFieldFailure('into_id', 'national-ids-differ')
}

/**
 * Adds to the record that is kept the allergies that it does not have yet, and the national ID if it has none. This
 * needs no permission to change clinical data: whoever merges, allergies must not be lost.
 */
export async function carryIntoKeptRecord(context: Context, kept: Patient, merged: Patient): Promise<void> {
  const { tx, actor, hospitalId, now, newId } = context
  const added = listAddedAllergies(merged, kept).map(({ _id, ...allergy }) => allergy)
  const fields = {
    ...(takesNationalId(merged, kept) && replaceByNationalId(pickIdentity(kept), merged.national_id)),
    ...(added.length > 0 && { no_known_allergy: false }),
  }
  const changes = diffPatient(kept, { ...fields, allergies: [...kept.allergies, ...added] })
  if (changes.length === 0) return
  const written = { id: kept._id, hospitalId, now }
  await updatePatient(tx, written, fields, undefined)
  await replaceEntries(tx, written, { field: 'allergies', by: actor._id, ended: [], begun: added, newId })
  await insertPatientChanges(tx, written, { version: kept.version + 1, by: actor._id, changes, newId })
}

/**
 * Takes the national ID back from the records that took it over; each gets the identity that it had before. Returns
 * their ids.
 */
export async function giveNationalIdBack(
  context: OpenRecordContext,
  mergedId: OpenRecord,
): Promise<string[]> {
  const { tx, actor, hospitalId, now, newId, openRecord } = context
  const taken = await lockTakenNationalIds(tx, mergedId)
  for (const { id } of taken) await openRecord(id)
  for (const { id, version, national_id, replaced } of taken) {
    const changes = diffPatient(replaceByNationalId(replaced, national_id), replaced)
    const written = { id, hospitalId, now }
    await updatePatient(tx, written, replaced, undefined)
    await insertPatientChanges(tx, written, { version: version + 1, by: actor._id, changes, newId })
  }
  return taken.map(({ id }) => id)
}
