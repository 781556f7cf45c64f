import type { admissions, Input, StayHistory, StayPlace } from 'contract'
import { toHospitalDate } from '../../../../ui/date/dates.ts'
import { completeTypedTime, formatTypedTime, parseTypedInstant } from '../../../../ui/form/date/typed-time.ts'

/** An instant as its two fields hold it. What is stored is kept to the millisecond until somebody types another one. */
export type TypedInstant = { stored: string | null; date: string; time: string }

export type PlaceRow = Pick<StayPlace, 'kind'> & {
  key: string
  ward_id: string
  bed_id: string | null
  from: TypedInstant
  /** When somebody on leave is expected back. */
  due_back: TypedInstant
}

export type CorrectionValues = {
  places: PlaceRow[]
  /** Null while the patient is in the hospital. */
  discharged: TypedInstant | null
}

export const untypedInstant: TypedInstant = { stored: null, date: '', time: '' }

export function toTypedInstant(stored: string): TypedInstant {
  return { stored, date: toHospitalDate(stored), time: formatTypedTime(Date.parse(stored)) }
}

/** The instant to send; an empty text while the fields hold none. */
export function readTypedInstant({ stored, date, time }: TypedInstant): string {
  if (stored !== null) {
    const { date: storedDate, time: storedTime } = toTypedInstant(stored)
    if (date === storedDate && completeTypedTime(time) === storedTime) return stored
  }
  const at = parseTypedInstant(date, time)
  return at === undefined ? '' : new Date(at).toISOString()
}

/** The places of a stay that hold, in their order. */
export function listKeptPlaces({ places }: Pick<StayHistory, 'places'>): StayPlace[] {
  return places.filter(({ is_superseded }) => !is_superseded).toReversed()
}

export function toCorrectionValues(stay: StayHistory): CorrectionValues {
  return {
    places: listKeptPlaces(stay).map(({ _id, kind, ward, bed, from, due_back_at }) => ({
      key: _id,
      kind,
      ward_id: ward._id,
      bed_id: bed?._id ?? null,
      from: toTypedInstant(from),
      due_back: due_back_at === null ? untypedInstant : toTypedInstant(due_back_at),
    })),
    discharged: stay.discharged_at === null ? null : toTypedInstant(stay.discharged_at),
  }
}

type CorrectionBody = Pick<Input<typeof admissions.correct>, 'places' | 'discharged_at'>

export function toCorrectionBody({ places, discharged }: CorrectionValues): CorrectionBody {
  return {
    places: places.map(({ kind, ward_id, bed_id, from, due_back }) => ({
      kind,
      ward_id,
      bed_id: kind === 'waiting' ? null : bed_id,
      from: readTypedInstant(from),
      due_back_at: kind === 'leave' ? readTypedInstant(due_back) || null : null,
    })),
    discharged_at: discharged && readTypedInstant(discharged),
  }
}

/** Whether a row still says what was noted of its place. */
export function isUnchanged(row: PlaceRow, { kind, ward, bed, from, due_back_at }: StayPlace): boolean {
  const body = toCorrectionBody({ places: [row], discharged: null }).places[0]
  return (
    row.kind === kind &&
    row.ward_id === ward._id &&
    (body?.bed_id ?? null) === (bed?._id ?? null) &&
    readTypedInstant(row.from) === from &&
    (body?.due_back_at ?? null) === due_back_at
  )
}
