import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { vaultState } from './vault.ts'
import { UnlockBox, VaultGone } from './vault-box.tsx'

type OpenLockedProps = { onOpen: () => void; otherwise: ReactNode }

/** Opens a locked screen where there is no signal, by the PIN or passkey with which its user's copies open here. */
export function OpenLocked({ onOpen, otherwise }: OpenLockedProps) {
  const { t } = useTranslation('offline')
  const vault = vaultState.use()
  if (vault === 'unknown') return null
  if (vault !== 'none') return <UnlockBox text={t('open-locked')} onOpen={onOpen} otherwise={otherwise} />
  return (
    <>
      <VaultGone />
      {otherwise}
    </>
  )
}
