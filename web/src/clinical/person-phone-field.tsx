import type { UseFormReturnType } from '@mantine/form'
import type { DialledPhone } from 'contract'
import { PhoneField } from '../ui/form/phone-field.tsx'
import { useCountries } from './use-countries.ts'

type PersonPhoneFieldProps = {
  form: Pick<UseFormReturnType<DialledPhone>, 'getInputProps' | 'setFieldValue' | 'values'>
  label: string
  /** Whether users write down their own number, so that the browser may fill it in. */
  isOwn?: boolean
}

/** The phone number of a user, which a form has in two fields. */
export function PersonPhoneField({ form, label, isOwn = false }: PersonPhoneFieldProps) {
  const countries = useCountries()
  const { country_code, phone } = form.values
  const { error, ...input } = form.getInputProps('phone')
  return (
    <PhoneField
      {...input}
      label={label}
      withAsterisk
      countries={countries}
      autoComplete={isOwn ? 'tel-national' : 'off'}
      error={error ?? form.getInputProps('country_code').error}
      value={{ country_code, phone }}
      onChange={(dialled) => {
        if (dialled.country_code !== country_code) form.setFieldValue('country_code', dialled.country_code)
        if (dialled.phone !== phone) form.setFieldValue('phone', dialled.phone)
      }}
    />
  )
}
