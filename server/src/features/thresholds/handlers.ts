import type { ThresholdsChangedMeanwhile, thresholds } from 'contract'
import type * as z from 'zod/mini'
import { getThresholds, standardThresholds } from '../../bedside/alarms/alarm-state.ts'
import { Failure } from '../../core/failure.ts'
import type { Tx } from '../../db/database.ts'
import type { Handlers } from '../../http/handler.ts'
import { insertThresholdVersion, listThresholdChanges } from './queries.ts'
import { diffThresholds } from './rules.ts'

/** How many changes are shown. */
const shownChanges = 50

export const thresholdHandlers: Handlers<typeof thresholds> = {
  async get({ tx }) {
    const [held, history] = await Promise.all([getThresholds(tx), listThresholdChanges(tx, shownChanges)])
    return { ...held, standard: standardThresholds, history }
  },

  async update({ tx, now, newId, actor, hospitalId, emit }, { version, thresholds: wanted, reason }) {
    const held = await getThresholds(tx)
    if (held.version !== version) throw await createChangedMeanwhile(tx, version)
    const changes = diffThresholds(held.thresholds, wanted)
    if (changes.length === 0) return held
    const next = { thresholds: wanted, version: version + 1 }
    const isOurs = await insertThresholdVersion(tx, {
      ...next,
      id: newId(),
      hospitalId,
      now,
      staffId: actor._id,
      reason,
      changes,
    })
    if (!isOurs) throw await createChangedMeanwhile(tx, version)
    emit({ kind: 'thresholds-outdated' })
    // It is about all patients, so none is named.
    emit({ kind: 'patients-outdated', patient_ids: [] })
    return next
  },
}

/** The failure of a save on `version`, which somebody else has replaced. */
async function createChangedMeanwhile(tx: Tx, version: number): Promise<Failure> {
  const held = await getThresholds(tx)
  const changes = await listThresholdChanges(tx, Math.min(Math.max(held.version - version, 0), shownChanges))
  const detail: z.input<typeof ThresholdsChangedMeanwhile> = { ...held, changes }
  return new Failure('changed-meanwhile', { detail })
}
