import { useState } from 'react'
import { ErBoard } from '../../features/er-board/er-board.tsx'
import { InboundStrip } from '../../features/inbound/inbound-strip.tsx'
import { useArrival } from '../../features/triage/arrival/use-arrival.tsx'
import { CompletionDialog } from '../../features/triage/completion-dialog.tsx'
import { EndVisitForm } from '../../features/triage/end-visit-form.tsx'
import { AdmitFromBoard, RequestFromBoard } from './admit-dialog.tsx'

/** The board with the forms of other features: arrival, admission, and how a visit ends. */
export function ErBoardPage() {
  const arrival = useArrival({ kind: 'ER' })
  const [admitting, setAdmitting] = useState<string>()
  const [requesting, setRequesting] = useState<string>()
  const [completing, setCompleting] = useState<string>()
  return (
    <>
      <InboundStrip />
      <ErBoard
        arrival={arrival.button}
        leaveForm={(row, onDone) => <EndVisitForm row={row} onDone={onDone} />}
        onAdmit={setAdmitting}
        onRequest={setRequesting}
        onComplete={setCompleting}
      />
      {arrival.dialog}
      {admitting && <AdmitFromBoard patientId={admitting} onClose={() => setAdmitting(undefined)} />}
      {requesting && <RequestFromBoard patientId={requesting} onClose={() => setRequesting(undefined)} />}
      {completing && <CompletionDialog patientId={completing} onClose={() => setCompleting(undefined)} />}
    </>
  )
}
