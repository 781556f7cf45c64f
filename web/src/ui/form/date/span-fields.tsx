import { SegmentedControl } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { reportDays, type Span, toSpanDays } from '../../list/report-span.ts'
import { DateFilterField } from './date-filter-field.tsx'
import classes from './span-fields.module.css'

type SpanFieldsProps = { span: Span; now: number; onSpan: (span: Span) => void }

/** Asks which days a report covers: the last so many, or from one day to another. */
export function SpanFields({ span, now, onSpan }: SpanFieldsProps) {
  const { t } = useTranslation('ui')
  const [isOwn, setOwn] = useState('from' in span)
  const [own, setOwnDays] = useState<{ from: string | undefined; to: string | undefined }>(() =>
    toSpanDays(span, now),
  )
  const choose = (changed: Partial<typeof own>) => {
    const next = { ...own, ...changed }
    setOwnDays(next)
    if (next.from && next.to && next.from <= next.to) onSpan({ from: next.from, to: next.to })
  }
  return (
    <div className={classes.span}>
      <SegmentedControl
        size="md"
        aria-label={t('span.label')}
        value={isOwn ? 'own' : String('days' in span ? span.days : reportDays[0])}
        data={[
          ...reportDays.map((days) => ({ value: String(days), label: t('span.days', { count: days }) })),
          { value: 'own', label: t('span.own') },
        ]}
        onChange={(value) => {
          const days = reportDays.find((one) => String(one) === value)
          setOwn(days === undefined)
          if (days !== undefined) {
            setOwnDays(toSpanDays({ days }, now))
            onSpan({ days })
          }
        }}
      />
      {isOwn && (
        <>
          <DateFilterField
            label={t('span.from')}
            day={own.from}
            onDay={(from) => choose({ from, ...(from && own.to && from > own.to ? { to: from } : {}) })}
          />
          <DateFilterField
            label={t('span.to')}
            day={own.to}
            earliest={own.from}
            onDay={(to) => choose({ to })}
          />
        </>
      )}
    </div>
  )
}
