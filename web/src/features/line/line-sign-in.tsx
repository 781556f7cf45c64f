import { Alert, Button } from '@mantine/core'
import { IconAlertCircle, IconBrandLine } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { line } from 'contract'
import { useTranslation } from 'react-i18next'
import { ask } from '../../api/client.ts'
import { describeFailure } from '../../ui/feedback/call-toasts.ts'
import { startLineLogin } from './line-login.ts'

/** Signs in with LINE, if the hospital has set LINE up. */
export function LineSignIn() {
  const { t } = useTranslation('line')
  const { data } = useQuery(ask(line.offered, {}, true))
  const begin = useMutation({ mutationFn: () => startLineLogin(undefined), meta: { inline: true } })
  if (!data?.is_offered) return null
  return (
    <>
      <Button
        variant="default"
        size="md"
        fullWidth
        mt="md"
        leftSection={<IconBrandLine size={20} aria-hidden />}
        loading={begin.isPending}
        onClick={() => begin.mutate()}
      >
        {t('sign-in')}
      </Button>
      {begin.isError && (
        <Alert color="red" mt="sm" role="alert" icon={<IconAlertCircle aria-hidden />}>
          {describeFailure(begin.error)}
        </Alert>
      )}
    </>
  )
}
