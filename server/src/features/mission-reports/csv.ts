import type { IntervalFigures, MissionReport } from 'contract'
import { formatCsv } from '../../core/csv.ts'
import { type Language, texts } from '../../core/texts.ts'

/** One line a figure: what it is of, then its times in seconds. */
export function formatMissionCsv(
  report: Omit<MissionReport, 'until' | 'faults'>,
  language: Language,
): AsyncIterable<string> {
  const { missionReports, missions, formOptions } = texts[language]
  const { column, part, unknown } = missionReports
  const intervals = missions.interval as Record<string, string>
  const options = formOptions as unknown as Record<string, Record<string, string>>
  const headings = [
    column.part,
    column.of,
    column.missions,
    column.measured,
    column.left_out,
    `${column.p50} (${missionReports.seconds})`,
    `${column.p90} (${missionReports.seconds})`,
    `${column.target} (${missionReports.minutes})`,
    column.within,
  ]
  const line = (of: string, name: string, figures: IntervalFigures, count: number | null = null) => [
    of,
    name,
    count,
    figures.measured,
    figures.left_out,
    figures.p50,
    figures.p90,
    figures.targets.join(' / ') || null,
    figures.within,
  ]
  return formatCsv(headings, listLines(), (cells) => cells)

  async function* listLines() {
    yield report.intervals.map((one) => line(part.intervals, intervals[one.interval] ?? one.interval, one))
    yield report.colours.map((one) =>
      line(part.colours, (one.colour && options['dispatch-colour']?.[one.colour]) || unknown, one),
    )
    yield report.kinds.map((one) =>
      line(part.kinds, options['request-kind']?.[one.kind] ?? one.kind, one, one.missions),
    )
    yield report.units.map((one) => line(part.units, one.vehicle?.call_sign ?? unknown, one, one.missions))
  }
}
