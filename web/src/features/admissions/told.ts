/** What somebody answered to a question of an admission: nobody asking is no answer. */
export const told = ['yes', 'no', 'not-asked'] as const
type Told = (typeof told)[number]

export const toTold = (answer: boolean | null): Told =>
  answer === null ? 'not-asked' : answer ? 'yes' : 'no'

export const fromTold = (given: Told): boolean | null => (given === 'not-asked' ? null : given === 'yes')
