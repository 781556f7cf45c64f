import { NativeSelect, Switch, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { type StaffTypeCode, staffTypes } from 'contract'
import { useTranslation } from 'react-i18next'
import { PersonPhoneField } from '../../clinical/person-phone-field.tsx'
import { useStaffTypeName } from '../../clinical/staff/use-staff-type-name.ts'
import type { AccountValues, PersonValues } from './values.ts'

type FieldsProps<Values> = {
  form: UseFormReturnType<Values>
  /** Whether users edit their own account, so that the browser may fill in their data. */
  isOwn?: boolean
}

export function PersonFields({ form, isOwn = false }: FieldsProps<PersonValues>) {
  const { t } = useTranslation('users')
  const text = (field: keyof PersonValues, autoComplete: string) => ({
    ...form.getInputProps(field),
    label: t(`field.${field}`),
    size: 'md',
    withAsterisk: true,
    autoComplete: isOwn ? autoComplete : 'off',
  })
  return (
    <>
      <TextInput {...text('first_name', 'given-name')} />
      <TextInput {...text('last_name', 'family-name')} />
      <TextInput
        {...text('email', 'email')}
        type="email"
        inputMode="email"
        autoCapitalize="none"
        spellCheck={false}
        description={t(isOwn ? 'field.own-email-hint' : 'field.email-hint')}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
      />
      <PersonPhoneField form={form} label={t('field.phone')} isOwn={isOwn} />
    </>
  )
}

type StaffTypeFieldProps = {
  form: UseFormReturnType<{ staff_type: StaffTypeCode | '' }>
  types?: readonly StaffTypeCode[] | undefined
}

const allStaffTypes = Object.keys(staffTypes) as StaffTypeCode[]

export function StaffTypeField({ form, types = allStaffTypes }: StaffTypeFieldProps) {
  const { t } = useTranslation('users')
  const staffType = useStaffTypeName()
  const chosen = form.values.staff_type
  return (
    <NativeSelect
      {...form.getInputProps('staff_type')}
      label={t('field.staff_type')}
      size="md"
      withAsterisk
      data={[
        ...(chosen === '' ? [{ value: '', label: t('choose') }] : []),
        // The current type stays on the list, even if the user may not give it.
        ...allStaffTypes
          .filter((type) => type === chosen || types.includes(type))
          .map((value) => ({ value, label: staffType(value) })),
      ]}
    />
  )
}

/** The switches that only an admin sets. */
export function AccountSwitches({ form }: FieldsProps<AccountValues>) {
  const { t } = useTranslation('users')
  const flag = (field: 'is_form_user' | 'is_verified') => ({
    ...form.getInputProps(field, { type: 'checkbox' }),
    label: t(`field.${field}`),
    description: t(`field.${field}-hint`),
    size: 'md',
  })
  return (
    <>
      <Switch {...flag('is_form_user')} />
      <Switch {...flag('is_verified')} />
    </>
  )
}
