import { Senders } from '../../features/ingest/senders.tsx'

export function SendersPage() {
  return <Senders />
}
