import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { PatientRow } from 'contract'
import { askPatientSearch, isLongEnough } from '../../clinical/patient/patient-search.ts'
import { useMay } from '../../session/signed-in.tsx'
import { searchPauseMs } from '../../ui/search-pause.ts'

/** Patients that match what is typed. */
export function usePatientMatches(typed: string) {
  const maySearch = useMay('patient:read')
  const [settled] = useDebouncedValue(typed.trim(), searchPauseMs)
  const isSearch = maySearch && isLongEnough(typed)
  const found = useQuery({
    ...askPatientSearch(settled),
    enabled: isSearch && isLongEnough(settled),
    placeholderData: keepPreviousData,
  })
  const isSettled = !isSearch || (settled === typed.trim() && !found.isPlaceholderData && !found.isPending)
  const rows: readonly PatientRow[] | undefined = isSearch ? found.data?.rows : undefined
  return { rows, isSettled, error: isSearch ? found.error : null }
}
