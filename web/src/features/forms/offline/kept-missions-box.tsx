import { useQuery } from '@tanstack/react-query'
import { missions } from 'contract'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ask, queryClient } from '../../../api/client.ts'
import { callsLostAt } from '../../../api/connection.ts'
import { useUser } from '../../../session/signed-in.tsx'
import { hasKeptMissions, keepMissions, readKeptMissions } from './kept-missions.ts'
import { outboxState } from './outbox-state.ts'
import { keptSteps } from './steps/kept-steps.ts'
import { vaultState } from './vault/vault.ts'
import { VaultBox } from './vault/vault-box.tsx'

const asked = ask(missions.mine, {}, true)

/**
 * Keeps the missions of the user's team, and shows them as they were where the server does not answer: once their user
 * has unlocked them.
 */
export function KeptMissionsBox() {
  const { t } = useTranslation('offline')
  const vault = vaultState.use()
  const isLost = callsLostAt.use() !== undefined
  const { own: unsent } = outboxState.use()
  const { _id } = useUser()
  const hasClosedSteps = keptSteps.use().some(({ by, pressed }) => by === _id && !pressed)
  const [isKept, setKept] = useState(false)
  // Whoever shows them asks.
  const { data, dataUpdatedAt } = useQuery({ ...asked, enabled: false })
  useEffect(() => {
    if (data && vault !== 'unknown') void keepMissions(data.missions, dataUpdatedAt)
  }, [data, dataUpdatedAt, vault])
  // A PIN that is being typed stays while the signal comes and goes.
  const [wasLost, setWasLost] = useState(isLost)
  if (isLost && !wasLost) setWasLost(true)
  const isMissing = wasLost && !data
  useEffect(() => {
    if (!isMissing) return
    if (vault === 'locked') void hasKeptMissions().then(setKept)
    if (vault === 'open') void showKept()
  }, [isMissing, vault])
  // What is unsent has a box of its own, which unlocks the missions too.
  const hasOwnBox = vault === 'locked' && unsent.length > 0
  const hasMissions = isMissing ? isKept : data !== undefined && data.missions.length > 0
  const isNeeded = !hasOwnBox && (hasMissions || hasClosedSteps)
  return isNeeded && <VaultBox text={t('missions-locked')} />
}

async function showKept(): Promise<void> {
  const kept = await readKeptMissions()
  // The server may have answered meanwhile, or the vault is locked again.
  if (kept && vaultState.get() === 'open' && queryClient.getQueryData(asked.queryKey) === undefined)
    queryClient.setQueryData(asked.queryKey, { missions: kept.missions }, { updatedAt: kept.seenAt })
}

/** Without a signal nobody but their user reads them on a tablet that was left. */
async function hideKept(): Promise<void> {
  if (vaultState.get() !== 'locked' || callsLostAt.get() === undefined) return
  // What could not be kept would be lost to its crew.
  if (await hasKeptMissions()) await queryClient.resetQueries({ queryKey: asked.queryKey })
}
vaultState.subscribe(() => void hideKept())
