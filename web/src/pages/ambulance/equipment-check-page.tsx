import { useParams } from 'react-router'
import { CheckSheet } from '../../features/equipment/check-sheet.tsx'

export function EquipmentCheckPage() {
  const { id = '' } = useParams()
  return <CheckSheet key={id} vehicleId={id} />
}
