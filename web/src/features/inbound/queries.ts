import { erBoard, inbound, missions, triage } from 'contract'
import { ask } from '../../api/client.ts'

export const askInbound = () => ask(inbound.board, {}, true)

/** What the acts of the emergency room change; an arrival begins a visit. */
export const outdatedByInbound = [inbound.board, missions.board, missions.mine]
export const outdatedByArrival = [...outdatedByInbound, erBoard.board, triage.queue]
