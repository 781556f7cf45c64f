import {
  type BeyondMeter,
  formatComaParts,
  quantities,
  type ReadingKind,
  type ReadingValueName,
  type ReadingValues,
  readingValueNames,
} from 'contract'
import { useTranslation } from 'react-i18next'
import { useVitalName } from './use-vital-name.ts'

type WordedReading = ReadingValues & { kind: ReadingKind; told_glucose?: number | null }

/** The values of a reading in words, each with its unit. */
export function useReadingTexts(): (reading: WordedReading) => string[] {
  const { t, i18n } = useTranslation(['devices', 'readings'])
  const vitalName = useVitalName('inbox')
  const number = (name: ReadingValueName, value: number) => {
    if (!(name in quantities)) return String(value)
    const { unit, decimals } = quantities[name as keyof typeof quantities]
    const figure = value.toLocaleString(i18n.language, { maximumFractionDigits: decimals })
    if (unit === 'steps') return `${figure} ${t('readings:unit.steps')}`
    return unit === 'min' ? t('minutes', { minutes: figure }) : `${figure} ${unit}`
  }
  const word = (name: ReadingValueName, value: string | number) => {
    if (typeof value === 'number') return number(name, value)
    if (name === 'beyond') return t(`beyond.${value as BeyondMeter}`)
    return name === 'marker' ? t(`marker.${value as 'fasting'}`) : value
  }
  return (reading) => {
    const { kind, systolic, diastolic } = reading
    const isPressure = typeof systolic === 'number' && typeof diastolic === 'number'
    const pressure = isPressure
      ? [`${vitalName('blood_pressure')} ${systolic}/${diastolic} ${quantities.systolic.unit}`]
      : []
    const parts = formatComaParts(reading)
    const coma = parts ? [`${vitalName('gcs')} ${describeComa(reading.gcs, parts)}`] : []
    const isTold = (name: ReadingValueName) =>
      (isPressure && (name === 'systolic' || name === 'diastolic')) ||
      (coma.length > 0 && name.startsWith('gcs'))
    const others = readingValueNames
      .filter((name) => !isTold(name))
      .flatMap((name) => {
        const value = reading[name]
        if (typeof value === 'boolean') return [t(value ? 'readings:oxygen.yes' : 'readings:oxygen.no')]
        return value === null || value === undefined ? [] : [`${vitalName(name)} ${word(name, value)}`]
      })
    const told = reading.told_glucose
    const withoutUnit =
      typeof told === 'number' && reading.blood_glucose === undefined
        ? [t('unit.told', { told: told.toLocaleString(i18n.language) })]
        : []
    const event = kind === 'fall' || kind === 'sos' ? [t(`event.${kind}`)] : []
    return [...event, ...pressure, ...coma, ...withoutUnit, ...others]
  }
}

/** As it is charted: the total with its parts, or the parts alone if one could not be tested. */
const describeComa = (total: WordedReading['gcs'], parts: string): string =>
  typeof total === 'number' ? `${total} (${parts})` : parts
