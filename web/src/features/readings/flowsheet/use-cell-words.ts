import {
  beyondTexts,
  classifyNews2Risk,
  type FlowsheetRow,
  type FlowsheetScore,
  formatComaParts,
  isQuantity,
  listRowFields,
  type News2Risk,
  type Patient,
  type Reading,
} from 'contract'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useVitalName } from '../../../clinical/use-vital-name.ts'
import { formatTime, toHospitalDate } from '../../../ui/date/dates.ts'
import { formatStaffName } from '../../../ui/person-name.ts'
import { writeNumber } from '../../../ui/write-number.ts'
import { useBandName } from '../band-badge.tsx'
import type { Classification } from '../bands.ts'
import { isNumberColumn, readColumnValue } from '../column-value.ts'
import { useScaledPatient } from '../queries.ts'
import { useUnitText } from '../use-unit-text.ts'
import { computeShownValue, getDecimals, type ShownQuantity } from '../views.ts'
import type { DeviceCell, ScoreCell, SheetCell } from './sheet.ts'

/** A value as it is written in a cell: short, with a second line where it needs one, and its band. */
export type CellValue = { text: string; small?: string | undefined; meaning?: Classification | undefined }

export function computeRisk({ total, parts }: FlowsheetScore): News2Risk {
  return classifyNews2Risk({ total, hasSingleThree: parts.some(({ points }) => points === 3) })
}

/** What the cells of a flowsheet say: short in the cell, and in full wherever a cell is read by itself. */
export function useCellWords(patient: Patient) {
  const { t, i18n } = useTranslation(['flowsheet', 'readings'])
  const bandName = useBandName()
  const vitalName = useVitalName()
  const unitText = useUnitText()
  const scaled = useScaledPatient(patient)

  return useMemo(() => {
    const time = (at: string) => formatTime(at, i18n.language, 'HH:mm')
    const formatInstant = (at: string) => formatTime(at, i18n.language, 'dd MMM yyyy HH:mm')

    function readValue(row: FlowsheetRow, reading: Reading): CellValue | undefined {
      if (row === 'consciousness') return reading.consciousness ? { text: reading.consciousness } : undefined
      if (row === 'oxygen')
        return typeof reading.oxygen === 'boolean'
          ? { text: t(reading.oxygen ? 'oxygen.yes' : 'oxygen.no') }
          : undefined
      if (!isNumberColumn(row)) return undefined
      if (row === 'gcs') return readComaScale(reading)
      const found = readColumnValue(row, reading, scaled, toHospitalDate(reading.measured_at))
      if (!found) return undefined
      const small = found.isDerived
        ? t('readings:derived')
        : row === 'blood_glucose' && reading.marker && reading.marker !== 'no_marker'
          ? t(`readings:marker.${reading.marker}`)
          : undefined
      return { text: found.text, small, meaning: found.meaning }
    }

    /** The value in words: with its unit, its band, and what a letter means. */
    function describeValue(row: FlowsheetRow, reading: Reading): string {
      if (row === 'consciousness' && reading.consciousness)
        return t(`readings:consciousness.${reading.consciousness}`)
      if (row === 'oxygen') return t(reading.oxygen ? 'readings:oxygen.yes' : 'readings:oxygen.no')
      const value = readValue(row, reading)
      if (!value) return ''
      const { text, small, meaning } = value
      if (row === 'gcs')
        return [typeof reading.gcs === 'number' && `${text} ${unitText('gcs')}`, small ?? text]
          .filter(Boolean)
          .join(', ')
      const isBeyond = row === 'blood_glucose' && reading.beyond
      return [
        isBeyond
          ? `${text} (${t(`readings:beyond.${reading.beyond as 'above'}`)})`
          : `${text} ${unitText(row as ShownQuantity)}`,
        small,
        !isBeyond && meaning && meaning.level !== 'normal' && bandName(meaning),
        row === 'blood_pressure' && describeMean(reading),
      ]
        .filter(Boolean)
        .join(', ')
    }

    /** The total with its parts; the parts alone where one could not be tested. */
    function readComaScale(reading: Reading): CellValue {
      const parts = formatComaParts(reading)
      return typeof reading.gcs === 'number'
        ? { text: reading.gcs.toFixed(0), small: parts }
        : { text: parts ?? '' }
    }

    /** The mean of a pressure, which has no row of its own unless it was measured. */
    function describeMean(reading: Reading): string | undefined {
      const mean = computeShownValue('map', reading, null)
      if (!mean) return undefined
      const text = `${vitalName('map')} ${writeNumber(mean.value, getDecimals('map'))}`
      return mean.isDerived ? `${text} (${t('readings:derived')})` : text
    }

    const describeOrigin = ({ entered_by, device, source }: Reading): string =>
      [
        entered_by && formatStaffName(entered_by),
        device?.name,
        source !== 'manual' && t(`readings:source.${source}`),
      ]
        .filter(Boolean)
        .join(', ')

    function describeReading(row: FlowsheetRow, reading: Reading): string {
      const { measured_at, replaced_at, corrects, timing, note } = reading
      return [
        t('entry', { time: formatInstant(measured_at), value: describeValue(row, reading) }),
        describeOrigin(reading),
        timing !== 'told' && t(`readings:timing.${timing}`),
        replaced_at !== null && t('replaced', { time: formatInstant(replaced_at) }),
        corrects !== null && t('corrected'),
        note,
      ]
        .filter(Boolean)
        .join(' · ')
    }

    /** The lowest and the highest of all readings of a cell, of each number: "84–97"; beyond a meter: "212–HI". */
    function listExtremes(row: FlowsheetRow, { extremes, words }: DeviceCell): string[] {
      if (row === 'consciousness' && words['consciousness']) return [words['consciousness'].join(', ')]
      const beyond = words['beyond'] ?? []
      return listRowFields(row).flatMap((name) => {
        const found = extremes[name]
        if (!found || !isQuantity(name)) return []
        const [low, high] = [found.min, found.max].map((value) => writeNumber(value, getDecimals(name)))
        const ends = [
          beyond.includes('below') ? beyondTexts.below : low,
          beyond.includes('above') ? beyondTexts.above : high,
        ]
        return [[...new Set(ends)].join('–')]
      })
    }

    /** Everything in a cell, a line for each reading. */
    function describeCell(row: FlowsheetRow, cell: SheetCell): string[] {
      if ('charted' in cell) return cell.charted.map((reading) => describeReading(row, reading))
      const lines = [describeReading(row, cell.newest)]
      const range = listExtremes(row, cell).join(' / ')
      if (cell.count > 1 && range) lines.push(t('of-many', { count: cell.count, range }))
      return lines
    }

    function describePart({
      parameter,
      points,
      value,
      letter,
      measured_at,
    }: FlowsheetScore['parts'][number]): string {
      const shown =
        parameter === 'consciousness'
          ? letter
          : parameter === 'oxygen'
            ? t(value === 1 ? 'readings:oxygen.yes' : 'readings:oxygen.no')
            : `${value?.toFixed(getDecimals(parameter))} ${unitText(parameter)}`
      return t('score.part', { name: vitalName(parameter), value: shown, time: time(measured_at), points })
    }

    /** Each score of a column with its points, the newest first. */
    function describeScores(scores: ScoreCell): string[] {
      return scores.toReversed().map((score) =>
        [
          t('score.entry', {
            time: formatInstant(score.at),
            total: score.total,
            risk: t(`readings:news2.risk.${computeRisk(score)}`),
          }),
          score.scale === 2 && t('readings:scale.short.2'),
          ...score.parts.map(describePart),
        ]
          .filter(Boolean)
          .join(' · '),
      )
    }

    return {
      time,
      formatInstant,
      readValue,
      describeCell,
      describeReading,
      describePart,
      describeScores,
      listExtremes,
    }
  }, [scaled, t, i18n.language, bandName, vitalName, unitText])
}
