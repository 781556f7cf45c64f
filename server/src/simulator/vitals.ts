import { hospitalOffsetMs } from 'contract'
import { computeNoise, hashToFraction } from './noise.ts'

/** A person at rest at noon. Temperature in °C, glucose in mg/dL before a meal, weight in kg. */
export type Body = {
  /** Makes each person's noise different. */
  name: string
  pulse: number
  systolic: number
  diastolic: number
  spo2: number
  /** Breaths a minute; no device counts them, a nurse does. */
  respiration: number
  temperature: number
  glucose: number
  weight: number
}

/** The strain on a body at an instant: percent of saturation lost, °C gained. */
export type Strain = { desaturation: number; fever: number }
export const noStrain: Strain = { desaturation: 0, fever: 0 }

export type Vitals = Omit<Body, 'name'> & { perfusion: number }

const minute = 60_000
const hour = 60 * minute

/** From −1 in the small hours to 1 in the late afternoon, as body temperature varies through the day. */
function computeDayPhase(at: number): number {
  return Math.cos((((at + hospitalOffsetMs) % (24 * hour)) / (24 * hour) - 17 / 24) * 2 * Math.PI)
}

/**
 * The vital signs of a body at an instant (milliseconds), always the same for the same seed. They vary through the day,
 * drift by the hour, fluctuate by the minute, and depend on one another: a degree of fever raises the pulse by 10
 * (Liebermeister), and a lack of oxygen raises it too.
 */
export function computeVitals(seed: number, body: Body, at: number, strain: Strain = noStrain): Vitals {
  const day = computeDayPhase(at)
  const drift = (what: string, periodMs: number) => computeNoise(seed, `${body.name} ${what}`, at, periodMs)
  const tremor = (what: string) => hashToFraction(seed, `${body.name} ${what} ${at}`) * 2 - 1

  const temperature = body.temperature + strain.fever + 0.25 * day + 0.15 * drift('warmth', 5 * hour)
  // Shallower breathing for a while: saturation drops a little, and the pulse compensates.
  const breath = drift('breath', 40 * minute)
  const spo2 = body.spo2 - strain.desaturation - 0.8 * breath + 0.4 * tremor('saturation')
  const effort = drift('effort', 90 * minute)
  const pulse =
    body.pulse +
    10 * (temperature - body.temperature) +
    1.6 * strain.desaturation +
    2 * breath +
    4 * effort +
    2 * tremor('beat')
  const pressure = 5 * day + 5 * effort + 3 * tremor('pressure')
  // Highest an hour or two after breakfast, lunch and supper.
  const meals = Math.max(
    0,
    Math.sin((((at + hospitalOffsetMs - 7 * hour) % (24 * hour)) / (5.5 * hour)) * 2 * Math.PI),
  )
  return {
    pulse: Math.round(pulse),
    systolic: Math.round(body.systolic + pressure),
    diastolic: Math.round(body.diastolic + pressure * 0.6),
    spo2: Math.round(Math.min(100, spo2)),
    respiration: Math.round(body.respiration + 0.5 * strain.desaturation + breath),
    temperature: Math.round((temperature + 0.05 * tremor('probe')) * 10) / 10,
    glucose: Math.round(body.glucose * (1 + 0.35 * meals + 0.08 * drift('sugar', 3 * hour))),
    weight: Math.round((body.weight + 0.3 * drift('weight', 24 * hour)) * 10) / 10,
    // Oximeters send it in tenths of a percent.
    perfusion: Math.round(48 + 20 * drift('perfusion', 20 * minute)),
  }
}
