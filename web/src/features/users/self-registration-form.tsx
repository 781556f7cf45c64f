import { Alert, Button, Stack, Text, TextInput } from '@mantine/core'
import { IconMailCheck } from '@tabler/icons-react'
import { type CallError, registrableTypes, SelfRegistration, signInSteps } from 'contract'
import { useState } from 'react'
import { flushSync } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { useSend } from '../../api/client.ts'
import { FailureAlert } from '../../ui/feedback/failure-alert.tsx'
import { NewPasswordFields } from '../../ui/form/new-password-fields.tsx'
import { SchemaForm, showFieldProblems, useSchemaForm } from '../../ui/form/schema-form.tsx'
import { PersonFields, StaffTypeField } from './fields.tsx'
import { emptyRegistration, registrationSchema, type SelfRegistrationValues } from './values.ts'

/** Requests an account. The answer is the same whether the e-mail already has one. */
export function SelfRegistrationForm() {
  const { t } = useTranslation('users')
  const form = useSchemaForm<SelfRegistrationValues>({
    schema: registrationSchema,
    initialValues: emptyRegistration,
  })
  const send = useSend(signInSteps.register, { inline: ['invalid', 'too-many-attempts'], showSuccess: false })
  // The hospital's code is needed only if several hospitals share the panel.
  const [isCodeAsked, setCodeAsked] = useState(false)

  function fail({ fields }: CallError) {
    if (fields.some(({ field }) => field === 'hospital_code')) flushSync(() => setCodeAsked(true))
    showFieldProblems(form, fields)
  }

  if (send.isSuccess)
    return (
      <Alert color="green" icon={<IconMailCheck aria-hidden />} role="status" title={t('register.received')}>
        {t('register.received-text')}
      </Alert>
    )
  return (
    <SchemaForm
      form={form}
      onSubmit={(values) => {
        if (!send.isPending) send.mutate(SelfRegistration.parse(values), { onError: fail })
      }}
    >
      <Stack gap="md">
        <Text>{t('register.lead')}</Text>
        <PersonFields form={form} isOwn />
        <StaffTypeField form={form} types={registrableTypes} />
        {isCodeAsked && (
          <TextInput
            {...form.getInputProps('hospital_code')}
            label={t('field.hospital_code')}
            description={t('field.hospital_code-hint')}
            size="md"
            inputMode="numeric"
            autoComplete="off"
          />
        )}
        <NewPasswordFields form={form} />
        <FailureAlert error={send.error} />
        <Button type="submit" size="md" fullWidth loading={send.isPending}>
          {t('register.action')}
        </Button>
      </Stack>
    </SchemaForm>
  )
}
