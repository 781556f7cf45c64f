import { Alert, Loader, Stack, Text } from '@mantine/core'
import { IconAlertCircle, IconCircleCheck } from '@tabler/icons-react'
import { type CallError, errorCodes, line, type OpenedSession } from 'contract'
import { type ReactNode, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSend } from '../../api/client.ts'
import { listDeviceCookies, type Session, session } from '../../session/session.ts'
import { describeFailure } from '../../ui/feedback/call-toasts.ts'
import { takeLineAnswer } from './line-login.ts'

/** Where LINE sends the user back: to be linked or signed in. */
export function LineCallback({
  search,
  onSignedIn,
  secondStep,
}: {
  search: URLSearchParams
  onSignedIn: (user: Session) => void
  /** Renders the second step of the sign-in for users who have a second factor. */
  secondStep: (asked: CallError, open: (opened: OpenedSession) => void) => ReactNode
}) {
  const { t } = useTranslation('line')
  const [answer] = useState(() => takeLineAnswer(search))
  const open = (opened: OpenedSession) => onSignedIn(session.open(opened))
  const { mutate, ...finish } = useSend(line.finish, {
    inline: true,
    onSuccess: ({ session: opened }) => opened && open(opened),
  })
  useEffect(() => {
    // The code in the URL has been used: keep it out of the history.
    window.history.replaceState(window.history.state, '', window.location.pathname)
    if (answer) mutate({ ...answer, device_cookies: listDeviceCookies() })
  }, [answer, mutate])
  if (!answer)
    return (
      <CallbackFailure>
        {search.get('error') === 'access_denied' ? t('end.cancelled') : t('end.not-begun-here')}
      </CallbackFailure>
    )
  if (finish.error?.code === errorCodes['second-step-needed']) return secondStep(finish.error, open)
  if (finish.isError) return <CallbackFailure>{describeFailure(finish.error)}</CallbackFailure>
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

function CallbackFailure({ children }: { children: string }) {
  return (
    <Alert color="red" role="alert" icon={<IconAlertCircle aria-hidden />}>
      {children}
    </Alert>
  )
}
