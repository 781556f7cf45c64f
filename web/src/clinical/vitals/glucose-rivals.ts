/** The value whose place a value takes: a meter shows a number, or that it cannot measure the glucose. */
export const findGlucoseRival = (name: string): 'blood_glucose' | 'beyond' | undefined => {
  if (name === 'blood_glucose') return 'beyond'
  return name === 'beyond' ? 'blood_glucose' : undefined
}
