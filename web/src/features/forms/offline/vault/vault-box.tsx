import { Alert, Button, Group, Text } from '@mantine/core'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { connectionLostAt } from '../../../../api/connection.ts'
import { supportsPasskeys } from '../../../../session/passkey.ts'
import { session } from '../../../../session/session.ts'
import classes from '../offline.module.css'
import { readPasskeySecret } from './passkey-secret.ts'
import { PinForm } from './pin-form.tsx'
import { forgetVault, getVaultKind, setUpVault, unlockVault, vaultGoneOf, vaultState } from './vault.ts'

type Secret = Uint8Array<ArrayBuffer>

/** Whether forms open on this tablet without a signal: set it up, unlock it, or nothing if it is open. */
export function VaultBox({ text }: { text?: string }) {
  const state = vaultState.use()
  if (state === 'locked') return <UnlockBox {...(text !== undefined && { text })} />
  return state === 'none' ? <SetUpBox /> : null
}

function SetUpBox() {
  const { t } = useTranslation('offline')
  const [isOpen, setOpen] = useState(false)
  const [problem, setProblem] = useState<string>()
  const setUp = async (kind: 'pin' | 'passkey', secret: Secret | undefined) => {
    const isDone = secret !== undefined && (await setUpVault(kind, secret))
    setProblem(isDone ? undefined : t(secret ? 'no-storage' : 'no-passkey-secret'))
  }
  return (
    <section className={classes.box} aria-label={t('set-up')}>
      <VaultGone />
      <Text>{t('set-up-why')}</Text>
      {isOpen ? (
        <PinForm action={t('set-pin')} error={problem} onPin={(pin) => setUp('pin', pin)} />
      ) : (
        <Group>
          <Button size="md" variant="default" onClick={() => setOpen(true)}>
            {t('set-up')}
          </Button>
          {supportsPasskeys() && (
            <Button
              size="md"
              variant="default"
              onClick={() => void readPasskeySecret().then((secret) => setUp('passkey', secret))}
            >
              {t('use-passkey')}
            </Button>
          )}
        </Group>
      )}
      {problem && !isOpen && <Alert color="yellow">{problem}</Alert>}
    </section>
  )
}

/** Says that ten wrong tries have closed what was kept here, perhaps while its user was away. */
export function VaultGone() {
  const { t } = useTranslation('offline')
  const goneOf = vaultGoneOf.use()
  return (
    goneOf !== undefined && goneOf === session.get()?._id && <Alert color="yellow">{t('pin-gone')}</Alert>
  )
}

/**
 * What the user wrote on this tablet opens by their PIN or passkey. A forgotten PIN loses nothing that waits to be
 * sent, but the drafts of a check and of a pre-alert, which nothing else has.
 */
export function UnlockBox({ text, onOpen }: { text?: string; onOpen?: () => void }) {
  const { t } = useTranslation('offline')
  const isLost = connectionLostAt.use() !== undefined
  const [kind, setKind] = useState<'pin' | 'passkey'>()
  const [problem, setProblem] = useState<string>()
  useEffect(() => void getVaultKind().then(setKind), [])
  const unlock = async (secret: Secret | undefined) => {
    const outcome = secret && (await unlockVault(secret))
    const isPinWrong = kind === 'pin' && typeof outcome === 'object'
    if (isPinWrong) setProblem(t('pin-wrong', { count: outcome.triesLeft }))
    else setProblem(outcome === undefined || typeof outcome === 'object' ? t('no-passkey-secret') : undefined)
    if (outcome === 'open') onOpen?.()
  }
  return (
    <section className={classes.box} aria-label={t('unlock')}>
      <Text>{text ?? t('locked')}</Text>
      {kind === 'passkey' ? (
        <Button size="md" onClick={() => void readPasskeySecret().then(unlock)}>
          {t('use-passkey')}
        </Button>
      ) : (
        <PinForm action={t('unlock')} error={problem} onPin={unlock} />
      )}
      {kind === 'passkey' && problem && <Alert color="yellow">{problem}</Alert>}
      <Text size="sm">{t(isLost ? 'forgotten-lost' : 'forgotten')}</Text>
      {!isLost && (
        <Button size="md" variant="default" onClick={() => void forgetVault()}>
          {t('forget')}
        </Button>
      )}
    </section>
  )
}
