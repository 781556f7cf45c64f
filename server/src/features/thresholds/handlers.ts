import type { thresholds } from 'contract'
import { getThresholds, standardThresholds } from '../../bedside/alarms/alarm-state.ts'
import { Failure } from '../../core/failure.ts'
import type { Handlers } from '../../http/handler.ts'
import { insertThresholdVersion, listThresholdChanges } from './queries.ts'
import { diffThresholds } from './rules.ts'

/** How many changes are shown. */
const shownChanges = 50

export const thresholdHandlers: Handlers<typeof thresholds> = {
  async get({ tx }) {
    const history = await listThresholdChanges(tx, shownChanges)
    return { ...(await getThresholds(tx)), standard: standardThresholds, history }
  },

  async update({ tx, now, newId, actor, hospitalId, emit }, { version, thresholds: wanted, reason }) {
    const held = await getThresholds(tx)
    if (held.version !== version) throw new Failure('changed-meanwhile', { detail: held })
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
    if (!isOurs) throw new Failure('changed-meanwhile', { detail: await getThresholds(tx) })
    // It concerns all patients, so none is named.
    emit({ kind: 'patients-outdated', patient_ids: [] })
    return next
  },
}
