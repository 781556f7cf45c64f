import { InboundBoard } from '../../features/inbound/inbound-board.tsx'

export function InboundPage() {
  return <InboundBoard />
}
