import type { LatestValue, TileDevice } from 'contract'
import type { LiveEventOfKind } from '../../live/live.ts'

/** The newest values, with those that arrived in place of the ones before. */
export function replaceLatest(shown: readonly LatestValue[], arrived: readonly LatestValue[]): LatestValue[] {
  return [...new Map([...shown, ...arrived].map((value) => [value.vital, value])).values()]
}

/** The devices of a patient after an event of one: it may be new to the patient, or with somebody else now. */
export function updateWorn(
  worn: readonly TileDevice[],
  patientId: string,
  { patient_id, ...device }: LiveEventOfKind<'device'>['devices'][number],
): readonly TileDevice[] {
  const isOwn = patient_id === patientId
  const isShown = worn.some(({ _id }) => _id === device._id)
  if (!isOwn) return isShown ? worn.filter(({ _id }) => _id !== device._id) : worn
  if (!isShown) return [...worn, device]
  return worn.map((one) => (one._id === device._id ? device : one))
}
