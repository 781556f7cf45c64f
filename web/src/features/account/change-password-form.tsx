import { Button, Group, Stack } from '@mantine/core'
import { PasswordChange } from 'contract'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useUser } from '../../session/signed-in.tsx'
import { FailureAlert, omitFieldFailure } from '../../ui/feedback/failure-alert.tsx'
import {
  createNewPasswordSchema,
  emptyNewPassword,
  type NewPassword,
  NewPasswordFields,
} from '../../ui/form/new-password-fields.tsx'
import { PasswordField } from '../../ui/form/password-field.tsx'
import { SchemaForm, showFieldProblems, useSchemaForm } from '../../ui/form/schema-form.tsx'
import { useChangePassword } from './queries.ts'

type PasswordChangeValues = NewPassword & { present_password: string }

const emptyPasswordChange: PasswordChangeValues = { present_password: '', ...emptyNewPassword }

/** Changes one's own password; asks for the current one. */
export function ChangePasswordForm({ onChanged }: { onChanged?: () => void }) {
  const { t } = useTranslation('account')
  const { email } = useUser()
  const schema = useMemo(
    () =>
      createNewPasswordSchema<PasswordChangeValues>(email, ({ present_password, password }) => [
        ...(present_password === '' ? [{ field: 'present_password', message: 'password-required' }] : []),
        ...(password !== '' && password === present_password
          ? [{ field: 'password', message: 'password-same' }]
          : []),
      ]),
    [email],
  )
  const form = useSchemaForm<PasswordChangeValues>({ schema, initialValues: emptyPasswordChange })
  const change = useChangePassword()
  return (
    <SchemaForm
      form={form}
      onSubmit={(values) => {
        if (change.isPending) return
        change.mutate(PasswordChange.parse(values), {
          onError: ({ fields }) => showFieldProblems(form, fields),
          onSuccess: () => {
            form.reset()
            onChanged?.()
          },
        })
      }}
    >
      <Stack gap="md">
        {/* For what keeps passwords: whose this one is. */}
        <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
        <PasswordField
          {...form.getInputProps('present_password')}
          label={t('password.present')}
          autoComplete="current-password"
        />
        <NewPasswordFields form={form} />
        <FailureAlert error={omitFieldFailure(change.error)} />
        <Group>
          <Button type="submit" size="md" loading={change.isPending}>
            {t('password.action')}
          </Button>
        </Group>
      </Stack>
    </SchemaForm>
  )
}
