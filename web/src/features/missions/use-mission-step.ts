import { useMutation } from '@tanstack/react-query'
import { type CallError, type Input, type Mission, type MissionStep, missions } from 'contract'
import { v7 as newId } from 'uuid'
import { useSend } from '../../api/client.ts'
import { useUser } from '../../session/signed-in.tsx'
import { askedSteps, outdatedByMission } from './queries.ts'
import { pressStep, report as send } from './send-steps.ts'

type Report = Input<typeof missions.report>
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
  const { _id: userId } = useUser()
  const report = useMutation<void, CallError, { body: Report; number: string }>({
    async mutationFn({ body, number }) {
      if (!readServerTime || !isBare(body)) return send(body)
      const now = new Date()
      // A storage that fails costs no step.
      const at = body.at ?? (await readServerTime().catch(() => now)).toISOString()
      return pressStep(body, { by: userId, body: { ...body, at }, number })
    },
    meta: { inline: true },
    onSuccess: onTaken,
  })
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
      report.mutate({ body: { ...own, step: step as Report['step'] }, number: mission.number })
    },
    isPending,
    error,
    reset,
  }
}

/** Whether a step is no answer to a dialog, which stays open with what was typed until the panel has it. */
const isBare = ({ step, note, reason }: Report): boolean =>
  !note && !reason && step !== 'WITHDRAWN' && !askedSteps.has(step)
