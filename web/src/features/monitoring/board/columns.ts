import { useTranslation } from 'react-i18next'
import { type TileVital, tileVitals } from '../../../clinical/newest-values.ts'
import { useVitalName } from '../../../clinical/use-vital-name.ts'

export const boardColumns = [
  'bed',
  'news2',
  ...tileVitals,
  'alarm',
  'triage_level',
  'devices',
  'admitted_at',
] as const
export type BoardColumn = (typeof boardColumns)[number]

export type OptionalBoardColumn = Exclude<BoardColumn, 'bed' | 'news2'>

/** Columns that a user may hide; who it is and the score always stay. */
export const optionalBoardColumns = boardColumns.filter(
  (column): column is OptionalBoardColumn => column !== 'bed' && column !== 'news2',
)

/** Hidden until a user shows them: what few patients have, so that the rest fits on a small screen. */
export const hiddenAtFirst: readonly OptionalBoardColumn[] = [
  'etco2',
  'pain_score',
  'blood_glucose',
  'admitted_at',
]

export const isVitalColumn = (column: BoardColumn): column is TileVital =>
  tileVitals.some((vital) => vital === column)

export function useBoardColumnLabel(): (column: BoardColumn) => string {
  const { t } = useTranslation('ward-board')
  const vitalName = useVitalName('tile')
  return (column) => (isVitalColumn(column) ? vitalName(column) : t(`column.${column}`))
}
