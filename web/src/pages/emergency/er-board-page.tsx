import { useState } from 'react'
import { ErBoard } from '../../features/er-board/er-board.tsx'
import { InboundStrip } from '../../features/inbound/inbound-strip.tsx'
import { ArrivalButton } from '../../features/triage/arrival-button.tsx'
import { EndVisitForm } from '../../features/triage/end-visit-form.tsx'
import { AdmitFromBoard, RequestFromBoard } from './admit-dialog.tsx'

/** The board with the forms of other features: arrival, admission, and how a visit ends. */
export function ErBoardPage() {
  const [admitting, setAdmitting] = useState<string>()
  const [requesting, setRequesting] = useState<string>()
  return (
    <>
      <InboundStrip />
      <ErBoard
        arrival={<ArrivalButton kind="ER" />}
        leaveForm={(row, onDone) => <EndVisitForm row={row} onDone={onDone} />}
        onAdmit={setAdmitting}
        onRequest={setRequesting}
      />
      {admitting && <AdmitFromBoard patientId={admitting} onClose={() => setAdmitting(undefined)} />}
      {requesting && <RequestFromBoard patientId={requesting} onClose={() => setRequesting(undefined)} />}
    </>
  )
}
