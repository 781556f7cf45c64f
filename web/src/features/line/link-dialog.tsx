import { Alert, Button, Loader, Stack, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { line } from 'contract'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../api.ts'
import { FailureAlert } from '../../shell/failure-alert.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { QrPicture } from '../../ui/qr-picture.tsx'
import { useNow } from '../../ui/use-now.ts'

type LinkDialogProps = {
  /** Whose LINE account it is to be; her own where nobody is named. */
  userId?: string | undefined
  name: string
  opened: boolean
  onClose: () => void
}

/** A QR code to be opened with the phone that has the LINE account. */
export function LinkDialog({ userId, name, opened, onClose }: LinkDialogProps) {
  const { t } = useTranslation('line')
  return (
    <Dialog title={t('link.title', { name })} opened={opened} onClose={onClose}>
      {opened && <Code userId={userId} />}
    </Dialog>
  )
}

function Code({ userId }: Pick<LinkDialogProps, 'userId'>) {
  const { t } = useTranslation('line')
  const now = useNow(1000)
  const { mutate, data, error, isPending } = useMutation({
    mutationFn: () => call(line.linkCode, userId === undefined ? {} : { _id: userId }),
    meta: { inline: true },
  })
  useEffect(() => mutate(), [mutate])
  const again = (
    <Button size="md" variant="default" loading={isPending} onClick={() => mutate()}>
      {t('link.again')}
    </Button>
  )
  if (error)
    return (
      <Stack>
        <FailureAlert error={error} />
        {again}
      </Stack>
    )
  if (!data) return <Loader aria-label={t('link.making')} />
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
      {again}
    </Stack>
  )
}
