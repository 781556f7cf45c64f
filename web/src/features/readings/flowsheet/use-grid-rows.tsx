import {
  IconDeviceWatch,
  IconPencil,
  IconTriangleFilled,
  IconTriangleInvertedFilled,
} from '@tabler/icons-react'
import { news2Parameters, type Patient, type Reading } from 'contract'
import { type ReactNode, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useVitalName } from '../../../clinical/use-vital-name.ts'
import { useUnitText } from '../use-unit-text.ts'
import type { ColumnWidth } from './flowsheet-span.ts'
import classes from './grid-cells.module.css'
import { pickScores, type ScoreCell, type Sheet, type SheetCell, type SheetRow } from './sheet.ts'
import { type CellValue, computeRisk, useCellWords } from './use-cell-words.ts'

/** A cell as it is drawn, and in full. */
export type GridCell = { content: ReactNode; lines: readonly string[] }

export type GridRow = {
  id: string
  /** The name for a person who hears it. */
  name: string
  head: ReactNode
  cells: readonly (GridCell | undefined)[]
}

type GridRowsOptions = { width: ColumnWidth; withPoints: boolean }

/** The rows of a sheet as they are drawn, on the screen and on paper: the score first, then what it is made of. */
export function useGridRows(
  patient: Patient,
  sheet: Sheet | undefined,
  { width, withPoints }: GridRowsOptions,
): GridRow[] {
  const { t } = useTranslation(['flowsheet', 'readings'])
  const vitalName = useVitalName()
  const unitText = useUnitText()
  const words = useCellWords(patient)
  return useMemo(() => {
    if (!sheet) return []
    // In a column of an hour or less the minute is enough.
    const shortTime = (at: string) => (width === '4h' ? words.time(at) : words.time(at).slice(2))
    return [
      createScoreRow(),
      ...(withPoints ? news2Parameters.map(createPointsRow) : []),
      ...sheet.rows.map(createRow),
    ]

    function createScoreRow(): GridRow {
      const name = t('readings:news2.title')
      return {
        id: 'news2',
        name,
        head: (
          <RowHead name={name}>
            <span className={classes.minor}>{t('score.row')}</span>
          </RowHead>
        ),
        cells: sheet?.scores.map((scores) => scores && createScoreCell(scores)) ?? [],
      }
    }

    function createScoreCell(scores: ScoreCell): GridCell {
      const { newest, higher } = pickScores(scores)
      return {
        lines: words.describeScores(scores),
        content: (
          <span className={classes.score} data-risk={computeRisk(newest)}>
            <strong>{newest.total}</strong>
            <span className={classes.minute}>{shortTime(newest.at)}</span>
            {higher && (
              <span className={`${classes.range} ${classes.peak}`} data-risk={computeRisk(higher)}>
                {t('score.max', { total: higher.total })}
              </span>
            )}
          </span>
        ),
      }
    }

    function createPointsRow(parameter: (typeof news2Parameters)[number]): GridRow {
      const name = t('row-name', { name: vitalName(parameter), by: t('score.points') })
      return {
        id: `points-${parameter}`,
        name,
        head: (
          <RowHead name={vitalName(parameter)}>
            <span className={classes.minor}>{t('score.points')}</span>
          </RowHead>
        ),
        cells:
          sheet?.scores.map((scores) => {
            const part = scores && pickScores(scores).newest.parts.find((one) => one.parameter === parameter)
            return (
              part && {
                lines: [words.describePart(part)],
                content: (
                  <span className={classes.points} data-points={part.points}>
                    {part.points}
                  </span>
                ),
              }
            )
          }) ?? [],
      }
    }

    function createRow({ id, row, by, cells }: SheetRow): GridRow {
      const Icon = by === 'hand' ? IconPencil : IconDeviceWatch
      const name = vitalName(row)
      return {
        id,
        name: t('row-name', { name, by: t(`by.${by}`) }),
        head: (
          <RowHead name={name} unit={unitText(row)}>
            <span className={classes.minor}>
              <Icon size={12} aria-hidden /> {t(`by.${by}`)}
            </span>
          </RowHead>
        ),
        cells: cells.map((cell) => cell && createCell(row, cell)),
      }
    }

    function createCell(row: SheetRow['row'], cell: SheetCell): GridCell {
      const write = (reading: Reading) => {
        const value = words.readValue(row, reading)
        return (
          value && (
            <CellReading
              key={reading._id}
              reading={reading}
              value={value}
              time={shortTime(reading.measured_at)}
            />
          )
        )
      }
      const extremes = 'count' in cell && cell.count > 1 ? words.listExtremes(row, cell) : []
      return {
        lines: words.describeCell(row, cell),
        content:
          'charted' in cell ? (
            cell.charted.map(write)
          ) : (
            <>
              {write(cell.newest)}
              {extremes.map((range) => (
                <span key={range} className={classes.range}>
                  {range}
                </span>
              ))}
            </>
          ),
      }
    }
  }, [sheet, width, withPoints, t, vitalName, unitText, words])
}

function RowHead({ name, unit, children }: { name: string; unit?: string; children: ReactNode }) {
  return (
    <span className={classes.head}>
      <span>
        {name} {unit && <span className={classes.unit}>{unit}</span>}
      </span>
      {children}
    </span>
  )
}

type CellReadingProps = { reading: Reading; value: CellValue; time: string }

/** A reading at its minute. A corrected one is struck. */
function CellReading({ reading, value: { text, small, meaning }, time }: CellReadingProps) {
  const level = meaning?.level ?? 'normal'
  const Sign = level.endsWith('low')
    ? IconTriangleInvertedFilled
    : level.endsWith('high')
      ? IconTriangleFilled
      : undefined
  const isWrong = reading.replaced_at !== null
  const Value = isWrong ? 's' : 'strong'
  return (
    <span className={classes.reading} data-wrong={isWrong || undefined}>
      <Value className={classes.value} data-level={isWrong ? undefined : level}>
        {text}
        {Sign && !isWrong && <Sign size={8} aria-hidden />}
      </Value>
      <span className={classes.minute}>{time}</span>
      {small && <span className={classes.small}>{small}</span>}
    </span>
  )
}
