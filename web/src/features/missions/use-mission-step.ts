import { useMutation } from '@tanstack/react-query'
import {
  CallError,
  errorCodes,
  type Input,
  type Mission,
  type MissionEvent,
  type MissionStep,
  missions,
} from 'contract'
import { v7 as newId } from 'uuid'
import { useSend } from '../../api/client.ts'
import { useUser } from '../../session/signed-in.tsx'
import { judgeStep } from './judge-step.ts'
import { outdatedByMission } from './queries.ts'
import { pressStep, type SealStep, report as send } from './send-steps.ts'

type Report = Input<typeof missions.report>
type More = Partial<Omit<Input<typeof missions.dispatch>, '_id' | 'event_id' | 'step'>>

export type SendStep = {
  take: (mission: Mission, step: MissionStep, more?: More) => void
  isPending: boolean
  error: CallError | null
  reset: () => void
}

/**
 * What keeps a step on this tablet. `readServerTime`: the instant by the server's clock, as far as this tablet knows
 * it.
 */
export type StepKeeper = { readServerTime: () => Promise<Date>; sealStep: SealStep }

/**
 * Sends the steps of a mission: those of a dispatcher, or those that a crew reports. A crew's step is kept with its
 * moment where there is no signal and a `keeper` is given. `events`: what happened to the mission, sent or not.
 */
export function useMissionStep(
  by: 'dispatch' | 'report',
  onTaken: () => void,
  keeper?: StepKeeper,
  events: readonly MissionEvent[] = [],
): SendStep {
  const dispatch = useSend(missions.dispatch, {
    inline: true,
    outdates: outdatedByMission,
    onSuccess: onTaken,
  })
  const { _id: userId } = useUser()
  const report = useMutation<void, CallError, { body: Report; mission: Mission }>({
    async mutationFn({ body, mission: { called_at, number } }) {
      if (!keeper) return send(body)
      const now = new Date()
      // A storage that fails costs no step.
      const serverNow = await keeper.readServerTime().catch(() => now)
      const made = { ...body, at: body.at ?? serverNow.toISOString() }
      const fields = isBare(body) ? [] : judgeStep({ called_at, events }, made, serverNow.getTime())
      if (fields.length > 0) throw new CallError({ code: errorCodes.invalid, status: 200, fields })
      return pressStep(body, { by: userId, body: made, number }, keeper.sealStep)
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
      report.mutate({ body: { ...own, step: step as Report['step'] }, mission })
    },
    isPending,
    error,
    reset,
  }
}

/** Whether a step was pressed and not written in a dialog, which stays open until that is right. */
const isBare = (body: Report): boolean => body.note === undefined
