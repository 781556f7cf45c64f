import { EquipmentSettingsScreen } from '../../features/equipment/equipment-settings.tsx'

export function EquipmentSettingsPage() {
  return <EquipmentSettingsScreen />
}
