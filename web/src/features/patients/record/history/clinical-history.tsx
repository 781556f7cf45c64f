import { Skeleton, Title } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatDate } from '../../../../ui/date/dates.ts'
import { useFormatTime } from '../../../../ui/date/use-format-time.ts'
import { ErrorState } from '../../../../ui/feedback/error-state.tsx'
import { SegmentChoice } from '../../../../ui/form/segment-choice.tsx'
import { Section } from '../../../../ui/section.tsx'
import { EntryText, usePatientFieldLabel } from '../facts/field-value.tsx'
import { useAllergyHistory, useMedicationHistory, useUnderlyingDiseaseHistory } from '../queries.ts'
import classes from './clinical-history.module.css'

const lists = ['allergies', 'underlying_disease', 'medication', 'ward_medication'] as const
type List = (typeof lists)[number]

/**
 * When each entry began, who recorded it and who ended it: recorded entries never disappear. The screen shows one
 * list at a time, a print shows all lists.
 */
export function ClinicalHistory({ patientId }: { patientId: string }) {
  const { t } = useTranslation('patient-record')
  const label = usePatientFieldLabel()
  const [list, setList] = useState<List>('allergies')
  return (
    <Section
      title={t('through-time')}
      act={
        <SegmentChoice
          className={classes.choice}
          label={t('through-time')}
          value={list}
          onChange={setList}
          choices={lists.map((value) => ({ value, label: label(value) }))}
        />
      }
    >
      {lists.map((one) => {
        const History = histories[one]
        return (
          <div key={one} className={classes.list} data-chosen={one === list || undefined}>
            <Title order={3} size="sm" className={classes.name}>
              {label(one)}
            </Title>
            <History patientId={patientId} />
          </div>
        )
      })}
    </Section>
  )
}

function Allergies({ patientId }: { patientId: string }) {
  return <Timeline field="allergies" answer={useAllergyHistory(patientId)} />
}

function UnderlyingDiseases({ patientId }: { patientId: string }) {
  return <Timeline field="underlying_disease" answer={useUnderlyingDiseaseHistory(patientId)} />
}

function Medication({ patientId }: { patientId: string }) {
  return <Timeline field="medication" answer={useMedicationHistory(patientId)} />
}

function WardMedication({ patientId }: { patientId: string }) {
  const { data, ...answer } = useMedicationHistory(patientId)
  return (
    <Timeline field="ward_medication" answer={{ ...answer, data: data && { history: data.ward_history } }} />
  )
}

const histories = {
  allergies: Allergies,
  underlying_disease: UnderlyingDiseases,
  medication: Medication,
  ward_medication: WardMedication,
}

type Recorded = {
  _id: string
  since: string | null
  recorded_at: string
  recorded_by: string | null
  ended_at: string | null
  ended_by: string | null
}

type TimelineProps = {
  field: List
  answer: Pick<UseQueryResult, 'isError' | 'isFetching' | 'refetch'> & {
    data: { history: Recorded[] } | undefined
  }
}

function Timeline({ field, answer: { data, isError, isFetching, refetch } }: TimelineProps) {
  const { t, i18n } = useTranslation('patient-record')
  const formatInstant = useFormatTime()
  if (isError && !data) return <ErrorState onRetry={() => void refetch()} isRetrying={isFetching} />
  if (!data) return <Skeleton height={96} />
  if (data.history.length === 0) return <p className={classes.empty}>{t('no-entries')}</p>
  const act = (key: 'recorded' | 'ended', instant: string, who: string | null) =>
    who ? t(`${key}-by`, { at: formatInstant(instant), who }) : t(`${key}-at`, { at: formatInstant(instant) })
  return (
    <ol className={classes.timeline}>
      {data.history.map(({ _id, since, recorded_at, recorded_by, ended_at, ended_by, ...entry }) => (
        <li key={_id} data-ended={ended_at !== null || undefined}>
          <p className={classes.entry}>
            <EntryText field={field} entry={entry} />
            <span className={classes.badge}>{t(ended_at ? 'ended' : 'current')}</span>
          </p>
          <p className={classes.when}>
            {since && <span>{t('since', { date: formatDate(since, i18n.language) })}</span>}
            <span>{act('recorded', recorded_at, recorded_by)}</span>
            {ended_at && <span>{act('ended', ended_at, ended_by)}</span>}
          </p>
        </li>
      ))}
    </ol>
  )
}
