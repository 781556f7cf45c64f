import { Alert, Button, Stack } from '@mantine/core'
import { IconAlertCircle, IconFingerprint } from '@tabler/icons-react'
import type { CallError, ReAuthentication } from 'contract'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { describeFailure } from '../ui/feedback/call-toasts.ts'
import { PasswordField } from '../ui/form/password-field.tsx'
import { useOwnPasskey } from './own-passkey.ts'

type ReAuthenticationFormProps = {
  isPending: boolean
  error: CallError | null
  onReAuthenticate: (re_authentication: ReAuthentication) => void
}

/** Asks the user to confirm their identity by password or passkey. */
export function ReAuthenticationForm({ isPending, error, onReAuthenticate }: ReAuthenticationFormProps) {
  const { t } = useTranslation('second-factor')
  const passkey = useOwnPasskey('re-authentication')
  const [password, setPassword] = useState('')
  const [isNone, setNone] = useState(false)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setNone(false)
    if (password !== '') onReAuthenticate({ kind: 'password', password })
  }
  const show = async () => {
    const re_authentication = await passkey.show().catch(() => undefined)
    setNone(!re_authentication)
    if (re_authentication) onReAuthenticate(re_authentication)
  }
  return (
    <form noValidate onSubmit={submit}>
      <Stack gap="md">
        <PasswordField
          label={t('re-authentication.password')}
          autoComplete="current-password"
          data-autofocus
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
        />
        <div role="alert">
          {(error || isNone) && (
            <Alert color="red" icon={<IconAlertCircle aria-hidden />}>
              {error ? describeFailure(error) : t('passkey-none')}
            </Alert>
          )}
        </div>
        <Button type="submit" size="md" loading={isPending} disabled={password === ''}>
          {t('re-authentication.go-on')}
        </Button>
        {passkey.canShow && (
          <Button
            size="md"
            variant="default"
            leftSection={<IconFingerprint size={20} aria-hidden />}
            onClick={() => void show()}
          >
            {t('re-authentication.passkey')}
          </Button>
        )}
      </Stack>
    </form>
  )
}
