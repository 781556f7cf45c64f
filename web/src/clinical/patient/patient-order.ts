import { useMemo } from 'react'
import { useUser } from '../../session/signed-in.tsx'

/** The patients of a list, in the order in which they were shown when a record was opened from it. */
type PatientOrder = { owner: string; ids: readonly string[] }

const orderKey = 'patient-order'

/**
 * For a list of patients: call what it returns with the ids of its rows, as they are shown, when a row is opened. The
 * record then leads to the previous and the next of them. The order is kept in this tab, for this user; it contains ids
 * and nothing else of the patients.
 */
export function useKeepPatientOrder(): (ids: readonly string[]) => void {
  const { _id: owner } = useUser()
  return (ids) => sessionStorage.setItem(orderKey, JSON.stringify({ owner, ids } satisfies PatientOrder))
}

export type PatientNeighbours = {
  previousId: string | undefined
  nextId: string | undefined
  /** The place of the patient in the list, from 1. */
  place: number
  total: number
}

/**
 * For a record: who stands before and after the patient in the list from which a record was opened last. Undefined if
 * the patient was not in that list, as after a search or a click on an alarm.
 */
export function usePatientNeighbours(patientId: string): PatientNeighbours | undefined {
  const { _id: owner } = useUser()
  return useMemo(() => {
    const kept: PatientOrder | null = JSON.parse(sessionStorage.getItem(orderKey) ?? 'null')
    const ids = kept?.owner === owner ? kept.ids : []
    const at = ids.indexOf(patientId)
    if (at < 0) return undefined
    return { previousId: ids[at - 1], nextId: ids[at + 1], place: at + 1, total: ids.length }
  }, [owner, patientId])
}
