import {
  clockToleranceMs,
  deriveMissionState,
  type FieldProblem,
  isStepInOrder,
  listStandingSteps,
  listStepReasons,
  type MissionEvent,
  settleStep,
  takeMissionStep,
} from 'contract'
import type { PressedStep } from '../../clinical/ambulance/kept-step.ts'

/**
 * What the panel would refuse of a step that somebody writes in a dialog: there it is corrected at once, while a step
 * that was kept is refused later. `events`: what is known of its mission, sent or not.
 */
export function judgeStep(
  called: { called_at: string; events: readonly MissionEvent[] },
  { step, at, reason, note }: PressedStep['step'],
  now: number,
): FieldProblem[] {
  const { called_at, events } = called
  if (step === 'WITHDRAWN') return note ? [] : [{ field: 'note', message: 'reason-required' }]
  const isWritten =
    takeMissionStep(deriveMissionState(events), step) === null &&
    listStandingSteps(events).some((event) => event.step === step)
  const settled = settleStep(called_at, events, { step, at })
  const problems: FieldProblem[] = []
  if (listStepReasons(step) && !reason) problems.push({ field: 'reason', message: 'field-required' })
  if (isWritten && !note) problems.push({ field: 'note', message: 'reason-required' })
  if (Date.parse(at) > now + clockToleranceMs) problems.push({ field: 'at', message: 'date-in-future' })
  else if (!isStepInOrder({ calledAt: called_at, now }, events, { step, at: settled }))
    problems.push({ field: 'at', message: 'step-time' })
  return problems
}
