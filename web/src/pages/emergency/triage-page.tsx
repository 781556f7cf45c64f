import { useNavigate, useParams } from 'react-router'
import { TriageScreen } from '../../features/triage/triage-screen.tsx'
import { triageQueuePath } from '../../paths.ts'

export function TriagePage() {
  const { id = '' } = useParams()
  const navigate = useNavigate()
  return <TriageScreen key={id} patientId={id} onDone={() => void navigate(triageQueuePath)} />
}
