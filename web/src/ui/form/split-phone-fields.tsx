import { TextInput, type TextInputProps } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { completeThaiPhone } from 'contract'
import { thaiCountryCode } from './phone-number.ts'
import classes from './split-phone-fields.module.css'
import { keepDigits } from './thai-digits.ts'

type SplitPhone = { country_code: string; phone: string }

type SplitPhoneFieldsProps = {
  form: Pick<UseFormReturnType<SplitPhone>, 'setFieldValue' | 'values'>
  text: (field: keyof SplitPhone, autoComplete: string) => TextInputProps
}

/** A phone number in two fields: the country code without its plus, and the number. Only digits can be typed. */
export function SplitPhoneFields({ form, text }: SplitPhoneFieldsProps) {
  const phone = text('phone', 'tel-national')
  return (
    <div className={classes.phone}>
      <TextInput
        {...text('country_code', 'tel-country-code')}
        inputMode="numeric"
        leftSection="+"
        className={classes.code}
        onChange={({ currentTarget: { value } }) => form.setFieldValue('country_code', keepDigits(value))}
      />
      <TextInput
        {...phone}
        type="tel"
        inputMode="numeric"
        className={classes.number}
        onChange={({ currentTarget: { value } }) => form.setFieldValue('phone', keepDigits(value))}
        onBlur={(event) => {
          if (form.values.country_code === thaiCountryCode)
            form.setFieldValue('phone', completeThaiPhone(form.values.phone))
          phone.onBlur?.(event)
        }}
      />
    </div>
  )
}
