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
import type { StepKeeper, StepReport } from '../../clinical/ambulance/kept-step.ts'
import { outdatedByMission } from '../../clinical/ambulance/outdated-by-mission.ts'
import { judgeStep } from './judge-step.ts'

type More = Partial<Omit<Input<typeof missions.dispatch>, '_id' | 'event_id' | 'step'>>

export type SendStep = {
  take: (mission: Mission, step: MissionStep, more?: More) => void
  isPending: boolean
  error: CallError | null
  reset: () => void
}

/**
 * Sends the steps of a mission: those of a dispatcher, or with a `keeper` those that a crew reports, which are kept
 * with their time where there is no signal. `events`: what happened to the mission, sent or not.
 */
export function useMissionStep(
  onTaken: () => void,
  keeper: StepKeeper | undefined,
  events: readonly MissionEvent[],
): SendStep {
  const dispatch = useSend(missions.dispatch, {
    inline: true,
    outdates: outdatedByMission,
    onSuccess: onTaken,
  })
  const report = useMutation<void, CallError, { by: StepKeeper; body: StepReport; mission: Mission }>({
    async mutationFn({ by, body, mission: { called_at, number } }) {
      const now = new Date()
      // A storage that fails costs no step.
      const serverNow = await by.readServerTime().catch(() => now)
      const made_at = serverNow.toISOString()
      const made = { ...body, at: body.at ?? made_at, made_at }
      const fields = isBare(body) ? [] : judgeStep({ called_at, events }, made, serverNow.getTime())
      if (fields.length > 0) throw new CallError({ code: errorCodes.invalid, status: 200, fields })
      return by.press({ ...body, made_at }, { step: made, number })
    },
    meta: { inline: true },
    onSuccess: onTaken,
  })
  const { isPending, error, reset } = keeper ? report : dispatch
  return {
    take(mission, step, more = {}) {
      // Without a chosen time it happens now, by the server's clock: that of a phone may be off.
      const sent = { _id: mission._id, event_id: newId(), ...more }
      if (!keeper) return dispatch.mutate({ source: 'DESK', ...sent, step })
      const {
        vehicle_id: _vehicle,
        team_id: _team,
        operation_id: _operation,
        destination: _destination,
        comes_here: _comesHere,
        leaves: _leaves,
        joins: _joins,
        doctor: _doctor,
        ...own
      } = sent
      report.mutate({ by: keeper, body: { ...own, step: step as StepReport['step'] }, mission })
    },
    isPending,
    error,
    reset,
  }
}

/** Whether a step was pressed and not written in a dialog, which stays open until that is right. */
const isBare = (body: StepReport): boolean => body.note === undefined
