import { keepPreviousData, useQuery } from '@tanstack/react-query'
import {
  errorCodes,
  type Input,
  type Patient,
  patients,
  type Reading,
  type ReadingRow,
  type Result,
  readings,
  spo2Scale,
} from 'contract'
import { useMemo } from 'react'
import { ask, queryClient } from '../../api/client.ts'
import { readPages } from '../../api/read-pages.ts'
import { askWall } from '../../clinical/wall.ts'
import { useLiveEvent } from '../../live/live.ts'
import { readAgainAfterGap } from '../../live/live-data.ts'
import { useRefreshSoon } from '../../live/use-refresh-soon.ts'
import type { MeasuredPerson } from './bands.ts'
import type { ReadingsView } from './views.ts'

readAgainAfterGap(readings.history, readings.flowsheet, spo2Scale.get)

export type HistoryRequest = Omit<
  Input<typeof readings.history>,
  'resolution' | 'page' | 'number_of_rec' | 'with_replaced' | 'by_act'
>

export function toHistoryRequest(
  patientId: string,
  view: ReadingsView,
  span: { from: string; to?: string },
): HistoryRequest {
  return {
    patient_id: patientId,
    kinds: [...view.kinds],
    ...(view.field && { field: view.field }),
    ...span,
  }
}

/** Number of points that fit a chart; up to this many readings are drawn one by one. */
export const chartPoints = 240
const maxSingleReadings = 100

/**
 * The data of a chart. Few readings are drawn one by one, each at its own time (`rows`). Of many, those of devices are
 * `points` with the extremes of each part, and manually charted ones are still drawn singly (`manual`). `newest` is the
 * newest reading of each quantity.
 */
export type ChartData = Pick<Result<typeof readings.history>, 'points' | 'manual' | 'newest'> & {
  rows: readonly Reading[] | undefined
}

export function useReadingChart(question: HistoryRequest) {
  const chart = useQuery({
    ...ask(readings.history, { ...question, resolution: chartPoints }, true),
    placeholderData: keepPreviousData,
  })
  const total = chart.data?.total ?? 0
  const isFew = total > 0 && total <= maxSingleReadings
  const rows = useQuery({
    ...ask(readings.history, { ...question, number_of_rec: maxSingleReadings }, true),
    enabled: isFew,
    placeholderData: keepPreviousData,
  })
  const data = useMemo(
    (): ChartData | undefined => chart.data && { ...chart.data, rows: isFew ? rows.data?.rows : undefined },
    [chart.data, rows.data, isFew],
  )
  return { ...chart, data, total }
}

/** Values charted together form one row, and corrected readings are included. */
const actOptions = { with_replaced: true, by_act: true }

export function useReadingTable(question: HistoryRequest, page: number, size: number) {
  return useQuery({
    ...ask(readings.history, { ...question, page, number_of_rec: size, ...actOptions }, true),
    placeholderData: keepPreviousData,
  })
}

/** About ten printed sheets. If there are more rows, the print says how many. */
const maxPrintedRows = 500

/** The readings of a span for printing, the newest first, with their total number. */
export function fetchPrintRows(question: HistoryRequest): Promise<{ rows: ReadingRow[]; total: number }> {
  return readPages(maxPrintedRows, (paging) =>
    queryClient.fetchQuery(ask(readings.history, { ...question, ...paging, ...actOptions })),
  )
}

/** The newest reading; null if there is none. */
export function useNewestReading(question: HistoryRequest, isAsked = true): Reading | null | undefined {
  const { data } = useQuery({
    ...ask(readings.history, { ...question, number_of_rec: 1 }, true),
    enabled: isAsked,
    placeholderData: keepPreviousData,
  })
  return data && (data.rows[0] ?? null)
}

/** The patient with the SpO₂ scale that is set for them, once it is known. */
export function useScaledPatient(patient: Patient): Patient & MeasuredPerson {
  const { data } = useQuery(ask(spo2Scale.get, { patient_id: patient._id }, true))
  const spo2_scale = data?.scale
  return useMemo(() => ({ ...patient, spo2_scale }), [patient, spo2_scale])
}

/** Newest values, and the NEWS2 score from them; null for a patient who is not monitored. */
export function useLatestValues(patientId: string) {
  const { data, error } = useQuery(askWall({ patient_id: patientId }))
  return error?.code === errorCodes['not-found'] ? null : data?.tiles[0]?.latest
}

/** Requests a patient's shown readings again soon after an event about the patient. */
export function useReadingRefresh(patientId: string) {
  const refreshSoon = useRefreshSoon([readings.history, readings.flowsheet, patients.get, spo2Scale.get])
  useLiveEvent('latest', ({ patients: heard }) => {
    if (heard.some(({ patient_id }) => patient_id === patientId)) refreshSoon()
  })
  useLiveEvent('patients-outdated', ({ patient_ids }) => {
    if (patient_ids.includes(patientId)) refreshSoon()
  })
}
