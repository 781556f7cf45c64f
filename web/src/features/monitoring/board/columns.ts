import { useTranslation } from 'react-i18next'
import { type TileVital, tileVitals } from '../../../clinical/newest-values.ts'
import { useVitalName } from '../../../clinical/use-vital-name.ts'
import { useHiddenColumns } from '../../../ui/list/column-chooser.tsx'
import { useIsWide } from '../../../ui/use-is-wide.ts'

export const boardColumns = [
  'bed',
  'news2',
  ...tileVitals,
  'alarm',
  'triage_level',
  'devices',
  'admitted_at',
  'days',
  'isolation',
  'attending',
  'planned',
] as const
export type BoardColumn = (typeof boardColumns)[number]

export type OptionalBoardColumn = Exclude<BoardColumn, 'bed' | 'news2'>

/** Columns that a user may hide; who it is and the score always stay. */
export const optionalBoardColumns = boardColumns.filter(
  (column): column is OptionalBoardColumn => column !== 'bed' && column !== 'news2',
)

/** Hidden until a user shows them: what few patients have, and what the days say as well. */
const hiddenOnWide: readonly OptionalBoardColumn[] = ['etco2', 'pain_score', 'blood_glucose', 'admitted_at']
const hiddenOnNarrow: readonly OptionalBoardColumn[] = [
  ...hiddenOnWide,
  'days',
  'isolation',
  'attending',
  'planned',
]

/**
 * The columns that are hidden, chosen for wide screens and for others: on a tablet a whole row is in sight, and the
 * isolation is told beside the name.
 */
export function useHiddenBoardColumns() {
  const isWide = useIsWide()
  return useHiddenColumns<OptionalBoardColumn>(
    isWide ? 'ward-board-wide' : 'ward-board',
    isWide ? hiddenOnWide : hiddenOnNarrow,
  )
}

export const isVitalColumn = (column: BoardColumn): column is TileVital =>
  tileVitals.some((vital) => vital === column)

const stayColumns = ['days', 'isolation', 'attending', 'planned'] as const
export type StayColumn = (typeof stayColumns)[number]

/** What a column shows of the stay and not of the present state. */
export const isStayColumn = (column: BoardColumn): column is StayColumn =>
  stayColumns.some((one) => one === column)

export function useBoardColumnLabel(): (column: BoardColumn) => string {
  const { t } = useTranslation('ward-board')
  const vitalName = useVitalName('tile')
  return (column) => (isVitalColumn(column) ? vitalName(column) : t(`column.${column}`))
}
