import { Button, Stack, Text } from '@mantine/core'
import { IconBrandLine } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { FailureAlert } from '../../ui/feedback/failure-alert.tsx'
import { startLineLogin } from './line-login.ts'

/**
 * Shown on the phone that opened the QR code. It goes on by a tap, so that a preview of the URL does not use up the
 * code.
 */
export function LinkStart({ code }: { code: string }) {
  const { t } = useTranslation('line')
  const begin = useMutation({ mutationFn: () => startLineLogin(code), meta: { inline: true } })
  return (
    <Stack>
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
