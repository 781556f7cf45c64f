import type { LatestValue, TileDevice } from 'contract'
import type { LiveEventOfKind, NumberedEvent } from '../../live/live.ts'

/** The newest values, with those that arrived in place of the ones before. */
export function replaceLatest<Value extends Pick<LatestValue, 'vital'>>(
  shown: readonly Value[],
  arrived: readonly Value[],
): Value[] {
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

type RowsOfPatients<Row> = { rows: Row[]; event: string }

/**
 * The rows of patients with the newest values of these events, but for closed records. Rows that no event touches stay
 * the same objects.
 */
export function updateRows<
  Row extends { patient: { _id: string }; is_open: boolean; latest: LatestValue[] },
  Reply extends RowsOfPatients<Row>,
>(reply: Reply & RowsOfPatients<Row>, events: readonly NumberedEvent[]): Reply {
  const fresh = events.filter(({ number }) => number > Number(reply.event))
  const last = fresh.at(-1)
  if (!last) return reply
  const changed = new Map(reply.rows.map((row) => [row.patient._id, row]))
  for (const { event } of fresh) {
    if (event.kind !== 'latest') continue
    for (const { patient_id, latest } of event.patients) {
      const row = changed.get(patient_id)
      if (row?.is_open) changed.set(patient_id, { ...row, latest: replaceLatest(row.latest, latest) })
    }
  }
  return { ...reply, rows: [...changed.values()], event: String(last.number) }
}
