import { Text } from '@mantine/core'
import { formDelivery, type ReAuthentication } from 'contract'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { fromBase64, toBase64 } from '../../../../api/base64.ts'
import { useSend } from '../../../../api/client.ts'
import { ReAuthenticationForm } from '../../../../session/re-authentication-form.tsx'
import type { KeptKey } from '../database.ts'
import classes from '../offline.module.css'
import { type OpenedKey, rewrapKey } from './kept-key.ts'
import { SecretChoice } from './secret-choice.tsx'
import { lockAfterMs } from './vault.ts'

type RecoverBoxProps = { kept: KeptKey; recovery: NonNullable<KeptKey['recovery']> }

/** Opens the user's copies without their PIN or passkey: they re-authenticate, and choose another one. */
export function RecoverBox({ kept: { by, salt }, recovery: { key_id, message } }: RecoverBoxProps) {
  const { t } = useTranslation('offline')
  const [opened, setOpened] = useState<OpenedKey>()
  const open = useSend(formDelivery.openVaultKey, {
    inline: true,
    onSuccess: ({ key }) => setOpened({ by, salt, bytes: fromBase64(key) }),
  })
  const { reset } = open
  useEffect(() => {
    if (!opened) return
    // Whoever finds the tablet left like this would choose a PIN of their own.
    const timer = setTimeout(() => {
      setOpened(undefined)
      reset()
    }, lockAfterMs)
    return () => clearTimeout(timer)
  }, [opened, reset])
  const ask = (re_authentication: ReAuthentication) =>
    open.mutate({ key_id, sealed: toBase64(message), re_authentication })
  if (!opened)
    return (
      <div className={classes.pin}>
        <Text>{t('recover-confirm')}</Text>
        <ReAuthenticationForm isPending={open.isPending} error={open.error} onReAuthenticate={ask} />
      </div>
    )
  return (
    <>
      <Text>{t('recovered')}</Text>
      <SecretChoice isOpen onSecret={(kind, secret) => rewrapKey(opened, kind, secret)} />
    </>
  )
}
