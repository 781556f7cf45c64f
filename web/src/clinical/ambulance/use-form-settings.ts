import { useQuery } from '@tanstack/react-query'
import { dropUnknownSettings, FormSettings, formSettings, releasedFormSettings } from 'contract'
import { useEffect, useState } from 'react'
import { ask } from '../../api/client.ts'
import { useUser } from '../../session/signed-in.tsx'

type Asked = {
  settings: FormSettings | undefined
  /** Whether the panel has not answered yet. Without a signal nobody waits: it is asked again behind the form. */
  isAwaited: boolean
}

function useAsked(isNeeded: boolean) {
  const { hospital } = useUser()
  const query = useQuery({
    ...ask(formSettings.get, {}, true),
    enabled: isNeeded,
    refetchOnWindowFocus: false,
  })
  const asked = query.data?.settings
  const [kept] = useState(() => (asked ? undefined : readKept(hospital._id)))
  return { query, asked, settings: asked ?? kept }
}

/** What the hospital sets of its forms: as the panel says, which this browser keeps, else as it last heard. */
export function useAskedFormSettings(isNeeded: boolean): Asked {
  const { hospital } = useUser()
  const { query, asked, settings } = useAsked(isNeeded)
  useEffect(() => {
    if (asked) keep(hospital._id, asked)
  }, [hospital._id, asked])
  const hasFailed = query.failureReason !== null || query.errorUpdateCount > 0
  return { settings, isAwaited: query.isLoading && !hasFailed }
}

/** What the hospital sets of its forms; undefined as long as this browser never heard it. */
export const useFormSettings = (): FormSettings | undefined => useAsked(true).settings

/** The plans of crew and equipment of the hospital; as long as they are not known, those of the panel. */
export const usePlanSettings = () => useFormSettings() ?? releasedFormSettings

const key = 'form_settings'

function keep(hospitalId: string, settings: FormSettings): void {
  try {
    localStorage.setItem(key, JSON.stringify({ hospitalId, settings }))
  } catch {
    // A full storage is for what is typed; the settings are asked for again.
  }
}

function readKept(hospitalId: string): FormSettings | undefined {
  try {
    const kept = JSON.parse(localStorage.getItem(key) ?? 'null') as {
      hospitalId: string
      settings: unknown
    } | null
    const settings = kept?.hospitalId === hospitalId ? FormSettings.safeParse(kept.settings).data : undefined
    return settings && dropUnknownSettings(settings)
  } catch {
    return undefined
  }
}
