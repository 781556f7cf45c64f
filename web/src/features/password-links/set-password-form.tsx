import { Alert, Button, Skeleton, Stack, Text } from '@mantine/core'
import { IconCircleCheck, IconLinkOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type CallError, type ErrorCode, errorCodes, passwordLinks } from 'contract'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { ask, useSend } from '../../api/client.ts'
import { forgotPasswordPath } from '../../paths.ts'
import { describeFailure } from '../../ui/feedback/call-toasts.ts'
import { FailureAlert, omitFieldFailure } from '../../ui/feedback/failure-alert.tsx'
import { QueryFailure } from '../../ui/feedback/query-failure.tsx'
import {
  createNewPasswordSchema,
  emptyNewPassword,
  NewPasswordFields,
} from '../../ui/form/new-password-fields.tsx'
import { SchemaForm, showFieldProblems, useSchemaForm } from '../../ui/form/schema-form.tsx'

/** A link does not reveal its user's e-mail; only the server can check that the password does not contain it. */
const passwordSchema = createNewPasswordSchema('')

const deadLinkCodes: readonly ErrorCode[] = ['link-unknown', 'link-used', 'link-expired', 'invalid']
const isLinkDead = ({ code, fields }: CallError) =>
  deadLinkCodes.some((name) => errorCodes[name] === code) && !fields.some(({ field }) => field !== 'token')

/** Sets a password by a link, which works once. */
export function SetPasswordForm({ token, onChosen }: { token: string; onChosen: () => void }) {
  const { t } = useTranslation('password-links')
  const { data, error, isFetching, refetch } = useQuery({
    ...ask(passwordLinks.get, { token }, true),
    // Do not cache what a link says: the next person may use the same browser.
    gcTime: 0,
    refetchOnWindowFocus: false,
  })
  const form = useSchemaForm({ schema: passwordSchema, initialValues: emptyNewPassword })
  const choose = useSend(passwordLinks.setPassword, { inline: true, onSuccess: onChosen })

  if (choose.isSuccess)
    return (
      <Alert color="green" icon={<IconCircleCheck aria-hidden />} role="status" title={t('choose.done')}>
        {t('choose.done-text')}
      </Alert>
    )
  const over = [error, choose.error].find((one) => one && isLinkDead(one))
  if (over)
    return (
      <Alert color="red" icon={<IconLinkOff aria-hidden />} role="alert" title={t('choose.over')}>
        <Text mb="sm">{over.code === errorCodes.invalid ? t('choose.cut-off') : describeFailure(over)}</Text>
        <Button component={Link} to={forgotPasswordPath} variant="default" size="md">
          {t('choose.another')}
        </Button>
      </Alert>
    )
  if (error) return <QueryFailure query={{ error, isFetching, refetch }} />
  if (!data) return <Skeleton height="14rem" />
  return (
    <SchemaForm
      form={form}
      onSubmit={(values) => {
        if (choose.isPending) return
        choose.mutate({ token, ...values }, { onError: ({ fields }) => showFieldProblems(form, fields) })
      }}
    >
      <Stack gap="md">
        <Text>{t('choose.lead', { name: data.first_name })}</Text>
        <NewPasswordFields form={form} />
        <FailureAlert error={omitFieldFailure(choose.error)} />
        <Button type="submit" size="md" fullWidth loading={choose.isPending}>
          {t('choose.action')}
        </Button>
      </Stack>
    </SchemaForm>
  )
}
