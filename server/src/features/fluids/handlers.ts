import { type fluids, toFirstDay, toStartOfDay } from 'contract'
import { getThresholds } from '../../bedside/alarms/alarm-state.ts'
import { Failure } from '../../core/failure.ts'
import { requireAuditedPatient } from '../../http/audited-patient.ts'
import type { Handlers } from '../../http/handler.ts'
import { findHere, insertFluids, insertStrike, listFluids, listFluidsById } from './queries.ts'
import { validateFluidSpan, validateFluidTimes } from './rules.ts'

export const fluidHandlers: Handlers<typeof fluids> = {
  async list(context, { patient_id, ...span }) {
    await requireAuditedPatient(context, patient_id)
    const fields = validateFluidSpan(span)
    if (fields.length > 0) throw new Failure('invalid', { fields })
    const [entries, { thresholds }] = await Promise.all([
      listFluids(context.tx, patient_id, span),
      getThresholds(context.tx),
    ])
    return { entries, hours: thresholds.times }
  },

  async record(context, { patient_id, entries }) {
    await requireAuditedPatient(context, patient_id)
    const { tx, now, newId, actor, hospitalId } = context
    const here = await findHere(tx, patient_id)
    const fields = validateFluidTimes(entries, now, {
      bornAt: toStartOfDay(here ? toFirstDay(here) : null),
      arrivedAt: here?.arrived_at ?? null,
    })
    if (fields.length > 0) throw new Failure('invalid', { fields })
    const written = entries.map((entry) => ({
      ...entry,
      id: newId(),
      hospital_id: hospitalId,
      patient_id,
      staff_id: actor._id,
      recorded_at: now,
    }))
    await insertFluids(tx, written)
    context.emit({ kind: 'patients-outdated', patient_ids: [patient_id] })
    const ids = written.map(({ id }) => id)
    return { entries: await listFluidsById(tx, patient_id, ids) }
  },

  async strike(context, { patient_id, _id, reason }) {
    await requireAuditedPatient(context, patient_id)
    const { tx, now, actor, hospitalId } = context
    const [entry] = await listFluidsById(tx, patient_id, [_id])
    if (!entry) throw new Failure('not-found')
    const strike = {
      entry_id: _id,
      hospital_id: hospitalId,
      patient_id,
      at: now,
      staff_id: actor._id,
      reason,
    }
    if (!(await insertStrike(tx, strike))) throw new Failure('changed-meanwhile')
    context.emit({ kind: 'patients-outdated', patient_ids: [patient_id] })
    const [struck] = await listFluidsById(tx, patient_id, [_id])
    return { entry: struck ?? entry }
  },
}
