import { EquipmentVehicles } from '../../features/equipment/equipment-vehicles.tsx'
import { KeptVehicles } from '../../features/forms/offline/checks/kept-equipment.tsx'

export function EquipmentPage() {
  return <EquipmentVehicles kept={<KeptVehicles />} />
}
