import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { callsLostAt } from '../../../../api/connection.ts'
import { useMay } from '../../../../session/signed-in.tsx'
import { holdVersion } from '../install-app.ts'
import { outboxState } from '../outbox-state.ts'
import { vaultState } from '../vault/vault.ts'
import { VaultBox } from '../vault/vault-box.tsx'
import {
  askSheet,
  keepSheet,
  keepSheets,
  keepVehicles,
  showKeptSheet,
  showKeptVehicles,
  vehiclesAsked,
} from './kept-sheets.ts'

/** Keeps what all vehicles are checked against while there is a signal, for where there is none. */
export function SheetsKeeper() {
  const mayCheck = useMay('equipment:check')
  const vault = vaultState.use()
  const isLost = callsLostAt.use() !== undefined
  useEffect(() => {
    if (mayCheck && vault === 'open' && !isLost) void keepSheets()
  }, [mayCheck, vault, isLost])
  return null
}

/** Keeps the vehicles as they are seen, and shows them as they were where the server does not answer. */
export function KeptVehicles() {
  const { data, dataUpdatedAt } = useQuery({ ...vehiclesAsked, enabled: false })
  const vault = vaultState.use()
  useEffect(() => {
    if (data && vault === 'open') void keepVehicles(data, dataUpdatedAt)
  }, [data, dataUpdatedAt, vault])
  const isMissing = useIsMissing(data)
  useEffect(() => {
    if (isMissing && vault === 'open') void showKeptVehicles()
  }, [isMissing, vault])
  return <EquipmentVault />
}

/** The same of what a vehicle is checked against. */
export function KeptSheet({ vehicleId }: { vehicleId: string }) {
  const { data, dataUpdatedAt } = useQuery({ ...askSheet(vehicleId), enabled: false })
  const vault = vaultState.use()
  useEffect(() => {
    if (data && vault === 'open') void keepSheet(data, dataUpdatedAt)
  }, [data, dataUpdatedAt, vault])
  const isMissing = useIsMissing(data)
  useEffect(() => {
    if (isMissing && vault === 'open') void showKeptSheet(vehicleId)
  }, [isMissing, vault, vehicleId])
  useEffect(holdVersion, [])
  return <EquipmentVault />
}

/** Whether an answer is not to be had now. */
function useIsMissing(data: unknown): boolean {
  const isLost = callsLostAt.use() !== undefined
  return isLost && data === undefined
}

function EquipmentVault() {
  const { t } = useTranslation('offline')
  const { waiting } = outboxState.use()
  return (
    <>
      {waiting > 0 && <Text role="status">{t('waiting', { count: waiting })}</Text>}
      <VaultBox text={t('checks-locked')} />
    </>
  )
}
