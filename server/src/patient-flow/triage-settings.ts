import { judgeZone, standardTriageSettings, type TriageSettings } from 'contract'
import { createInvalidFieldFailure } from '../core/failure.ts'
import type { Tx } from '../db/database.ts'

/** How the hospital triages. Of version 0 are the standard of the panel. */
export async function findTriageSettings(tx: Tx): Promise<{ settings: TriageSettings; version: number }> {
  const found = await tx
    .selectFrom('triage_settings')
    .select(['settings', 'version'])
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst()
  return {
    settings: { ...standardTriageSettings, ...(found?.settings as Partial<TriageSettings> | undefined) },
    version: found?.version ?? 0,
  }
}

/** Refuses a zone, given in this field, that the hospital does not have or has retired. */
export async function requireOfferedZone(tx: Tx, code: string, field: string): Promise<void> {
  const message = judgeZone((await findTriageSettings(tx)).settings.zones, code)
  if (message) throw createInvalidFieldFailure(field, message)
}
