import { Alert, Button, Text } from '@mantine/core'
import { type ReactNode, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { connectionLostAt } from '../../../../api/connection.ts'
import { session } from '../../../../session/session.ts'
import type { KeptKey } from '../database.ts'
import classes from '../offline.module.css'
import { findKeptKey, forgetVault, isClosed, setUpVault, unlockVault, vaultGoneOf } from './kept-key.ts'
import { readPasskeySecret } from './passkey-secret.ts'
import { PinForm } from './pin-form.tsx'
import { RecoverBox } from './recover-box.tsx'
import { SecretChoice } from './secret-choice.tsx'
import { vaultState } from './vault.ts'

type Secret = Uint8Array<ArrayBuffer>

/** Whether forms open on this tablet without a signal: set it up, unlock it, or nothing if it is open. */
export function VaultBox({ text }: { text?: string }) {
  const state = vaultState.use()
  if (state === 'locked') return <UnlockBox {...(text !== undefined && { text })} />
  return state === 'none' ? <SetUpBox /> : null
}

function SetUpBox() {
  const { t } = useTranslation('offline')
  return (
    <section className={classes.box} aria-label={t('set-up')}>
      <VaultGone />
      <Text>{t('set-up-why')}</Text>
      <SecretChoice onSecret={setUpVault} />
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

type UnlockBoxProps = {
  text?: string
  onOpen?: () => void
  /** What there is to do where nothing opens by a PIN or passkey any more. */
  otherwise?: ReactNode
}

/**
 * What the user wrote on this tablet opens by their PIN or passkey. A forgotten PIN loses nothing where its key was
 * sealed to the hospital; elsewhere the drafts of a check and of a pre-alert, which nothing else has.
 */
export function UnlockBox({ text, onOpen, otherwise }: UnlockBoxProps) {
  const { t } = useTranslation('offline')
  const isLost = connectionLostAt.use() !== undefined
  const [kept, setKept] = useState<KeptKey>()
  const [isRecovering, setRecovering] = useState(false)
  const [problem, setProblem] = useState<string>()
  useEffect(() => void findKeptKey().then(setKept), [])
  if (!kept) return null
  const { kind, recovery } = kept
  const isPinClosed = isClosed(kept)
  const unlock = async (secret: Secret | undefined) => {
    const outcome = secret && (await unlockVault(secret))
    if (outcome === 'closed') setKept(await findKeptKey())
    const isWrong = typeof outcome === 'object'
    if (isWrong && kind === 'pin')
      setProblem(t(recovery ? 'pin-wrong-kept' : 'pin-wrong', { count: outcome.triesLeft }))
    else setProblem(outcome === undefined || isWrong ? t('no-passkey-secret') : undefined)
    if (outcome === 'open') onOpen?.()
  }
  if (isRecovering && recovery && !isLost)
    return (
      <section className={classes.box} aria-label={t('recover')}>
        <RecoverBox kept={kept} recovery={recovery} />
        <Button size="md" variant="subtle" onClick={() => setRecovering(false)}>
          {t('recover-back')}
        </Button>
      </section>
    )
  return (
    <section className={classes.box} aria-label={t('unlock')}>
      <Text>{isPinClosed ? t('pin-closed') : (text ?? t('locked'))}</Text>
      {!isPinClosed &&
        (kind === 'passkey' ? (
          <Button size="md" onClick={() => void readPasskeySecret().then(unlock)}>
            {t('use-passkey')}
          </Button>
        ) : (
          <PinForm action={t('unlock')} error={problem} onPin={unlock} />
        ))}
      {!isPinClosed && kind === 'passkey' && problem && <Alert color="yellow">{problem}</Alert>}
      {recovery ? (
        <Text size="sm">{t(isLost ? 'recover-lost' : 'recover-why')}</Text>
      ) : (
        <Text size="sm">{t(isLost ? 'forgotten-lost' : 'forgotten')}</Text>
      )}
      {recovery && !isLost && (
        <>
          <Button size="md" variant="default" onClick={() => setRecovering(true)}>
            {t('recover')}
          </Button>
          <Text size="sm">{t('forget-why')}</Text>
        </>
      )}
      {!isLost && (
        <Button size="md" variant="default" onClick={() => void forgetVault()}>
          {t('forget')}
        </Button>
      )}
      {isPinClosed && otherwise}
    </section>
  )
}
