import { beyondMeter, consciousnessLevels, type LatestValue } from 'contract'
import type { KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { useVitalName } from '../../../clinical/use-vital-name.ts'
import { TimeAgo } from '../../../ui/date/time-ago.tsx'
import { mealMarkers, type RecordFieldName, readTypedComa } from '../record/record-values.ts'
import classes from './round.module.css'
import { findLastText, isNumberField, tidyTypedNumber, toRecordEntry } from './rules.ts'
import type { RoundEntryState } from './use-round-entry.ts'

type RoundCellProps = {
  field: RecordFieldName
  row: RoundEntryState
  latest: readonly LatestValue[]
  /** The name of the patient, for screen readers. */
  who: string
}

/** A field of a row, with the newest value below it in grey. */
export function RoundCell({ field, row, latest, who }: RoundCellProps) {
  const { t } = useTranslation('rounds')
  const vitalName = useVitalName('form')
  const last = findLastText(field, latest)
  const input = {
    'data-field': field,
    className: classes.input,
    'aria-label': t('cell', { vital: vitalName(field), who }),
    'aria-invalid': field in row.problems || undefined,
    value: row.entry.typed[field] ?? '',
  }
  return (
    <>
      {isNumberField(field) ? (
        <input
          {...input}
          inputMode="decimal"
          autoComplete="off"
          readOnly={row.state === 'saving'}
          onChange={({ currentTarget }) => row.type(field, tidyTypedNumber(field, currentTarget.value))}
        />
      ) : (
        <ChoiceInput field={field} row={row} input={input} />
      )}
      {field === 'gcs_motor' && <ComaTotal row={row} />}
      <span className={classes.last}>
        {last && (
          <>
            {field === 'oxygen' ? t(last.text === 'yes' ? 'oxygen' : 'air') : last.text}
            <TimeAgo at={last.measuredAt} isShort />
          </>
        )}
      </span>
    </>
  )
}

/** The total of the parts that are typed. */
function ComaTotal({ row }: Pick<RoundCellProps, 'row'>) {
  const { t } = useTranslation('readings')
  const { parts, total } = readTypedComa(toRecordEntry(row.entry)) ?? {}
  if (parts === undefined || typeof total !== 'number') return null
  return (
    <span className={classes.why} aria-live="polite">
      {t('form.coma', { parts, total })}
    </span>
  )
}

/** By which key a choice is made, whatever the layout of the keyboard: the Thai one has no Latin letters. */
const keysOfChoices: Partial<Record<RecordFieldName, Readonly<Record<string, string>>>> = {
  consciousness: Object.fromEntries(consciousnessLevels.map((letter) => [`Key${letter}`, letter])),
  oxygen: { KeyA: 'no', KeyO: 'yes' },
  beyond: { KeyH: 'above', KeyL: 'below' },
}

type ChoiceInputProps = Pick<RoundCellProps, 'field' | 'row'> & {
  input: { value: string; className?: string | undefined }
}

function ChoiceInput({ field, row, input }: ChoiceInputProps) {
  const { t } = useTranslation(['rounds', 'readings'])
  const choices: Readonly<Partial<Record<RecordFieldName, readonly (readonly [string, string])[]>>> = {
    consciousness: consciousnessLevels.map((letter) => [letter, letter] as const),
    oxygen: [
      ['no', t('rounds:air')],
      ['yes', t('rounds:oxygen')],
    ],
    beyond: beyondMeter.map((value) => [value, t(`readings:form.beyond-${value}`)] as const),
    marker: mealMarkers.map((marker) => [marker, t(`readings:marker.${marker}`)] as const),
  }
  const chooseByKey = (event: KeyboardEvent) => {
    const isErased = event.key === 'Backspace' || event.key === 'Delete'
    const value = isErased ? '' : keysOfChoices[field]?.[event.code]
    if (value === undefined || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    row.type(field, value)
  }
  return (
    <select
      {...input}
      disabled={row.state === 'saving'}
      onKeyDown={chooseByKey}
      onChange={({ currentTarget: { value } }) => row.type(field, value)}
    >
      <option value="">–</option>
      {choices[field]?.map(([value, label]) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </select>
  )
}
