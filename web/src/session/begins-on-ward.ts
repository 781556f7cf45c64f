import type { Session } from './session.ts'

/**
 * Whoever treats patients begins with the question who needs them now, so their first screen is the ward board. Those
 * who register patients or look after the hospital begin with the list of all patients.
 */
export function beginsOnWard({ permissions }: Session): boolean {
  return permissions.includes('clinical:record')
}
