import { TriageSettings } from '../../features/triage/settings/triage-settings.tsx'

export function TriageSettingsPage() {
  return <TriageSettings />
}
