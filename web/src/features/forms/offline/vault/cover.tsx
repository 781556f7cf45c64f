import { Button, Text } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { callsLostAt } from '../../../../api/connection.ts'
import classes from '../offline.module.css'
import { vaultState } from './vault.ts'

/**
 * Whether what somebody typed is covered: its author could not read what is typed now, if this page were closed before
 * there is a signal, and the next one at the tablet should not. `box` lets them write on all the same.
 */
export function useCover() {
  const { t } = useTranslation('offline')
  const vault = vaultState.use()
  // What is typed is sent as long as calls arrive, also while events are missed.
  const isLost = callsLostAt.use() !== undefined
  const [writesOn, setWritesOn] = useState(false)
  if (writesOn && vault === 'open') setWritesOn(false)
  const isCovered = vault === 'locked' && isLost && !writesOn
  const box = isCovered && (
    <div className={classes.covered}>
      <Text>{t('write-on-why')}</Text>
      <Button size="md" variant="default" onClick={() => setWritesOn(true)}>
        {t('write-on')}
      </Button>
    </div>
  )
  return { isCovered, box }
}
