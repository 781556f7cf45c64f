import { Button, Group, Text } from '@mantine/core'
import { IconQrcode } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { line, type User, users } from 'contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ask, queryClient, useSend } from '../../api/client.ts'
import { DangerButton } from '../../ui/danger-button.tsx'
import { confirm } from '../../ui/feedback/confirm.tsx'
import { formatStaffName } from '../../ui/person-name.ts'
import { LinkDialog } from './link-dialog.tsx'

/** Whether LINE is set up; false while loading. */
export function useHasLine(): boolean {
  return useQuery(ask(line.offered, {}, true)).data?.is_offered ?? false
}

/** An admin's actions on another user's LINE account. Nothing if LINE is not set up. */
export function UserLineAccount({
  user,
}: {
  user: Pick<User, '_id' | 'first_name' | 'last_name' | 'line_user_id' | 'status'>
}) {
  const { t } = useTranslation('line')
  const hasLine = useHasLine()
  const [isLinking, setLinking] = useState(false)
  const unlink = useSend(line.unlink, { outdates: [users.get, users.list] })
  const remove = async () => {
    const isSure = await confirm({
      question: t('unlink.question'),
      about: formatStaffName(user),
      consequence: t('unlink.consequence'),
      action: t('unlink.action'),
    })
    if (isSure) unlink.mutate({ _id: user._id })
  }
  if (!hasLine) return null
  return (
    <Group>
      <Text>{t(user.line_user_id ? 'user-linked' : 'user-not-linked')}</Text>
      {user.status === 'approved' && (
        <Button
          size="md"
          variant="default"
          leftSection={<IconQrcode size={20} aria-hidden />}
          onClick={() => setLinking(true)}
        >
          {t('link.for-user')}
        </Button>
      )}
      {user.line_user_id && (
        <DangerButton loading={unlink.isPending} onClick={() => void remove()}>
          {t('unlink.action')}
        </DangerButton>
      )}
      <LinkDialog
        userId={user._id}
        name={formatStaffName(user)}
        opened={isLinking}
        onClose={() => {
          setLinking(false)
          void queryClient.invalidateQueries({ queryKey: [users.get.path] })
        }}
      />
    </Group>
  )
}
