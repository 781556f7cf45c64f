import type { thresholds } from 'contract'
import { standardThresholds, thresholdsOf } from '../../bedside/alarms/alarm-state.ts'
import { Failure } from '../../core/failure.ts'
import type { Handlers } from '../../http/handler.ts'
import { insertVersion, listChanges } from './queries.ts'
import { changesBetween } from './rules.ts'

/** How many changes are shown. */
const shownChanges = 50

export const thresholdHandlers: Handlers<typeof thresholds> = {
  async get({ tx, concerns }) {
    concerns([])
    const history = await listChanges(tx, shownChanges)
    return { ...(await thresholdsOf(tx)), standard: standardThresholds, history }
  },

  async update({ tx, now, newId, actor, hospitalId, announce }, { version, thresholds: wanted, reason }) {
    const held = await thresholdsOf(tx)
    if (held.version !== version) throw new Failure('changed-meanwhile', { detail: held })
    const changes = changesBetween(held.thresholds, wanted)
    if (changes.length === 0) return held
    const next = { thresholds: wanted, version: version + 1 }
    const isOurs = await insertVersion(tx, {
      ...next,
      id: newId(),
      hospitalId,
      now,
      staffId: actor._id,
      reason,
      changes,
    })
    if (!isOurs) throw new Failure('changed-meanwhile', { detail: await thresholdsOf(tx) })
    // It concerns all patients, so none is named.
    announce({ kind: 'watched', patient_ids: [] })
    return next
  },
}
