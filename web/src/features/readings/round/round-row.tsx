import { Anchor } from '@mantine/core'
import { IconLock } from '@tabler/icons-react'
import type { ObservationTimes, RoundRow } from 'contract'
import { type FocusEvent, type KeyboardEvent, memo, type ReactNode, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { PatientName } from '../../../clinical/patient/patient-name.tsx'
import { StayPlaceText } from '../../../clinical/patient/stay-place-text.tsx'
import { useVitalName } from '../../../clinical/use-vital-name.ts'
import { formatVitalSignsPath } from '../../../paths.ts'
import { useAgeText } from '../../../ui/date/use-age-text.ts'
import { InlineFacts } from '../../../ui/inline-facts.tsx'
import { formatPatientName } from '../../../ui/person-name.ts'
import type { RecordFieldName } from '../record/record-values.ts'
import { useUnitText } from '../use-unit-text.ts'
import { DueCell } from './due-cell.tsx'
import { focusNextRow, focusProblem, moveByKey } from './keys.ts'
import classes from './round.module.css'
import { RoundCell } from './round-cell.tsx'
import { listShownDoubts, RowNotices } from './row-notices.tsx'
import { RowState } from './row-state.tsx'
import { isNumberField } from './rules.ts'
import { type RoundEntryState, type RoundTime, useRoundEntry } from './use-round-entry.ts'

/** Draws intake and output of a patient in this shift; `who` names the patient. */
export type DrawFluids = (row: RoundRow, who: string) => ReactNode

type RoundRowProps = {
  row: RoundRow
  times: ObservationTimes
  fields: readonly RecordFieldName[]
  /** Whether columns share their room, so that no table is scrolled sideways. */
  isTight: boolean
  roundTime: RoundTime
  drawFluids: DrawFluids
  onOrder: (row: RoundRow) => void
}

/** A patient in the grid: one row is one act of charting. */
export const RoundTableRow = memo(function RoundTableRow(props: RoundRowProps) {
  const { row } = props
  const { t } = useTranslation('rounds')
  if (!row.is_open)
    return (
      <tbody>
        <tr>
          <RowHead {...props} />
          <td colSpan={countCells(props)}>
            <Closed />
          </td>
        </tr>
      </tbody>
    )
  return <OpenTableRow {...props} />

  function Closed() {
    return (
      <span className={classes.closed}>
        <IconLock size={16} aria-hidden /> {t('closed')}
      </span>
    )
  }
})

function OpenTableRow(props: RoundRowProps) {
  const { row, times, fields, isTight, roundTime, drawFluids, onOrder } = props
  const entry = useRoundEntry(row, roundTime)
  const { container, typedField, handlers, save } = useRow<HTMLTableSectionElement>(entry)
  const who = describePatient(row)
  const hasNotices = Object.keys(entry.problems).length > 0 || listShownDoubts(entry, typedField).length > 0
  const due = <DueCell row={row} times={times} who={who} onOrder={onOrder} />
  const state = <RowState row={entry} who={who} onSave={save} />
  return (
    <tbody ref={container} data-round-row {...handlers}>
      <tr data-noticed={hasNotices || undefined}>
        <RowHead {...props}>{isTight && due}</RowHead>
        {!isTight && <td>{due}</td>}
        {fields.map((field) => (
          <td key={field}>
            <RoundCell field={field} row={entry} latest={row.latest} who={who} />
          </td>
        ))}
        <td>
          {drawFluids(row, who)}
          {isTight && state}
        </td>
        {!isTight && <td>{state}</td>}
      </tr>
      {hasNotices && (
        <tr>
          <td />
          <td colSpan={countCells(props)}>
            <RowNotices row={entry} typedField={typedField} />
          </td>
        </tr>
      )}
    </tbody>
  )
}

/** A patient on a phone. */
export const RoundCard = memo(function RoundCard(props: RoundRowProps) {
  const { row } = props
  const { t } = useTranslation('rounds')
  if (row.is_open) return <OpenCard {...props} />
  return (
    <article className={classes.card} aria-label={describePatient(row)}>
      <PatientHead {...props} />
      <span className={classes.closed}>
        <IconLock size={16} aria-hidden /> {t('closed')}
      </span>
    </article>
  )
})

function OpenCard(props: RoundRowProps) {
  const { row, times, fields, roundTime, drawFluids, onOrder } = props
  const vitalName = useVitalName('tile')
  const unitText = useUnitText()
  const entry = useRoundEntry(row, roundTime)
  const { container, typedField, handlers, save } = useRow<HTMLElement>(entry)
  const who = describePatient(row)
  return (
    <article ref={container} className={classes.card} aria-label={who} data-round-row {...handlers}>
      <PatientHead {...props} />
      <DueCell row={row} times={times} who={who} onOrder={onOrder} />
      <div className={classes.cardFields}>
        {fields.map((field) => (
          <div key={field}>
            <span aria-hidden className={classes.cardLabel}>
              {vitalName(field)} {isNumberField(field) && <small>{unitText(field)}</small>}
            </span>
            <RoundCell field={field} row={entry} latest={row.latest} who={who} />
          </div>
        ))}
      </div>
      <RowNotices row={entry} typedField={typedField} />
      {drawFluids(row, who)}
      <RowState row={entry} who={who} onSave={save} />
    </article>
  )
}

/** What saves a row: leaving it, Enter in its last field, or its button. */
function useRow<Container extends HTMLElement>(entry: RoundEntryState) {
  const container = useRef<Container>(null)
  const [typedField, setTypedField] = useState<string>()
  const save = () => {
    const refusal = entry.save()
    // The question about an unusual value is drawn with the refusal.
    if (refusal) setTimeout(() => container.current && focusProblem(container.current, refusal.refused))
    return !refusal
  }
  return {
    container,
    typedField,
    save: () => void save(),
    handlers: {
      onFocus: ({ target }: FocusEvent<HTMLElement>) => setTypedField(target.dataset['field']),
      onBlur: ({ currentTarget, relatedTarget }: FocusEvent<HTMLElement>) => {
        setTypedField(undefined)
        // Another window is no other row.
        if (!currentTarget.contains(relatedTarget) && document.hasFocus()) entry.save()
      },
      onKeyDown: (event: KeyboardEvent<HTMLElement>) =>
        moveByKey(event, () => {
          if (save() && container.current) focusNextRow(container.current)
        }),
    },
  }
}

const describePatient = ({ patient }: RoundRow): string =>
  [patient.bed, formatPatientName(patient)].filter(Boolean).join(' ')

/** The cells of a row beside that of the patient. */
const countCells = ({ fields, isTight }: RoundRowProps): number => fields.length + (isTight ? 1 : 3)

function RowHead({ children, ...props }: RoundRowProps & { children?: ReactNode }) {
  return (
    <th scope="row">
      <PatientHead {...props} />
      {children}
    </th>
  )
}

function PatientHead({ row: { patient, stay } }: Pick<RoundRowProps, 'row'>) {
  const ageText = useAgeText()
  const facts = [`HN ${patient.hn}`, ageText(patient)]
  return (
    <div className={classes.patient}>
      <span className={classes.bed}>{patient.bed ?? '–'}</span>
      <div className={classes.names}>
        <Anchor
          component={Link}
          to={formatVitalSignsPath(patient._id)}
          className={classes.name}
          tabIndex={-1}
        >
          <PatientName of={patient} />
        </Anchor>
        <span className={classes.why}>
          <InlineFacts of={facts} /> {stay && <StayPlaceText stay={stay} />}
        </span>
      </div>
    </div>
  )
}
