import {
  type DrugList,
  equipmentItems,
  type IntervalFigures,
  type Language,
  type MissionReport,
} from 'contract'
import { type CsvCell, formatCsv } from '../../core/csv.ts'
import { texts } from '../../core/texts.ts'
import { formatZonedMinute, hospitalTimeZone } from '../../core/time.ts'

/**
 * One row for each figure: what it is of, then its times in seconds. Then what
 * is unpaid; last the faults, which are open whatever the period, or were mended in it.
 */
export function formatMissionCsv(
  report: Omit<MissionReport, 'until'>,
  drugs: DrugList,
  language: Language,
): AsyncIterable<string> {
  const { missionReports, missions, formOptions, equipment } = texts[language]
  const { chart, column, part, unknown } = missionReports
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
    column.unpaid,
    column.unrecorded,
    column.unpriced,
    `${column.total} (${missionReports.baht})`,
    column.status,
    column.since,
    column.mended_at,
    column.days,
  ]
  const leaveEmpty = (cells: number): CsvCell[] => Array<CsvCell>(cells).fill(null)
  const [emptyFigures, emptyFees, emptyFault] = [leaveEmpty(6), leaveEmpty(4), leaveEmpty(4)]
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
    ...emptyFees,
    ...emptyFault,
  ]
  const nameItem = (item: string): string => {
    const drug = equipmentItems[item]?.drug
    if (drug === undefined) return (equipment.item as Record<string, string>)[item] ?? item
    const { name_en, name_th, strength } = drugs[drug]
    return [language === 'th' ? name_th : name_en, strength].filter(Boolean).join(' ')
  }
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
    yield report.hours.map((count, hour) => [
      chart.hours,
      `${String(hour).padStart(2, '0')}:00`,
      count,
      ...emptyFigures,
      ...emptyFees,
      ...emptyFault,
    ])
    yield report.unpaid.map(({ vehicle, unpaid, unrecorded, unpriced, total }) => [
      part.unpaid,
      vehicle?.call_sign ?? unknown,
      null,
      ...emptyFigures,
      unpaid,
      unrecorded,
      unpriced,
      total,
      ...emptyFault,
    ])
    yield report.faults.map(({ vehicle, item, status, since, days }) => [
      part.faults,
      `${vehicle.call_sign}: ${nameItem(item)}`,
      null,
      ...emptyFigures,
      ...emptyFees,
      equipment.status[status],
      formatZonedMinute(hospitalTimeZone, since),
      null,
      days,
    ])
    yield report.mended.map(({ vehicle, item, since, mended_at, days }) => [
      part.mended,
      `${vehicle.call_sign}: ${nameItem(item)}`,
      null,
      ...emptyFigures,
      ...emptyFees,
      null,
      formatZonedMinute(hospitalTimeZone, since),
      formatZonedMinute(hospitalTimeZone, mended_at),
      days,
    ])
  }
}
