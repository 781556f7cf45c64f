import { Group, Input, type InputWrapperProps, NativeSelect, TextInput } from '@mantine/core'
import { useId } from '@mantine/hooks'
import { completePhone, type DialledPhone, joinPhone, thaiCallingCode } from 'contract'
import { type FocusEvent, memo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocalizedName } from '../use-localized-name.ts'
import classes from './phone-field.module.css'
import { splitPhone } from './phone-number.ts'
import { keepDigits } from './thai-digits.ts'

/** `calling_code` with its plus, as the reference list has it. */
type Country = { code: string; name_en: string; name_th: string; calling_code: string | null }

type PhoneFieldProps = Pick<InputWrapperProps, 'label' | 'description' | 'error' | 'withAsterisk'> & {
  value: DialledPhone
  onChange: (value: DialledPhone) => void
  onBlur?: (event: FocusEvent<HTMLInputElement>) => void
  onFocus?: (event: FocusEvent<HTMLInputElement>) => void
  /** Thailand first; undefined while loading. */
  countries: readonly Country[] | undefined
  autoComplete?: 'tel-national' | 'off'
  'data-path'?: string
}

/** Offered until the server has sent the list of countries: an entry of that list, so with its names. */
const thailandAlone: readonly Country[] = [
  { code: 'THA', name_en: 'Thailand', name_th: 'ไทย', calling_code: `+${thaiCallingCode}` },
]

/** A phone number: the country (+66 first) and digits; other characters are dropped as they are typed. */
export function PhoneField({
  value,
  onChange,
  onBlur,
  countries = thailandAlone,
  label,
  description,
  error,
  withAsterisk = false,
  autoComplete = 'off',
  ...input
}: PhoneFieldProps) {
  const { t } = useTranslation('ui')
  const id = useId()
  // Several countries share a calling code: the chosen one stays.
  const [chosenCode, setChosenCode] = useState<string>()
  const fitting = countries.filter(({ calling_code }) => calling_code === `+${value.country_code}`)
  const country = fitting.find(({ code }) => code === chosenCode) ?? fitting[0]

  return (
    <Input.Wrapper
      id={id}
      label={label}
      description={description}
      error={error}
      size="md"
      withAsterisk={withAsterisk}
    >
      <Group gap="xs" wrap="nowrap" className={classes.fields}>
        <NativeSelect
          aria-label={t('country-code')}
          className={classes.country}
          size="md"
          value={country?.code ?? ''}
          onChange={({ currentTarget: { value: code } }) => {
            const next = countries.find((one) => one.code === code)?.calling_code
            if (!next) return
            setChosenCode(code)
            onChange({ ...value, country_code: next.slice(1) })
          }}
        >
          {!country && <option value="">+{value.country_code}</option>}
          <CountryOptions countries={countries} />
        </NativeSelect>
        <TextInput
          {...input}
          id={id}
          type="tel"
          inputMode="numeric"
          autoComplete={autoComplete}
          className={classes.number}
          size="md"
          error={!!error}
          value={value.phone}
          onChange={({ currentTarget: { value: typed } }) => onChange({ ...value, phone: keepDigits(typed) })}
          onBlur={(event) => {
            const complete = completePhone(value)
            if (complete.phone !== value.phone) onChange(complete)
            onBlur?.(event)
          }}
        />
      </Group>
    </Input.Wrapper>
  )
}

type JoinedPhoneFieldProps = Omit<PhoneFieldProps, 'value' | 'onChange'> & {
  /** `0812345678` for a Thai number, `+85620…` for a foreign one. */
  value?: string | null
  onChange?: (value: string) => void
}

/** A `PhoneField` whose value is one text. */
export function JoinedPhoneField({ value, onChange, countries, ...props }: JoinedPhoneFieldProps) {
  const codes = countries?.flatMap(({ calling_code }) => calling_code?.slice(1) ?? []) ?? [thaiCallingCode]
  // What the text does not say: the country before the first digit, and a leading zero while it is typed.
  const [typed, setTyped] = useState<DialledPhone>()
  const isTyped = typed !== undefined && joinPhone(typed) === (value ?? '')
  return (
    <PhoneField
      {...props}
      countries={countries}
      value={isTyped ? typed : splitPhone(value ?? '', codes)}
      onChange={(phone) => {
        setTyped(phone)
        onChange?.(joinPhone(phone))
      }}
    />
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
