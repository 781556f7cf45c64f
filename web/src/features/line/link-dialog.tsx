import { Alert, Button, Stack, Text } from '@mantine/core'
import { line } from 'contract'
import { useTranslation } from 'react-i18next'
import { useSend } from '../../api/client.ts'
import { ReAuthenticationForm } from '../../session/re-authentication-form.tsx'
import { useNow } from '../../ui/date/use-now.ts'
import { Dialog } from '../../ui/feedback/dialog.tsx'
import { QrPicture } from '../../ui/picture/qr-picture.tsx'

type LinkDialogProps = {
  /** The user whose LINE account to link; undefined: one's own. */
  userId?: string | undefined
  name: string
  opened: boolean
  onClose: () => void
}

/** Shows a QR code to be opened on the phone with the LINE account, after re-authentication. */
export function LinkDialog({ userId, name, opened, onClose }: LinkDialogProps) {
  const { t } = useTranslation('line')
  return (
    <Dialog title={t('link.title', { name })} opened={opened} onClose={onClose}>
      {opened && <LinkCode userId={userId} />}
    </Dialog>
  )
}

function LinkCode({ userId }: Pick<LinkDialogProps, 'userId'>) {
  const { t } = useTranslation('line')
  const now = useNow(1000)
  const { mutate, reset, data, error, isPending } = useSend(line.linkCode, { inline: true })
  if (!data)
    return (
      <Stack>
        <Text>{t('link.re-authentication')}</Text>
        <ReAuthenticationForm
          isPending={isPending}
          error={error}
          onReAuthenticate={(re_authentication) =>
            mutate({ ...(userId !== undefined && { _id: userId }), re_authentication })
          }
        />
      </Stack>
    )
  const leftMs = Date.parse(data.expires_at) - now
  const left = Math.max(Math.ceil(leftMs / 60_000), 0)
  return (
    <Stack align="center">
      <Text>{t('link.scan')}</Text>
      {left > 0 ? (
        <QrPicture svg={data.qr_svg} label={t('link.picture')} size={240} />
      ) : (
        <Alert color="yellow" role="status">
          {t('link.too-old')}
        </Alert>
      )}
      <Text c="dimmed">{t('link.left', { count: left })}</Text>
      <Button size="md" variant="default" onClick={reset}>
        {t('link.again')}
      </Button>
    </Stack>
  )
}
