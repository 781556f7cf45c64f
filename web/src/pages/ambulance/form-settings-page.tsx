import { FormSettingsScreen } from '../../features/forms/settings/form-settings.tsx'

export function FormSettingsPage() {
  return <FormSettingsScreen />
}
