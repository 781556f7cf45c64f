import { Alert, Button, Group } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { supportsPasskeys } from '../../../../session/passkey.ts'
import type { KeptKey } from '../database.ts'
import { readPasskeySecret } from './passkey-secret.ts'
import { PinForm } from './pin-form.tsx'

type Kind = KeptKey['kind']
type Secret = Uint8Array<ArrayBuffer>

type SecretChoiceProps = {
  /** Whether the PIN is asked for at once. */
  isOpen?: boolean
  /** False if the browser cannot store it. */
  onSecret: (kind: Kind, secret: Secret) => Promise<boolean>
}

/** Asks for a new PIN or a passkey. */
export function SecretChoice({ isOpen: isOpenAtOnce = false, onSecret }: SecretChoiceProps) {
  const { t } = useTranslation('offline')
  const [isOpen, setOpen] = useState(isOpenAtOnce)
  const [problem, setProblem] = useState<string>()
  const choose = async (kind: Kind, secret: Secret | undefined) => {
    const isDone = secret !== undefined && (await onSecret(kind, secret))
    setProblem(isDone ? undefined : t(secret ? 'no-storage' : 'no-passkey-secret'))
  }
  return (
    <>
      {isOpen && <PinForm action={t('set-pin')} error={problem} onPin={(pin) => choose('pin', pin)} />}
      {(!isOpen || isOpenAtOnce) && (
        <Group>
          {!isOpen && (
            <Button size="md" variant="default" onClick={() => setOpen(true)}>
              {t('set-up')}
            </Button>
          )}
          {supportsPasskeys() && (
            <Button
              size="md"
              variant="default"
              onClick={() => void readPasskeySecret().then((secret) => choose('passkey', secret))}
            >
              {t('use-passkey')}
            </Button>
          )}
        </Group>
      )}
      {problem && !isOpen && <Alert color="yellow">{problem}</Alert>}
    </>
  )
}
