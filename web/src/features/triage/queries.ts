import { keepPreviousData, useQuery } from '@tanstack/react-query'
import {
  admissionRequests,
  alarms,
  compareQueueRows,
  devices,
  erBoard,
  findReassessment,
  monitoring,
  opd,
  patients,
  type Result,
  readings,
  summary,
  triage,
} from 'contract'
import { ask } from '../../api/client.ts'
import { replaceLatest } from '../../clinical/vitals/live-updates.ts'
import { updateWithEvents } from '../../live/live-data.ts'

type Queue = Result<typeof triage.queue>
export type Prepared = Result<typeof triage.prepare>

/** Answers that are out of date when somebody arrived, left or was triaged. */
export const outdatedByTriage = [
  triage.queue,
  erBoard.board,
  opd.queue,
  triage.prepare,
  triage.history,
  patients.get,
  patients.list,
  monitoring.wall,
  monitoring.wardBoard,
  summary.timeline,
]
/** The end of a visit also takes back devices and ends alarms and settings. */
export const outdatedByEnd = [
  ...outdatedByTriage,
  devices.list,
  devices.transactions,
  alarms.open,
  alarms.settings,
]
export const outdatedByTriageValues = [...outdatedByTriage, readings.history, readings.flowsheet, summary.get]
/** A correction of how a visit ended also closes planned admissions, or opens them again. */
export const outdatedByCorrection = [
  ...outdatedByTriageValues,
  admissionRequests.list,
  admissionRequests.ofPatient,
]

/** A score that arrived may make the next triage due at once. */
updateWithEvents(triage.queue, (queue: Queue, events) => {
  let { rows } = queue
  for (const { event } of events) {
    if (event.kind !== 'latest') continue
    for (const { patient_id, latest } of event.patients) {
      const newest = latest.find(({ vital }) => vital === 'news2')
      if (!newest || newest.value === null) continue
      const score = { value: newest.value, measured_at: newest.measured_at }
      rows = rows.map((row) =>
        row.patient._id === patient_id
          ? { ...row, score, due: row.last && findReassessment(row.last, score, queue.minutes) }
          : row,
      )
    }
  }
  return rows === queue.rows ? queue : { ...queue, rows: rows.toSorted(compareQueueRows(Date.now())) }
})

updateWithEvents(triage.prepare, (prepared: Prepared, events) => {
  const arrived = events.flatMap(({ event }) =>
    event.kind === 'latest'
      ? event.patients.flatMap((one) => (one.patient_id === prepared.patient._id ? one.latest : []))
      : [],
  )
  return arrived.length === 0 ? prepared : { ...prepared, latest: replaceLatest(prepared.latest, arrived) }
})

const minuteMs = 60_000

/** Live; asked again every minute, for what other screens changed without an event. */
export function useTriageQueue() {
  return useQuery({
    ...ask(triage.queue, {}, true),
    placeholderData: keepPreviousData,
    refetchInterval: minuteMs,
  })
}

export function usePreparedTriage(patientId: string) {
  return useQuery(ask(triage.prepare, { patient_id: patientId }, true))
}
