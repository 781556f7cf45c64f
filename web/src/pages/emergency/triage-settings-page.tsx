import { TriageSettings } from '../../features/triage/triage-settings.tsx'

export function TriageSettingsPage() {
  return <TriageSettings />
}
