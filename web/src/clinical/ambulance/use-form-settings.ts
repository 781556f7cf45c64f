import { useQuery } from '@tanstack/react-query'
import { formSettings, type Result, releasedFormSettings } from 'contract'
import { ask } from '../../api/client.ts'

/** What the hospital sets of its forms; undefined as long as that is not known, as without a signal. */
export function useFormSettings(): Result<typeof formSettings.get>['settings'] | undefined {
  return useQuery({ ...ask(formSettings.get, {}, true), refetchOnWindowFocus: false }).data?.settings
}

/** The plans of crew and equipment of the hospital; as long as they are not known, those of the panel. */
export const usePlanSettings = () => useFormSettings() ?? releasedFormSettings
