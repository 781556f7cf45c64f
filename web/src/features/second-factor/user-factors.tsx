import { Group } from '@mantine/core'
import { secondFactor, type User, users } from 'contract'
import { useTranslation } from 'react-i18next'
import { useSend } from '../../api/client.ts'
import { useUser } from '../../session/signed-in.tsx'
import { DangerButton } from '../../ui/danger-button.tsx'
import { confirm } from '../../ui/feedback/confirm.tsx'
import { formatStaffName } from '../../ui/person-name.ts'

/** For a user who has lost their phone: an admin removes the factors that they can no longer use. */
export function UserFactors({
  user,
}: {
  user: Pick<User, '_id' | 'first_name' | 'last_name' | 'status' | 'second_factors' | 'may_change'>
}) {
  const { t } = useTranslation('second-factor')
  const { _id: me } = useUser()
  const reset = useSend(secondFactor.resetFor, { outdates: [users.get] })
  if (user.status !== 'approved' || user._id === me || !user.may_change || user.second_factors === 0)
    return null
  const ask = async () => {
    const isSure = await confirm({
      question: t('reset.question'),
      about: formatStaffName(user),
      consequence: t('reset.consequence'),
      action: t('reset.action'),
    })
    if (isSure) reset.mutate({ _id: user._id })
  }
  return (
    <Group>
      <DangerButton loading={reset.isPending} onClick={() => void ask()}>
        {t('reset.action')}
      </DangerButton>
    </Group>
  )
}
