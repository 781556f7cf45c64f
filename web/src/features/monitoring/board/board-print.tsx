import { type BoardWard, monitoring, type WardBoardRow } from 'contract'
import { useTranslation } from 'react-i18next'
import { ask, queryClient } from '../../../api/client.ts'
import { readPages } from '../../../api/read-pages.ts'
import { useMyWards } from '../../../clinical/use-my-wards.ts'
import { useWards } from '../../../clinical/use-wards.ts'
import { useNow } from '../../../ui/date/use-now.ts'
import { PrintButton } from '../../../ui/print/print-button.tsx'
import { usePrint } from '../../../ui/print/use-print.ts'
import { useLocalizedName } from '../../../ui/use-localized-name.ts'
import { BoardPrintout } from './board-printout.tsx'
import type { BoardSettings } from './board-rows.tsx'
import type { BoardColumn } from './columns.ts'
import { useBoardFilterWords } from './filters.tsx'
import { toWardBoardRequest, type WardBoardView } from './list-query.ts'
import { sortBySickness } from './rules.ts'

/** No hospital has more beds. */
const maxPrintedRows = 5000
const minuteMs = 60_000

type BoardPrintProps = BoardSettings & {
  view: WardBoardView
  ward: BoardWard
  columns: readonly BoardColumn[]
  /** The page that is shown, which Ctrl+P prints. */
  rows: readonly WardBoardRow[]
  total: number
  rowsPerPage: number
}

/** Prints the whole board, not only the page that is shown. */
export function BoardPrint({ view, ward, columns, rows, total, rowsPerPage, ...settings }: BoardPrintProps) {
  const { t, i18n } = useTranslation('ward-board')
  const now = useNow(minuteMs)
  const wardText = useWardText()
  const filterWords = Object.values(useBoardFilterWords(view.filters)).filter((words) => words !== undefined)
  const isLong = total > rowsPerPage
  // Printed in the order of beds: a patient whose rank changes while the pages are read would be missing or there
  // twice.
  const isByBed = isLong && view.sort !== undefined
  const asked = toWardBoardRequest(view)
  const { printed, isReading, print } = usePrint(JSON.stringify([ward, asked]), async () => {
    const body = {
      ...asked,
      ...(isLong && ({ sort_field: 'bed', sort_order: 'asc' } as const)),
    }
    const board = await readPages(maxPrintedRows, (paging) =>
      queryClient.fetchQuery({ ...ask(monitoring.wardBoard, { ...body, ...paging }), gcTime: 0 }),
    )
    return view.sort ? board.rows : sortBySickness(board.rows, settings.findAlarms, { ...settings, now })
  })
  const shown = printed ?? rows
  const order = isByBed && printed ? 'bed' : view.sort?.field
  const count = { shown: shown.length, total: Math.max(total, shown.length) }
  const about = [
    t(count.shown === count.total ? 'printout.count' : 'printout.part', {
      shown: count.shown.toLocaleString(i18n.language),
      total: count.total.toLocaleString(i18n.language),
    }),
    ...filterWords,
    t('printout.order', { order: order ? t(`sort.${order}`) : t('sickest-first') }),
    t('printout.times'),
  ].join(' · ')
  return (
    <>
      <PrintButton isBusy={isReading} onPrint={print} />
      <BoardPrintout {...settings} ward={wardText(ward)} about={about} columns={columns} rows={shown} />
    </>
  )
}

/** The names of the wards that are shown. */
export function useWardText(): (ward: BoardWard) => string {
  const { t, i18n } = useTranslation('ward-board')
  const localName = useLocalizedName()
  const wards = useWards()
  const mine = useMyWards()
  return (ward) => {
    if (ward === 'every') return t('every-ward')
    const named = wards.filter(({ _id }) => (ward === 'mine' ? mine.has(_id) : _id === ward))
    return new Intl.ListFormat(i18n.language).format(named.map(localName))
  }
}
