import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { OpdScreen } from '../../features/opd/opd-screen.tsx'
import { useArrival } from '../../features/triage/arrival/use-arrival.tsx'
import { AdmitFromBoard } from './admit-dialog.tsx'

/** The URL holds the clinic. */
export function OpdPage() {
  const [query, setQuery] = useSearchParams()
  const arrival = useArrival({ kind: 'OPD' })
  const [admitting, setAdmitting] = useState<string>()
  return (
    <>
      <OpdScreen
        clinicId={query.get('clinic') ?? undefined}
        onClinic={(id) => setQuery({ clinic: id }, { replace: true, preventScrollReset: true })}
        arrival={arrival.button}
        onAdmit={setAdmitting}
      />
      {arrival.dialog}
      {admitting && <AdmitFromBoard patientId={admitting} onClose={() => setAdmitting(undefined)} />}
    </>
  )
}
