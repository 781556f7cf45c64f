import { Alert, Loader, Stack, Text } from '@mantine/core'
import { IconAlertCircle, IconCircleCheck } from '@tabler/icons-react'
import { line } from 'contract'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSend } from '../../api.ts'
import { failureText } from '../../shell/announce.ts'
import { type Session, session } from '../../shell/session.ts'
import { takeAnswer } from './flow.ts'

/** Where LINE sends her back: she is linked, or signed in. */
export function LinkEnd({
  search,
  onSignedIn,
}: {
  search: URLSearchParams
  onSignedIn: (user: Session) => void
}) {
  const { t } = useTranslation('line')
  const [answer] = useState(() => takeAnswer(search))
  const { mutate, ...finish } = useSend(line.finish, {
    inline: true,
    onSuccess: ({ session: opened }) => {
      if (!opened) return
      const user = { ...opened.user, is_this_userform_user: opened.is_this_userform_user }
      session.start(user)
      onSignedIn(user)
    },
  })
  useEffect(() => {
    // The code in the address is of no more use; nobody needs to find it in the history.
    window.history.replaceState(window.history.state, '', window.location.pathname)
    if (answer) mutate(answer)
  }, [answer, mutate])
  if (!answer)
    return (
      <Failure>
        {search.get('error') === 'access_denied' ? t('end.cancelled') : t('end.not-begun-here')}
      </Failure>
    )
  if (finish.isError) return <Failure>{failureText(finish.error)}</Failure>
  if (finish.data?.linked)
    return (
      <Alert color="green" role="status" icon={<IconCircleCheck aria-hidden />}>
        <Text fw={600}>{t('end.linked')}</Text>
        <Text>{t('end.linked-text', { name: finish.data.linked.first_name })}</Text>
      </Alert>
    )
  return (
    <Stack align="center" role="status">
      <Loader />
      <Text>{t('end.waiting')}</Text>
    </Stack>
  )
}

function Failure({ children }: { children: string }) {
  return (
    <Alert color="red" role="alert" icon={<IconAlertCircle aria-hidden />}>
      {children}
    </Alert>
  )
}
