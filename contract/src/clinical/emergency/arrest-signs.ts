/** The rhythms of a heart that moves no blood. A tachycardia with a pulse is none of them. */
const arrestRhythms: readonly unknown[] = ['VF', 'PVT', 'PEA', 'ASYSTOLE']

/** What is 0 while no blood moves and nobody breathes. */
const stoppedSigns: readonly string[] = [
  'systolic',
  'diastolic',
  'pulse',
  'respiration_rate',
  'spo2',
  'etco2',
]

/**
 * Whether a number of a set of vital signs is what a cardiac arrest shows: a 0, or an EtCO₂ however low, since little
 * of it reaches the lungs during chest compressions (below 10 mmHg in a long arrest: AHA 2020, adult advanced life
 * support). Each of these numbers is unusual in anybody else, and six questions for each set would hide a typing
 * error.
 *
 * A set is of an arrest if its rhythm says so, or if its pulse is 0 and nothing else in it speaks of a beating heart: a
 * pulse of 0 in somebody who breathes or answers may be a typing error.
 */
export function isSignOfArrest(
  name: string,
  value: number,
  signs: Readonly<Record<string, unknown>>,
): boolean {
  if (!stoppedSigns.includes(name) || (value !== 0 && name !== 'etco2')) return false
  return arrestRhythms.includes(signs['rhythm']) || (signs['pulse'] === 0 && !isAlive(signs))
}

const unresponsive: readonly unknown[] = ['U', 'UNROUSABLE']
const responses = ['consciousness', 'basic_consciousness']
const comaParts = ['eye', 'verbal', 'motor']

function isAlive(signs: Readonly<Record<string, unknown>>): boolean {
  const isPositive = (name: string) => Number(signs[name]) > 0
  const isAnswer = (name: string) => typeof signs[name] === 'string' && !unresponsive.includes(signs[name])
  return (
    typeof signs['rhythm'] === 'string' ||
    ['systolic', 'diastolic', 'respiration_rate', 'spo2'].some(isPositive) ||
    responses.some(isAnswer) ||
    comaParts.some((part) => Number(signs[part]) > 1)
  )
}
