import { useQuery } from '@tanstack/react-query'
import { patients } from 'contract'
import { ask } from '../../api/client.ts'
import { AdmitForm } from '../../features/admissions/acts/admit-form.tsx'
import { StayDialog } from '../../features/admissions/acts/stay-form.tsx'
import { RequestForm } from '../../features/admissions/requests/request-form.tsx'

type FromBoardProps = { patientId: string; onClose: () => void }

/** Admits somebody from a board, once their record is read. */
export function AdmitFromBoard({ patientId, onClose }: FromBoardProps) {
  const { data } = useQuery(ask(patients.get, { _id: patientId }))
  if (!data) return null
  return (
    <StayDialog act="admit" patient={data.patient} onClose={onClose}>
      <AdmitForm patient={data.patient} onClose={onClose} />
    </StayDialog>
  )
}

/** Asks a ward to admit somebody from a board. */
export function RequestFromBoard({ patientId, onClose }: FromBoardProps) {
  const { data } = useQuery(ask(patients.get, { _id: patientId }))
  if (!data) return null
  return (
    <StayDialog act="request" patient={data.patient} onClose={onClose}>
      <RequestForm patientId={patientId} onClose={onClose} />
    </StayDialog>
  )
}
