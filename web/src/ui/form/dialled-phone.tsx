import { TextInput, type TextInputProps } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { completeThaiPhone } from 'contract'
import classes from './dialled-phone.module.css'
import { thailand } from './phone-number.ts'
import { withArabicDigits } from './thai-digits.ts'

type Dialled = { country_code: string; phone: string }

type DialledPhoneProps = {
  form: Pick<UseFormReturnType<Dialled>, 'setFieldValue' | 'values'>
  text: (field: keyof Dialled, autoComplete: string) => TextInputProps
}

const digitsOf = (typed: string) => withArabicDigits(typed).replace(/\D/g, '')

/** A phone number in two fields, the country's code without its plus; anything but digits that is typed is left out. */
export function DialledPhone({ form, text }: DialledPhoneProps) {
  const phone = text('phone', 'tel-national')
  return (
    <div className={classes.phone}>
      <TextInput
        {...text('country_code', 'tel-country-code')}
        inputMode="numeric"
        leftSection="+"
        className={classes.code}
        onChange={({ currentTarget: { value } }) => form.setFieldValue('country_code', digitsOf(value))}
      />
      <TextInput
        {...phone}
        type="tel"
        inputMode="numeric"
        className={classes.number}
        onChange={({ currentTarget: { value } }) => form.setFieldValue('phone', digitsOf(value))}
        onBlur={(event) => {
          if (form.values.country_code === thailand)
            form.setFieldValue('phone', completeThaiPhone(form.values.phone))
          phone.onBlur?.(event)
        }}
      />
    </div>
  )
}
