import { type QuantityName, quantities } from 'contract'
import { useTranslation } from 'react-i18next'
import { useVitalName } from '../../../clinical/use-vital-name.ts'
import { DoubtNotice } from '../../../ui/feedback/doubt-notice.tsx'
import { ProblemText } from '../../../ui/form/schema-form.tsx'
import { writeNumber } from '../../../ui/write-number.ts'
import type { RecordFieldName } from '../record/record-values.ts'
import { useBoundsText } from '../use-bounds-text.ts'
import { useUnitText } from '../use-unit-text.ts'
import classes from './round.module.css'
import { isNumberField } from './rules.ts'
import type { RoundEntryState } from './use-round-entry.ts'

/** The unusual values of a row about which nobody types any more. */
export const listShownDoubts = ({ doubts, problems }: RoundEntryState, typedField: string | undefined) =>
  [...doubts].filter(([field]) => field !== typedField || field in problems)

type RowNoticesProps = { row: RoundEntryState; typedField: string | undefined }

/** Says below a row why fields were refused, and the questions about unusual values. */
export function RowNotices({ row, typedField }: RowNoticesProps) {
  const vitalName = useVitalName('form')
  const unitText = useUnitText()
  const refused = Object.entries(row.problems).filter(([, message]) => message !== 'implausible')
  return (
    <div className={classes.notices}>
      {refused.map(([field, message = '']) => (
        <p key={field} className={classes.problem} role="alert">
          <strong>{field in row.entry.typed ? vitalName(field as RecordFieldName) : <TimeName />}:</strong>{' '}
          <Problem field={field} message={message} row={row} />
        </p>
      ))}
      {listShownDoubts(row, typedField).map(([field, doubt]) => (
        <div key={field} data-doubt={field}>
          <strong>{vitalName(field)}</strong>
          <DoubtNotice
            doubt={doubt}
            text={(value) => `${writeNumber(value, quantities[field].decimals)} ${unitText(field)}`}
            last={row.last.get(field)}
            isConfirmed={row.isConfirmed(field)}
            onConfirm={(isRight) => row.confirm(field, isRight)}
          />
        </div>
      ))}
    </div>
  )
}

function TimeName() {
  const { t } = useTranslation('ui')
  return t('time')
}

function Problem({ field, message, row }: { field: string; message: string; row: RoundEntryState }) {
  const boundsText = useBoundsText()
  if (message !== 'number-range' || !isNumberField(field as RecordFieldName))
    return <ProblemText message={message} />
  return `${row.entry.typed[field as RecordFieldName]} – ${boundsText(field as QuantityName)}`
}
