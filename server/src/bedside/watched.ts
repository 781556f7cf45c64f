import {
  type AlarmRule,
  type AlarmSeverity,
  type LimitedVital,
  type Limits,
  standardLimits,
  standardPersistence,
  standardTimes,
  type Thresholds,
} from 'contract'
import { sql } from 'kysely'
import type { Tx } from '../core/database.ts'
import type { Watched } from './watch.ts'

export const standardThresholds: Thresholds = {
  limits: standardLimits,
  persistence: standardPersistence,
  times: standardTimes,
}

/** How the hospital watches: the newest version of its thresholds, or what the product begins with. */
export async function thresholdsOf(tx: Tx): Promise<{ thresholds: Thresholds; version: number }> {
  const kept = await tx
    .selectFrom('threshold_versions')
    .select(['version', 'thresholds'])
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst()
  // Names that a later version of the panel adds begin with the product's own.
  const { limits, persistence, times } = (kept?.thresholds ?? {}) as Partial<Thresholds>
  return {
    version: kept?.version ?? 0,
    thresholds: {
      limits: { ...standardLimits, ...limits },
      persistence: { ...standardPersistence, ...persistence },
      times: { ...standardTimes, ...times },
    },
  }
}

/** A patient as she is watched. `own` holds the vitals that the standard is not for: null is not watched at all. */
export type WatchedPatient = Watched & {
  dateOfBirth: string | null
  own: Map<LimitedVital, Limits | null>
}

/** What is known of these patients that the next value needs: settings of their own, open alarms, breaches. */
export async function watchedPatients(
  tx: Tx,
  patientIds: readonly string[],
  now: string,
  newId: () => string,
): Promise<Map<string, WatchedPatient>> {
  const ids = [...patientIds]
  if (ids.length === 0) return new Map()
  const people = await tx
    .selectFrom('patients')
    .select(['id', 'date_of_birth'])
    .where('id', 'in', ids)
    .execute()
  const watched = new Map<string, WatchedPatient>(
    people.map(({ id, date_of_birth }) => [
      id,
      { dateOfBirth: date_of_birth, own: new Map(), open: new Map(), breaches: new Map(), newId },
    ]),
  )
  // Of the whole hospital, since they are few: an index on each patient would cost more than to read them all.
  const settings = await tx
    .selectFrom('notify_settings')
    .select(['patient_id', 'vital', 'mode', 'critical_low', 'low', 'high', 'critical_high'])
    .where('is_current', '=', true)
    .where('mode', '<>', 'default')
    .where((eb) => eb.or([eb('until', 'is', null), eb('until', '>', now)]))
    .execute()
  for (const { patient_id, vital, mode, critical_low, low, high, critical_high } of settings) {
    const limits = mode === 'own' ? { critical_low, low, high, critical_high } : null
    watched.get(patient_id)?.own.set(vital as LimitedVital, limits)
  }
  const open = await tx
    .selectFrom('alarms')
    .select(['id', 'patient_id', 'rule', 'severity', 'ended_at', 'acknowledged_at'])
    .where('cleared_at', 'is', null)
    .where('patient_id', 'is not', null)
    .execute()
  for (const alarm of open) {
    watched.get(alarm.patient_id ?? '')?.open.set(alarm.rule as AlarmRule, {
      id: alarm.id,
      rule: alarm.rule as AlarmRule,
      severity: alarm.severity as AlarmSeverity,
      isEnded: alarm.ended_at !== null,
      isAcknowledged: alarm.acknowledged_at !== null,
    })
  }
  const { rows: breaches } = await sql<{
    patient_id: string
    rule: AlarmRule
    times: number
    since: string
  }>`select patient_id, rule, times, since from breaches`.execute(tx)
  for (const { patient_id, rule, times, since } of breaches) {
    watched.get(patient_id)?.breaches.set(rule, { times, since: Date.parse(since) })
  }
  return watched
}
