import {
  type MissionDue,
  type MissionInterval,
  type MissionState,
  type MissionStep,
  sceneKinds,
} from 'contract'
import { t } from 'i18next'

/**
 * Where a mission of a kind picks somebody up, as dispatchers say it; undefined where the kind is not known, which
 * takes the words for both.
 */
function findPlace(kind: string | undefined): 'scene' | 'pick-up' | undefined {
  if (kind === undefined) return undefined
  return sceneKinds.some((one) => one === kind) ? 'scene' : 'pick-up'
}

/** A step in the words for a mission of this kind. */
export function nameStep(step: MissionStep, kind?: string): string {
  const place = findPlace(kind)
  return place && (step === 'AT_SCENE' || step === 'LEFT_SCENE')
    ? t(`missions:placed.${place}.${step}`)
    : t(`missions:step.${step}`)
}

export function nameState(state: MissionState, kind: string): string {
  const place = findPlace(kind)
  return place && state === 'AT_SCENE' ? t(`missions:placed.${place}.state`) : t(`missions:state.${state}`)
}

export function nameInterval(interval: Exclude<MissionInterval, 'hospital'>, kind: string): string {
  const place = findPlace(kind)
  return place && (interval === 'response' || interval === 'on_scene')
    ? t(`missions:placed.${place}.${interval}`)
    : t(`missions:interval.${interval}`)
}

/** What a countdown runs to. */
export function nameDue(interval: MissionDue['interval'], kind: string): string {
  const place = findPlace(kind)
  return place && interval === 'response' ? t(`missions:placed.${place}.due`) : t(`missions:due.${interval}`)
}
