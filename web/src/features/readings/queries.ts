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
import { ask, queryClient } from '../../api.ts'
import { useLive } from '../../shell/live.ts'
import { askWall } from '../../shell/live-data.ts'
import { readOn } from '../../shell/read-on.ts'
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

/** As many points as a chart has room for, and so few readings that each of them is drawn itself. */
export const chartPoints = 240
const readingsDrawn = 100

/**
 * What a chart draws. Few readings are drawn one by one, each at its own time (`rows`); of many those of devices are
 * `points` with the extremes of each part, and those charted by hand are still themselves (`manual`). `newest` is the
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

/** What was charted together is one row, and what was corrected is still there. */
const asActs = { with_replaced: true, by_act: true }

export function useTable(question: Question, page: number, size: number) {
  return useQuery({
    ...ask(readings.history, { ...question, page, number_of_rec: size, ...asActs }, true),
    placeholderData: keepPreviousData,
  })
}

/** Some ten sheets of paper. Beyond it the paper says how many there are. */
const paperRows = 500

/** The readings of a span as they go on paper, the newest first, with how many there are. */
export function readForPaper(question: Question): Promise<{ rows: ReadingRow[]; total: number }> {
  return readOn(paperRows, (paging) =>
    queryClient.fetchQuery(ask(readings.history, { ...question, ...paging, ...asActs })),
  )
}

/** The newest reading there is; null when there is none. */
export function useNewest(question: Question, isAsked = true): Reading | null | undefined {
  const { data } = useQuery({
    ...ask(readings.history, { ...question, number_of_rec: 1 }, true),
    enabled: isAsked,
    placeholderData: keepPreviousData,
  })
  return data && (data.rows[0] ?? null)
}

/** Newest values, and the score made of them; null for a patient who is not monitored. */
export function useLatest(patientId: string) {
  const { data, error } = useQuery(askWall({ patient_id: patientId }))
  return error?.code === errorCodes['not-found'] ? null : data?.tiles[0]?.latest
}

const lullMs = 3000

/** What is shown of a patient's readings is asked for again soon after something of her is heard. */
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
