import { Text } from '@mantine/core'
import { flowsheetKinds, type TimelineEntryOf } from 'contract'
import { useTranslation } from 'react-i18next'
import { useReadingTexts } from '../../clinical/use-reading-texts.ts'
import { formatPatientPath, formatVitalSignsPath } from '../../paths.ts'
import { toHospitalDate } from '../../ui/date/dates.ts'
import { InlineFacts } from '../../ui/inline-facts.tsx'
import { type ReadingsScreenName, type ReadingsView, readingsScreens, views } from './views.ts'

type ChartedEntryProps = { entry: TimelineEntryOf<'charted'> }

/** What was charted together, in a timeline. */
export function ChartedEntryTitle({ entry: { readings } }: ChartedEntryProps) {
  const { t } = useTranslation('summary')
  return t(readings.some(({ is_correction }) => is_correction) ? 'timeline.corrected' : 'timeline.charted')
}

/** Each value with its unit, and the notes. */
export function ChartedEntryDetail({ entry: { readings } }: ChartedEntryProps) {
  const readingTexts = useReadingTexts()
  const notes = new Set(readings.flatMap(({ note }) => note ?? []))
  return (
    <>
      <Text size="sm">
        <InlineFacts of={readings.flatMap(readingTexts)} />
      </Text>
      {[...notes].map((note) => (
        <Text key={note} size="xs" c="dimmed">
          {note}
        </Text>
      ))}
    </>
  )
}

/** The flowsheet of that day; for what it does not show, the screen and the tab that do. */
export function toChartedPath(patientId: string, { at, readings }: TimelineEntryOf<'charted'>): string {
  if (readings.some(({ kind }) => flowsheetKinds.some((one) => one === kind)))
    return `${formatPatientPath(patientId)}/flowsheet?day=${toHospitalDate(at)}`
  const kind = readings[0]?.kind
  for (const screen of Object.keys(readingsScreens) as ReadingsScreenName[]) {
    const tab = readingsScreens[screen].find((name) =>
      (views[name] as ReadingsView).kinds.some((one) => one === kind),
    )
    if (tab) return `${formatPatientPath(patientId)}/${screen}?tab=${tab}`
  }
  return formatVitalSignsPath(patientId)
}
