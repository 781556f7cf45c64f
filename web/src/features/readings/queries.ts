import { keepPreviousData, useQuery } from '@tanstack/react-query'
import {
  errorCodes,
  type Input,
  patients,
  type Reading,
  type ReadingRow,
  type Result,
  readings,
} from 'contract'
import { useEffect, useMemo, useRef } from 'react'
import { ask, queryClient } from '../../api/client.ts'
import { readOn } from '../../api/read-on.ts'
import { useLive } from '../../live/live.ts'
import { askWall } from '../../live/live-data.ts'
import type { View } from './views.ts'

export type Question = Omit<
  Input<typeof readings.history>,
  'resolution' | 'page' | 'number_of_rec' | 'with_replaced' | 'by_act'
>

export function historyOf(patientId: string, view: View, span: { from: string; to?: string }): Question {
  return {
    patient_id: patientId,
    kinds: [...view.kinds],
    ...(view.field && { field: view.field }),
    ...span,
  }
}

/** Number of points that fit a chart; up to this many readings are drawn one by one. */
export const chartPoints = 240
const readingsDrawn = 100

/**
 * The data of a chart. Few readings are drawn one by one, each at its own time (`rows`). Of many, those of devices are
 * `points` with the extremes of each part, and manually charted ones are still drawn singly (`manual`). `newest` is the
 * newest reading of each quantity.
 */
export type ChartData = Pick<Result<typeof readings.history>, 'points' | 'manual' | 'newest'> & {
  rows: readonly Reading[] | undefined
}

export function useChart(question: Question) {
  const chart = useQuery({
    ...ask(readings.history, { ...question, resolution: chartPoints }, true),
    placeholderData: keepPreviousData,
  })
  const total = chart.data?.total ?? 0
  const isFew = total > 0 && total <= readingsDrawn
  const rows = useQuery({
    ...ask(readings.history, { ...question, number_of_rec: readingsDrawn }, true),
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
const asActs = { with_replaced: true, by_act: true }

export function useTable(question: Question, page: number, size: number) {
  return useQuery({
    ...ask(readings.history, { ...question, page, number_of_rec: size, ...asActs }, true),
    placeholderData: keepPreviousData,
  })
}

/** About ten printed sheets. If there are more rows, the print says how many. */
const paperRows = 500

/** The readings of a span for printing, the newest first, with their total number. */
export function readForPaper(question: Question): Promise<{ rows: ReadingRow[]; total: number }> {
  return readOn(paperRows, (paging) =>
    queryClient.fetchQuery(ask(readings.history, { ...question, ...paging, ...asActs })),
  )
}

/** The newest reading; null if there is none. */
export function useNewest(question: Question, isAsked = true): Reading | null | undefined {
  const { data } = useQuery({
    ...ask(readings.history, { ...question, number_of_rec: 1 }, true),
    enabled: isAsked,
    placeholderData: keepPreviousData,
  })
  return data && (data.rows[0] ?? null)
}

/** Newest values, and the NEWS2 score from them; null for a patient who is not monitored. */
export function useLatest(patientId: string) {
  const { data, error } = useQuery(askWall({ patient_id: patientId }))
  return error?.code === errorCodes['not-found'] ? null : data?.tiles[0]?.latest
}

const lullMs = 3000

/** Requests a patient's shown readings again soon after an event about the patient. */
export function useRefreshes(patientId: string) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const refreshSoon = () => {
    timer.current ??= setTimeout(() => {
      timer.current = undefined
      for (const { path } of [readings.history, patients.get])
        void queryClient.invalidateQueries({ queryKey: [path] })
    }, lullMs)
  }
  useLive('latest', ({ patients: heard }) => {
    if (heard.some(({ patient_id }) => patient_id === patientId)) refreshSoon()
  })
  useLive('watched', ({ patient_ids }) => {
    if (patient_ids.includes(patientId)) refreshSoon()
  })
  useEffect(() => () => clearTimeout(timer.current), [])
}
