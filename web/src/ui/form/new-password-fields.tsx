import type { UseFormReturnType } from '@mantine/form'
import { validateNewPassword } from 'contract'
import { useTranslation } from 'react-i18next'
import { PasswordField } from './password-field.tsx'

export type NewPassword = { password: string; confirm_password: string }

export const emptyNewPassword: NewPassword = { password: '', confirm_password: '' }

type NewPasswordProblem = { field: string; message: string }

/** For `useSchemaForm`: the rules of a new password and the form's further fields. The e-mail may be unknown. */
export function createNewPasswordSchema<Values extends NewPassword>(
  email: string,
  others: (values: Values) => readonly NewPasswordProblem[] = () => [],
) {
  const validate = (value: unknown) => {
    const values = value as Values
    const problems = [...others(values), ...validateNewPassword({ ...values, email })]
    return problems.length > 0
      ? { issues: problems.map(({ field, message }) => ({ message, path: [field] })) }
      : { value }
  }
  return { '~standard': { version: 1 as const, vendor: 'panel', validate } }
}

/** A new password, typed twice so that a typing error locks nobody out. */
export function NewPasswordFields<Values extends NewPassword>({
  form,
}: {
  form: Pick<UseFormReturnType<Values>, 'getInputProps'>
}) {
  const { t } = useTranslation('ui')
  return (
    <>
      <PasswordField
        {...form.getInputProps('password')}
        label={t('new-password')}
        description={t('new-password-hint')}
        autoComplete="new-password"
      />
      <PasswordField
        {...form.getInputProps('confirm_password')}
        label={t('confirm-password')}
        autoComplete="new-password"
      />
    </>
  )
}
