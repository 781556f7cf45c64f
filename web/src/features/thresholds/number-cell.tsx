import { Input, NumberInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { parseTypedNumber } from '../../ui/form/parse-typed-number.ts'
import type { Numbers, ThresholdProblems } from './rules.ts'
import classes from './thresholds.module.css'
import { useNumberTexts } from './words.ts'

/** Shared by all numbers of the screen. */
export type Sheet = {
  /** The current values, with what was typed. */
  numbers: Numbers
  /** The panel's defaults. */
  standard: Numbers
  problems: ThresholdProblems
  /** Without it the numbers are read-only. */
  onChange: ((path: string, value: number | null) => void) | undefined
}

type NumberCellProps = { sheet: Sheet; path: string; label: string; decimals?: number }

/** One number; if the hospital's differs from the panel's default, the default stands below. */
export function NumberCell({ sheet, path, label, decimals = 0 }: NumberCellProps) {
  const { t, i18n } = useTranslation(['thresholds', 'validation'])
  const words = useNumberTexts()
  const value = sheet.numbers[path] ?? null
  const standard = sheet.standard[path] ?? null
  const isChanged = value !== standard
  const problem = sheet.problems[path]
  const said = isChanged && (
    <span className={classes.standard}>{t('changed-from', { value: words.value(path, standard) })}</span>
  )
  if (!sheet.onChange)
    return (
      <span className={classes.number} data-is-changed={isChanged || undefined}>
        {value === null ? (
          <span className={classes.none}>{words.value(path, null)}</span>
        ) : (
          value.toLocaleString(i18n.language, { minimumFractionDigits: decimals })
        )}
        {said}
      </span>
    )
  const { onChange } = sheet
  return (
    <div>
      <NumberInput
        size="md"
        aria-label={label}
        hideControls
        allowNegative={false}
        decimalScale={decimals}
        max={100_000}
        inputMode="decimal"
        value={value ?? ''}
        error={!!problem}
        data-is-changed={isChanged || undefined}
        classNames={{ input: classes.input ?? '' }}
        onChange={(typed) => {
          const number = parseTypedNumber(typed)
          if (number !== undefined) onChange(path, number)
        }}
      />
      {problem && (
        <Input.Error>
          {problem === 'number-range' ? words.bounds(path) : t(`validation:${problem}`)}
        </Input.Error>
      )}
      {said}
    </div>
  )
}
