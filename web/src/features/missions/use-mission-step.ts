import { type CallError, type Input, type Mission, type MissionStep, missions } from 'contract'
import { v7 as newId } from 'uuid'
import { useSend } from '../../api/client.ts'
import { useUser } from '../../session/signed-in.tsx'
import { keepStep } from './kept-steps.ts'
import { outdatedByMission } from './queries.ts'
import { isUnreached } from './send-steps.ts'

type More = Partial<Omit<Input<typeof missions.dispatch>, '_id' | 'event_id' | 'step'>>

export type SendStep = {
  take: (mission: Mission, step: MissionStep, more?: More) => void
  isPending: boolean
  error: CallError | null
  reset: () => void
}

/** The instant by the server's clock, as far as this tablet knows it. */
export type ReadServerTime = () => Promise<Date>

/**
 * Sends the steps of a mission: those of a dispatcher, or those that a crew reports. A crew's step that says nothing
 * else is kept with its moment where there is no signal and `readServerTime` is given.
 */
export function useMissionStep(
  by: 'dispatch' | 'report',
  onTaken: () => void,
  readServerTime?: ReadServerTime,
): SendStep {
  const dispatch = useSend(missions.dispatch, {
    inline: true,
    outdates: outdatedByMission,
    onSuccess: onTaken,
  })
  const report = useSend(missions.report, { inline: true, outdates: outdatedByMission, onSuccess: onTaken })
  const { _id: userId } = useUser()
  const { isPending, error, reset } = by === 'dispatch' ? dispatch : report
  return {
    take(mission, step, more = {}) {
      // Without a chosen time it happens now, by the server's clock: that of a phone may be off.
      const sent = { _id: mission._id, event_id: newId(), ...more }
      if (by === 'dispatch') return dispatch.mutate({ source: 'DESK', ...sent, step })
      const {
        vehicle_id: _vehicle,
        team_id: _team,
        operation_id: _operation,
        destination: _destination,
        doctor: _doctor,
        ...own
      } = sent
      const body = { ...own, step: step as Input<typeof missions.report>['step'] }
      const isBare = !body.note && !body.reason
      // Asked for at the press: the call may fail minutes later. A storage that fails costs no step.
      const now = new Date()
      const pressed = readServerTime?.().catch(() => now)
      // Not the callbacks of `mutate`: they are dropped when the card leaves the screen meanwhile.
      report.mutateAsync(body).catch(async (failure: CallError) => {
        const at = body.at ?? (await pressed)?.toISOString()
        if (at === undefined || !isBare || !isUnreached(failure)) return
        keepStep({ by: userId, body: { ...body, at }, number: mission.number })
        report.reset()
        onTaken()
      })
    },
    isPending,
    error,
    reset,
  }
}
