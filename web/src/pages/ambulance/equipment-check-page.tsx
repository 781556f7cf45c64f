import { useParams } from 'react-router'
import { CheckSheet } from '../../features/equipment/check-sheet.tsx'
import { checkDrafts } from '../../features/forms/offline/checks/check-drafts.ts'
import { KeptSheet } from '../../features/forms/offline/checks/kept-equipment.tsx'
import { vaultState } from '../../features/forms/offline/vault/vault.ts'

export function EquipmentCheckPage() {
  const { id = '' } = useParams()
  return (
    <CheckSheet
      key={id}
      vehicleId={id}
      keeper={checkDrafts}
      vault={vaultState.use()}
      kept={<KeptSheet vehicleId={id} />}
    />
  )
}
