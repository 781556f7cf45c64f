import { type summary, type TimelineGroup, type TimelineKind, timelineKinds } from 'contract'
import { listLatest } from '../../bedside/latest-values.ts'
import { Failure } from '../../core/failure.ts'
import { formatZonedDate, hospitalTimeZone } from '../../core/time.ts'
import type { Context, Handlers } from '../../http/handler.ts'
import { isPatient } from '../../identity/record-access.ts'
import { getNewestEvent } from '../../live/events.ts'
import { findJudged, listDayReadings, listScaleSettings, listWorn } from './queries/day.ts'
import { listTimeline } from './queries/timeline.ts'
import { getFirstStep, getReadingStart, MeasuredDay } from './rules.ts'

export const summaryHandlers: Handlers<typeof summary> = {
  async get({ tx, now, auditPatients }, { patient_id }) {
    auditPatients(patient_id)
    // The newest event is read first, so that a change made meanwhile is sent twice and not missed.
    const [event, patient, latest, readings, scales, devices] = await Promise.all([
      getNewestEvent(tx),
      findJudged(tx, patient_id, now),
      listLatest(tx, patient_id),
      listDayReadings(tx, patient_id, getReadingStart(now)),
      listScaleSettings(tx, patient_id),
      listWorn(tx, patient_id),
    ])
    if (!patient) throw new Failure('not-found')
    const today = formatZonedDate(hospitalTimeZone, now)
    const day = new MeasuredDay(readings, {
      now,
      today,
      dateOfBirth: patient.date_of_birth,
      isPregnant: patient.is_pregnant,
      scales,
    })
    return {
      patient_id,
      latest,
      own_limits: patient.own_limits ?? [],
      earlier: day.findEarlier(latest),
      trends: day.computeTrends(),
      begins_at: new Date(getFirstStep(now)).toISOString(),
      devices,
      event: String(event),
    }
  },

  async timeline({ tx, actor, auditPatients }, { patient_id, group, before }) {
    auditPatients(patient_id)
    const [isKnown, page] = await Promise.all([
      isPatient(tx, patient_id),
      listTimeline(tx, patient_id, listVisibleKinds(actor, group), before),
    ])
    if (!isKnown) throw new Failure('not-found')
    return page
  },
}

/** The kinds of entries that a user may see, of one group or of all. */
function listVisibleKinds(
  { permissions }: Context['actor'],
  group: TimelineGroup | undefined,
): TimelineKind[] {
  const kinds = Object.keys(timelineKinds) as TimelineKind[]
  return kinds.filter((kind) => {
    const { group: own, access } = timelineKinds[kind]
    return permissions.has(access) && (group === undefined || own === group)
  })
}
