import { useState } from 'react'
import { useParams } from 'react-router'
import { CheckSheet } from '../../features/equipment/check-sheet.tsx'
import { checkDrafts } from '../../features/forms/offline/checks/check-drafts.ts'
import { finishedChecks } from '../../features/forms/offline/checks/kept-checks.ts'
import { KeptChecks } from '../../features/forms/offline/checks/kept-checks-list.tsx'
import { KeptSheet } from '../../features/forms/offline/checks/kept-equipment.tsx'
import { useCover } from '../../features/forms/offline/vault/cover.tsx'
import { vaultState } from '../../features/forms/offline/vault/vault.ts'

export function EquipmentCheckPage() {
  const { id = '' } = useParams()
  const vault = vaultState.use()
  const { isCovered, box } = useCover()
  const [opened, setOpened] = useState(0)
  return (
    <CheckSheet
      key={`${id} ${opened}`}
      vehicleId={id}
      keeper={checkDrafts}
      outbox={finishedChecks}
      vault={vault}
      isCovered={isCovered}
      kept={
        <>
          <KeptSheet vehicleId={id} />
          <KeptChecks vehicleId={id} onOpen={() => setOpened((times) => times + 1)} />
          {box}
        </>
      }
    />
  )
}
