import { Text } from '@mantine/core'
import type { TimelineEntryOf } from 'contract'
import { useTranslation } from 'react-i18next'
import { InlineFacts } from '../../../ui/inline-facts.tsx'
import { useLocalizedName } from '../../../ui/use-localized-name.ts'
import { formatPatientHistoryPath, formatRecordPath } from '../record/facts/record-paths.ts'
import { ChangedFields } from '../record/history/changed-fields.tsx'

type StayEntryProps = { entry: TimelineEntryOf<'admitted' | 'moved' | 'left' | 'returned' | 'discharged'> }

/** An admission, a move, a leave, a return or a discharge, in a timeline. */
export function StayEntryTitle({ entry }: StayEntryProps) {
  const { t } = useTranslation('summary')
  return t(`timeline.${entry.kind}`)
}

export function StayEntryDetail({ entry: { kind, an, ward, bed } }: StayEntryProps) {
  const { t } = useTranslation(['patients', 'summary'])
  const localName = useLocalizedName()
  return (
    <Text size="xs" c="dimmed">
      <InlineFacts
        of={[
          localName(ward),
          bed ? t('bed', { bed }) : kind !== 'left' && kind !== 'discharged' && t('summary:timeline.waiting'),
          `AN ${an}`,
        ]}
      />
    </Text>
  )
}

type VisitEntryProps = { entry: TimelineEntryOf<'visited'> }

export function VisitEntryTitle({ entry: { visit } }: VisitEntryProps) {
  const { t } = useTranslation('summary')
  return t(`timeline.visited.${visit}`)
}

export function VisitEntryDetail({ entry: { vn } }: VisitEntryProps) {
  return (
    <Text size="xs" c="dimmed">
      VN {vn}
    </Text>
  )
}

type NotedEntryProps = { entry: TimelineEntryOf<'noted'> }

/** A note for the next shift. */
export function NotedEntryTitle() {
  const { t } = useTranslation('summary')
  return t('timeline.noted')
}

export function NotedEntryDetail({ entry: { text } }: NotedEntryProps) {
  return <Text size="xs">{text}</Text>
}

type ChangedEntryProps = { entry: TimelineEntryOf<'changed'> }

const listSections = ({ changes }: TimelineEntryOf<'changed'>) => [
  ...new Set(changes.map(({ section }) => section)),
]

/** What one save of the record changed. */
export function ChangedEntryTitle({ entry }: ChangedEntryProps) {
  const { t } = useTranslation(['summary', 'patients'])
  const sections = listSections(entry).map((section) => t(`patients:section.${section}`))
  return t('timeline.changed', { sections: sections.join(', ') })
}

export function ChangedEntryDetail({ entry: { changes } }: ChangedEntryProps) {
  return (
    <Text component="div" size="xs">
      <ChangedFields changes={changes} />
    </Text>
  )
}

/** The history of the section, or of the record if several were changed at once. */
export function toChangedPath(patientId: string, entry: TimelineEntryOf<'changed'>): string {
  const [section, ...others] = listSections(entry)
  return section && others.length === 0
    ? formatPatientHistoryPath(patientId, section)
    : formatRecordPath(patientId, 'history')
}
