import { ActionIcon, Button, SegmentedControl } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import toolRow from '../../../ui/bar/tool-row.module.css'
import { isDay } from '../../../ui/date/dates.ts'
import { DateField } from '../../../ui/form/date/date-field.tsx'
import classes from './flowsheet-bar.module.css'
import {
  type ColumnWidth,
  columnWidthNames,
  columnWidths,
  type FlowsheetSpan,
  shiftDay,
} from './flowsheet-span.ts'

type FlowsheetBarProps = {
  span: FlowsheetSpan
  today: string
  onSpan: (span: FlowsheetSpan) => void
  /** What else can be chosen. */
  children: ReactNode
}

/** Chooses the days and the width of the columns. */
export function FlowsheetBar({ span, today, onSpan, children }: FlowsheetBarProps) {
  const { t } = useTranslation('flowsheet')
  const { width, day } = span
  const { days } = columnWidths[width]
  const showDay = (chosen: string) => onSpan({ width, day: chosen > today ? today : chosen })
  return (
    <div className={classes.bar}>
      <SegmentedControl
        size="md"
        aria-label={t('width.label')}
        value={width}
        onChange={(chosen) => onSpan({ width: chosen as ColumnWidth, day })}
        data={columnWidthNames.map((name) => ({ value: name, label: t(`width.${name}`) }))}
      />
      <div className={classes.days}>
        <Step label={t('previous')} onStep={() => showDay(shiftDay(day, -days))}>
          <IconChevronLeft size={20} aria-hidden />
        </Step>
        <DateField
          key={day}
          size="md"
          className={classes.day ?? ''}
          aria-label={t(days > 1 ? 'last-day' : 'day')}
          value={day}
          maxDate={today}
          onChange={(chosen) => isDay(chosen) && chosen <= today && showDay(chosen)}
        />
        <Step label={t('next')} isDisabled={day >= today} onStep={() => showDay(shiftDay(day, days))}>
          <IconChevronRight size={20} aria-hidden />
        </Step>
        {day < today && (
          <Button variant="default" size="md" onClick={() => showDay(today)}>
            {t('today')}
          </Button>
        )}
      </div>
      <div className={`${classes.choices} ${toolRow.row}`}>{children}</div>
    </div>
  )
}

type StepProps = { label: string; isDisabled?: boolean; onStep: () => void; children: ReactNode }

function Step({ label, isDisabled = false, onStep, children }: StepProps) {
  return (
    <ActionIcon
      variant="default"
      size={44}
      aria-label={label}
      title={label}
      disabled={isDisabled}
      onClick={onStep}
    >
      {children}
    </ActionIcon>
  )
}
