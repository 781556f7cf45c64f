import {
  admissionRequests,
  type ErChange,
  type ErRow,
  erBoard,
  monitoring,
  patients,
  triage,
  visits,
} from 'contract'
import { createContext, useContext } from 'react'
import { queryClient, useSend } from '../../api/client.ts'

/** What was done last, so that it can be undone; `text` says what. */
export type DoneAct = { actId: string; patientId: string; visitId: string; name: string; text: string }

/** Tells the board what was done. */
export const DoneActContext = createContext<(done: DoneAct | undefined) => void>(() => {})

export const outdatedByAct = [erBoard.board, triage.queue]
/** Ending a visit, or opening it again, also changes the level that the record and the lists show. */
export const outdatedByUndo = [...outdatedByAct, triage.prepare, patients.get, patients.list, monitoring.wall]

export const outdatedByRequest = [erBoard.board, admissionRequests.list, admissionRequests.ofPatient]

/** Reads the board again, and resolves when it is there. */
export const readAgain = () => queryClient.invalidateQueries({ queryKey: [erBoard.board.path] })

type Row = Pick<ErRow, 'patient' | 'visit'>

/** Sends an act of the board; `describe` says what was done, in words. */
export function useErAct({ patient, visit }: Row, name: string) {
  const tellDone = useContext(DoneActContext)
  const named = { patient_id: patient._id, visit_id: visit._id }
  const done = (actId: string | null, text: string) => {
    if (actId !== null) tellDone({ actId, patientId: patient._id, visitId: visit._id, name, text })
  }
  const change = useSend(erBoard.change, {
    inline: ['bay-taken', 'bay-kept'],
    outdates: outdatedByAct,
    // What was refused has changed since it was shown, as a zone that was retired.
    onError: () => void readAgain(),
  })
  const see = useSend(visits.see, { outdates: outdatedByAct, showSuccess: false })
  return {
    isPending: change.isPending || see.isPending,
    change: (what: ErChange, text: string, after: { onSuccess?: () => void } = {}) =>
      change.mutate(
        { ...named, change: what },
        {
          onSuccess: ({ act_id }) => {
            done(act_id, text)
            after.onSuccess?.()
          },
        },
      ),
    see: (text: string) => see.mutate(named, { onSuccess: ({ act_id }) => done(act_id, text) }),
    error: change.error,
  }
}
