import { EquipmentVehicles } from '../../features/equipment/equipment-vehicles.tsx'

export function EquipmentPage() {
  return <EquipmentVehicles />
}
