import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { connectionLostAt } from '../../../api/connection.ts'
import { formsPath } from '../../../paths.ts'
import { keepPlaces } from '../place/kept-places.ts'
import { startOutbox } from './delivery.ts'
import { installApp } from './install-app.ts'
import { checkVault, lockIdleVault, noteTouch } from './vault/vault.ts'

const lookEveryMs = 5_000

/**
 * Sends what is left on this tablet, locks the user's copies, and installs the app, with the addresses, for whoever
 * uses forms.
 */
export function OfflineHost() {
  const { pathname } = useLocation()
  const isForms = pathname.startsWith(formsPath)
  const isLost = connectionLostAt.use() !== undefined
  useEffect(() => {
    void checkVault()
    const timer = setInterval(lockIdleVault, lookEveryMs)
    addEventListener('pointerdown', noteTouch, true)
    addEventListener('keydown', noteTouch, true)
    const stop = startOutbox()
    return () => {
      clearInterval(timer)
      removeEventListener('pointerdown', noteTouch, true)
      removeEventListener('keydown', noteTouch, true)
      stop()
    }
  }, [])
  useEffect(() => {
    if (isForms) void installApp()
  }, [isForms])
  useEffect(() => {
    if (isForms && !isLost) void keepPlaces()
  }, [isForms, isLost])
  return null
}
