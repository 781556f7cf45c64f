import { Alert, Button, Stack, Text, TextInput } from '@mantine/core'
import { IconMailCheck } from '@tabler/icons-react'
import { ForgotPassword, mailedLinkMinutes, passwordLinks } from 'contract'
import { useTranslation } from 'react-i18next'
import { useSend } from '../../api/client.ts'
import { FailureAlert } from '../../ui/feedback/failure-alert.tsx'
import { SchemaForm, useSchemaForm } from '../../ui/form/schema-form.tsx'

/** Requests a password link. The answer is the same whether the e-mail has an account or not. */
export function ForgotForm() {
  const { t } = useTranslation('password-links')
  const form = useSchemaForm({ schema: ForgotPassword, initialValues: { user_name: '' } })
  const send = useSend(passwordLinks.forgot, { inline: true })
  if (send.isSuccess)
    return (
      <Alert color="green" icon={<IconMailCheck aria-hidden />} role="status" title={t('forgot.sent')}>
        {t('forgot.sent-text', { count: mailedLinkMinutes })}
      </Alert>
    )
  return (
    <SchemaForm
      form={form}
      onSubmit={(values) => {
        if (!send.isPending) send.mutate(values)
      }}
    >
      <Stack gap="md">
        <Text>{t('forgot.lead', { count: mailedLinkMinutes })}</Text>
        <TextInput
          {...form.getInputProps('user_name')}
          label={t('forgot.email')}
          name="username"
          type="email"
          inputMode="email"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          size="md"
        />
        <FailureAlert error={send.error} />
        <Button type="submit" size="md" fullWidth loading={send.isPending}>
          {t('forgot.action')}
        </Button>
      </Stack>
    </SchemaForm>
  )
}
