import { Alert, Button } from '@mantine/core'
import { IconAlertCircle, IconFingerprint } from '@tabler/icons-react'
import { type CallError, signInSteps } from 'contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../api/client.ts'
import { requestPasskey, supportsPasskeys } from '../../session/passkey.ts'
import { listDeviceCookies, session } from '../../session/session.ts'
import { describeFailure } from '../../ui/feedback/call-toasts.ts'

/** Signs in with a passkey alone. Renders nothing if the browser has no passkeys. */
export function PasskeySignIn() {
  const { t } = useTranslation('second-factor')
  const [state, setState] = useState<'pending' | 'none' | CallError>()
  if (!supportsPasskeys()) return null
  const open = async () => {
    setState('pending')
    try {
      const { options } = await call(signInSteps.passkeyOptions, {})
      const response = options && (await requestPasskey(options))
      if (!response) return setState('none')
      const { challenge } = options
      session.open(
        await call(signInSteps.passkey, { challenge, response, device_cookies: listDeviceCookies() }),
      )
    } catch (error) {
      setState(error as CallError)
    }
  }
  return (
    <>
      <Button
        mt="md"
        size="md"
        fullWidth
        variant="default"
        leftSection={<IconFingerprint size={20} aria-hidden />}
        loading={state === 'pending'}
        onClick={() => void open()}
      >
        {t('passkey-sign-in')}
      </Button>
      <div role="alert">
        {state && state !== 'pending' && (
          <Alert mt="md" color="red" icon={<IconAlertCircle aria-hidden />}>
            {state === 'none' ? t('passkey-none') : describeFailure(state)}
          </Alert>
        )}
      </div>
    </>
  )
}
