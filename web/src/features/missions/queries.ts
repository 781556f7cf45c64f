import { useQuery } from '@tanstack/react-query'
import { type MissionStep, missions } from 'contract'
import { ask } from '../../api/client.ts'

/** Steps that ask for more than a press: a reason, a vehicle with its team, others in its crew, another destination. */
export const askedSteps: ReadonlySet<MissionStep> = new Set([
  'ASSIGNED',
  'DECLINED',
  'CANCELLED',
  'STOOD_DOWN',
  'NO_TRANSPORT',
  'DIVERTED',
  'OPERATION_CHANGED',
  'CREW_CHANGED',
])

export const useOwnMissions = (isEnabled: boolean) =>
  useQuery({ ...ask(missions.mine, {}, true), enabled: isEnabled })
