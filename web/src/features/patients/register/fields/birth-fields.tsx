import { NativeSelect, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { type BirthDatePrecision, birthDatePrecisions, type EstimateUnit, estimateUnits } from 'contract'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { listMonths } from '../../../../ui/date/dates.ts'
import { useAgeText } from '../../../../ui/date/use-age-text.ts'
import { useToday } from '../../../../ui/date/use-today.ts'
import { DateField } from '../../../../ui/form/date/date-field.tsx'
import classes from '../fields.module.css'
import { parseAge } from '../rules.ts'
import type { InformationValues } from '../values.ts'
import {
  changePrecision,
  findEstimateUnit,
  readEstimate,
  readMonth,
  readYear,
  writeEstimate,
  writeMonth,
  writeYear,
} from './typed-birth.ts'

/** The birth date, or as much of it as is known. */
export function BirthFields({ form }: { form: UseFormReturnType<InformationValues> }) {
  const { t } = useTranslation('patients')
  const ageText = useAgeText()
  const today = useToday()
  const { date_of_birth: value, birth_date_precision } = form.values
  const precision = birth_date_precision || 'day'
  const age = parseAge(value, today)

  const putAside = useRef<Partial<Record<BirthDatePrecision, string>>>({})
  function choose(chosen: BirthDatePrecision) {
    putAside.current[precision] = value
    form.setValues({
      birth_date_precision: chosen,
      date_of_birth: putAside.current[chosen] || changePrecision(value, precision, chosen),
    })
    form.clearFieldError('date_of_birth')
  }

  const input = {
    ...form.getInputProps('date_of_birth'),
    value,
    size: 'md',
    autoComplete: 'off',
    className: classes.third,
    description: age && ageText({ date_of_birth: value, birth_date_precision: precision }),
    inputWrapperOrder: ['label', 'input', 'description', 'error'] as (
      | 'label'
      | 'input'
      | 'description'
      | 'error'
    )[],
  }
  const parts = { input, onValue: (typed: string) => form.setFieldValue('date_of_birth', typed) }
  return (
    <>
      <NativeSelect
        label={t('field.birth_date_precision')}
        size="md"
        className={classes.third}
        value={precision}
        onChange={({ currentTarget }) => choose(currentTarget.value as BirthDatePrecision)}
        data={birthDatePrecisions.map((one) => ({ value: one, label: t(`birth-date-precision.${one}`) }))}
      />
      {precision === 'day' && <DateField {...input} label={t('field.date_of_birth')} maxDate={today} />}
      {precision === 'year' && <YearField {...parts} />}
      {precision === 'month' && <MonthFields {...parts} />}
      {precision === 'estimated' && <EstimateFields {...parts} today={today} />}
    </>
  )
}

type PartProps = {
  input: Omit<React.ComponentProps<typeof TextInput>, 'value' | 'onChange'> & { value: string }
  onValue: (value: string) => void
}

function YearField({ input, onValue }: PartProps) {
  const { t, i18n } = useTranslation('patients')
  const [typed, setTyped] = useState<string>()
  return (
    <TextInput
      {...input}
      label={t('birth.year')}
      placeholder={t('birth.year-hint')}
      inputMode="numeric"
      value={typed ?? readYear(input.value, i18n.language)}
      onChange={({ currentTarget }) => {
        setTyped(currentTarget.value)
        onValue(writeYear(currentTarget.value))
      }}
      onBlur={(event) => {
        setTyped(undefined)
        input.onBlur?.(event)
      }}
    />
  )
}

function MonthFields({ input, onValue }: PartProps) {
  const { t, i18n } = useTranslation('patients')
  const [typed, setTyped] = useState<string>()
  const shown = readMonth(input.value, i18n.language)
  return (
    <>
      <NativeSelect
        label={t('birth.month')}
        size="md"
        className={classes.third}
        value={shown.month}
        onChange={({ currentTarget }) => onValue(writeMonth({ ...shown, month: currentTarget.value }))}
        data={[
          { value: '', label: t('birth.no-month') },
          ...listMonths(i18n.language).map((label, at) => ({ value: String(at + 1), label })),
        ]}
      />
      <TextInput
        {...input}
        label={t('birth.year')}
        placeholder={t('birth.year-hint')}
        inputMode="numeric"
        value={typed ?? shown.year}
        onChange={({ currentTarget }) => {
          setTyped(currentTarget.value)
          onValue(writeMonth({ ...shown, year: currentTarget.value }))
        }}
        onBlur={(event) => {
          setTyped(undefined)
          input.onBlur?.(event)
        }}
      />
    </>
  )
}

function EstimateFields({ input, onValue, today }: PartProps & { today: string }) {
  const { t } = useTranslation('patients')
  const [unit, setUnit] = useState<EstimateUnit>(() => findEstimateUnit(input.value, today))
  const [typed, setTyped] = useState<string>()
  const shown = typed ?? readEstimate(input.value, unit, today)
  return (
    <>
      <TextInput
        {...input}
        label={t('birth.age')}
        inputMode="numeric"
        value={shown}
        onChange={({ currentTarget }) => {
          setTyped(currentTarget.value)
          onValue(writeEstimate(currentTarget.value, unit, today))
        }}
        onBlur={(event) => {
          setTyped(undefined)
          input.onBlur?.(event)
        }}
      />
      <NativeSelect
        label={t('birth.unit')}
        size="md"
        className={classes.third}
        value={unit}
        onChange={({ currentTarget }) => {
          const chosen = currentTarget.value as EstimateUnit
          setUnit(chosen)
          setTyped(undefined)
          onValue(writeEstimate(shown, chosen, today))
        }}
        data={estimateUnits.map((one) => ({ value: one, label: t(`birth.${one}`) }))}
      />
    </>
  )
}
