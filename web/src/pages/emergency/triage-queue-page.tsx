import { TriageQueue } from '../../features/triage/triage-queue.tsx'

export function TriageQueuePage() {
  return <TriageQueue />
}
