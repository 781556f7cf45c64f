import { Button, Skeleton, Stack, Text } from '@mantine/core'
import { IconBrandLine } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { errorCodes, line } from 'contract'
import { useTranslation } from 'react-i18next'
import { ask } from '../../api/client.ts'
import { StaffName } from '../../clinical/staff/staff-name.tsx'
import { FailureAlert } from '../../ui/feedback/failure-alert.tsx'
import { QueryFailure } from '../../ui/feedback/query-failure.tsx'
import { useLocalizedName } from '../../ui/use-localized-name.ts'
import { startLineLogin } from './line-login.ts'

/**
 * Shown on the phone that opened the QR code. It says whose account will be linked, since the code may be somebody
 * else's, and goes on by a tap, so that a preview of the URL does not use up the code.
 */
export function LinkStart({ code }: { code: string }) {
  const { t } = useTranslation('line')
  const localName = useLocalizedName()
  const account = useQuery({
    ...ask(line.linkAccount, { code }, true),
    // Do not cache whose code it is: the next person may use the same browser.
    gcTime: 0,
    refetchOnWindowFocus: false,
  })
  const begin = useMutation({ mutationFn: () => startLineLogin(code), meta: { inline: true } })
  if (account.error?.code === errorCodes['line-code-ended']) return <FailureAlert error={account.error} />
  if (account.error) return <QueryFailure query={account} />
  if (!account.data) return <Skeleton height="14rem" />
  return (
    <Stack>
      <div>
        <Text>{t('link.account')}</Text>
        <Text fw={600} size="lg">
          <StaffName of={account.data} />
        </Text>
        <Text>{localName(account.data.hospital)}</Text>
      </div>
      <Text>{t('link.not-yours')}</Text>
      <Text>{t('link.lead')}</Text>
      <Button
        size="lg"
        fullWidth
        leftSection={<IconBrandLine size={22} aria-hidden />}
        loading={begin.isPending}
        onClick={() => begin.mutate()}
      >
        {t('link.go')}
      </Button>
      <FailureAlert error={begin.error} />
    </Stack>
  )
}
