import type { Tx } from '../../../db/database.ts'
import type { OpenRecord } from '../../../identity/record-access.ts'

/** The photo shown with a name in lists, so that people can be distinguished. */
export function findSmallPhoto(tx: Tx, patientId: string): Promise<Buffer | undefined> {
  return findPhoto(tx, patientId, 'small')
}

export function findLargePhoto(tx: Tx, patientId: OpenRecord): Promise<Buffer | undefined> {
  return findPhoto(tx, patientId, 'large')
}

async function findPhoto(tx: Tx, patientId: string, size: 'small' | 'large'): Promise<Buffer | undefined> {
  const row = await tx
    .selectFrom('patients')
    .innerJoin('photos', 'photos.id', 'patients.photo_id')
    .select(`photos.${size} as photo`)
    .where('patients.id', '=', patientId)
    .executeTakeFirst()
  return row?.photo
}
