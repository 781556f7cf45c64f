import { Group, Input, type InputWrapperProps, NativeSelect, TextInput } from '@mantine/core'
import { useId } from '@mantine/hooks'
import { completeThaiPhone } from 'contract'
import { type FocusEvent, memo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocalizedName } from '../use-localized-name.ts'
import classes from './phone-field.module.css'
import { joinPhone, splitPhone } from './phone-number.ts'

type Country = { code: string; name_en: string; name_th: string; calling_code: string | null }

type PhoneFieldProps = Pick<InputWrapperProps, 'label' | 'description' | 'error'> & {
  /** `0812345678` for a Thai number, `+85620…` for a foreign one. */
  value?: string | null
  onChange?: (value: string) => void
  onBlur?: (event: FocusEvent<HTMLInputElement>) => void
  onFocus?: (event: FocusEvent<HTMLInputElement>) => void
  /** Thailand first; undefined while loading. */
  countries: readonly Country[] | undefined
  disabled?: boolean
  size?: string
  'data-path'?: string
}

const thailandAlone: readonly Country[] = [
  { code: 'THA', name_en: 'Thailand', name_th: 'ไทย', calling_code: '+66' },
]

/** A phone number: the country (+66 first) and digits; other characters are dropped as they are typed. */
export function PhoneField({
  value,
  onChange,
  onBlur,
  countries,
  size = 'md',
  disabled = false,
  label,
  description,
  error,
  ...input
}: PhoneFieldProps) {
  const { t } = useTranslation('ui')
  const id = useId()
  const phone = value ?? ''
  const choices = countries?.some(({ calling_code }) => calling_code) ? countries : thailandAlone
  const codes = choices.flatMap(({ calling_code }) => calling_code ?? [])
  const held = splitPhone(phone, codes)
  const [chosenCode, setChosenCode] = useState<string>()
  const chosen = choices.find(({ code }) => code === chosenCode)
  const isChosenHeld = chosen && (!phone || chosen.calling_code === held.callingCode)
  const country = isChosenHeld
    ? chosen
    : choices.find(({ calling_code }) => calling_code === held.callingCode)
  const callingCode = country?.calling_code ?? held.callingCode

  return (
    <Input.Wrapper id={id} label={label} description={description} error={error} size={size}>
      <Group gap="xs" wrap="nowrap">
        <NativeSelect
          aria-label={t('country-code')}
          className={classes.country}
          size={size}
          disabled={disabled}
          value={country?.code ?? ''}
          onChange={({ currentTarget: { value: code } }) => {
            setChosenCode(code)
            const next = choices.find((choice) => choice.code === code)?.calling_code
            if (phone && next) onChange?.(joinPhone(next, held.digits))
          }}
        >
          {!country && <option value="">+</option>}
          <CountryOptions countries={choices} />
        </NativeSelect>
        <TextInput
          {...input}
          id={id}
          type="tel"
          inputMode="numeric"
          autoComplete="off"
          className={classes.number}
          size={size}
          disabled={disabled}
          error={!!error}
          value={held.digits}
          onChange={({ currentTarget: { value: typed } }) => onChange?.(joinPhone(callingCode, typed))}
          onBlur={(event) => {
            const complete = completeThaiPhone(phone)
            if (complete !== phone) onChange?.(complete)
            onBlur?.(event)
          }}
        />
      </Group>
    </Input.Wrapper>
  )
}

/** Some 250 options, memoised: typing in the number does not change them. */
const CountryOptions = memo(function CountryOptions({ countries }: { countries: readonly Country[] }) {
  const localName = useLocalizedName()
  return countries.map(
    (country) =>
      country.calling_code && (
        <option key={country.code} value={country.code}>
          {country.calling_code} {localName(country)}
        </option>
      ),
  )
})
