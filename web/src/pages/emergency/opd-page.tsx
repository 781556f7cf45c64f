import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { OpdScreen } from '../../features/opd/opd-screen.tsx'
import { ArrivalButton } from '../../features/triage/arrival-button.tsx'
import { AdmitFromBoard } from './admit-dialog.tsx'

/** The URL holds the clinic. */
export function OpdPage() {
  const [query, setQuery] = useSearchParams()
  const [admitting, setAdmitting] = useState<string>()
  return (
    <>
      <OpdScreen
        clinicId={query.get('clinic') ?? undefined}
        onClinic={(id) => setQuery({ clinic: id }, { replace: true, preventScrollReset: true })}
        arrival={<ArrivalButton kind="OPD" />}
        onAdmit={setAdmitting}
      />
      {admitting && <AdmitFromBoard patientId={admitting} onClose={() => setAdmitting(undefined)} />}
    </>
  )
}
