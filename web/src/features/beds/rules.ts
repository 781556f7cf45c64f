import {
  type Alarm,
  type AlarmSeverity,
  alarmSeverities,
  type BedReservation,
  type bedFeatures,
  type MappedBed,
  type MappedWard,
  type StaffLabel,
  type WardPatient,
} from 'contract'

/** What a bed can be taken for, as one word. `leave`: its patient is away and the bed is held. */
const bedStatuses = ['ready', 'occupied', 'leave', 'reserved', 'cleaning', 'blocked'] as const
export type BedStatus = (typeof bedStatuses)[number]

/** The same, and patients without a bed. */
export const placeStatuses = [...bedStatuses, 'waiting'] as const
export type PlaceStatus = (typeof placeStatuses)[number]

/** The reservation of a bed; undefined when it has ended, also if no newer answer has arrived. */
export function findReservation({ reservation }: MappedBed, now: number): BedReservation | undefined {
  return reservation && Date.parse(reservation.until) > now ? reservation : undefined
}

const soonMs = 60 * 60_000

export function endsSoon({ until }: BedReservation, now: number): boolean {
  return Date.parse(until) - now <= soonMs
}

/** A patient counts before the state of the bed, and that before a reservation. */
export function getBedStatus(bed: MappedBed, now: number): BedStatus {
  if (bed.occupant) return bed.occupant.kind === 'leave' ? 'leave' : 'occupied'
  if (bed.state !== 'ready') return bed.state
  return findReservation(bed, now) ? 'reserved' : 'ready'
}

/** What a map draws as one card, with the doctor of its patient. */
export type MapPlace = { key: string; ward: MappedWard['ward']; attending: StaffLabel | undefined } & (
  | { status: BedStatus; bed: MappedBed }
  | { status: 'waiting' | 'leave'; bed: null; patient: WardPatient }
)

/** The places of all wards in the order of a map: the beds of each, then its patients who have none. */
export function listPlaces(wards: readonly MappedWard[], now: number): MapPlace[] {
  return wards.flatMap(({ ward, beds, without_bed, doctors }): MapPlace[] => {
    const byId = new Map(doctors.map((doctor) => [doctor._id, doctor]))
    const findDoctor = (patient: WardPatient | undefined) => byId.get(patient?.attending_id ?? '')
    return [
      ...beds.map((bed) => ({
        key: bed._id,
        status: getBedStatus(bed, now),
        ward,
        bed,
        attending: findDoctor(bed.occupant),
      })),
      ...without_bed.map((patient) => ({
        key: patient.patient._id,
        status: patient.kind === 'leave' ? ('leave' as const) : ('waiting' as const),
        ward,
        bed: null,
        patient,
        attending: findDoctor(patient),
      })),
    ]
  })
}

/** Whoever is in these places, in the order in which a map draws them. */
export const listPatientIds = (places: readonly MapPlace[]): string[] =>
  places.flatMap((place) => (place.bed ? place.bed.occupant : place.patient)?.patient._id ?? [])

type Chosen = {
  statuses?: readonly PlaceStatus[] | undefined
  features?: readonly (typeof bedFeatures)[number][] | undefined
}

/** A bed must have all of the features; a patient without a bed has none of them. */
export function matches({ status, bed }: MapPlace, { statuses, features }: Chosen): boolean {
  if (statuses && !statuses.includes(status)) return false
  return features?.every((feature) => bed?.features?.includes(feature)) ?? true
}

export function countPlaces(places: readonly MapPlace[]): Record<PlaceStatus, number> {
  const counts = { ready: 0, occupied: 0, leave: 0, reserved: 0, cleaning: 0, blocked: 0, waiting: 0 }
  for (const { status } of places) counts[status] += 1
  return counts
}

/** How many percent of the beds that can be used have a patient; undefined without such a bed. */
export function computeOccupancy(places: readonly MapPlace[]): number | undefined {
  const usable = places.filter(({ bed, status }) => bed && status !== 'blocked')
  const taken = usable.filter(({ bed }) => bed?.occupant)
  return usable.length === 0 ? undefined : Math.round((100 * taken.length) / usable.length)
}

/** The places by ward, in the order in which the wards come. */
export function groupByWard(places: readonly MapPlace[]): { ward: MappedWard['ward']; places: MapPlace[] }[] {
  const groups = new Map<string, { ward: MappedWard['ward']; places: MapPlace[] }>()
  for (const place of places) {
    const group = groups.get(place.ward._id) ?? { ward: place.ward, places: [] }
    groups.set(place.ward._id, group)
    group.places.push(place)
  }
  return [...groups.values()]
}

/** The severity of the most severe open alarm of each patient. */
export function indexWorstAlarms(alarms: readonly Alarm[]): ReadonlyMap<string, AlarmSeverity> {
  const worst = new Map<string, AlarmSeverity>()
  const rank = (severity: AlarmSeverity) => alarmSeverities.indexOf(severity)
  for (const { patient, severity } of alarms) {
    if (!patient) continue
    const known = worst.get(patient._id)
    if (known === undefined || rank(severity) < rank(known)) worst.set(patient._id, severity)
  }
  return worst
}

/** A patient with the bed and the ward where they are. */
export type PlacedPatient = {
  ward: MappedWard['ward']
  bed: Pick<MappedBed, '_id' | 'label'> | null
  patient: WardPatient
}

/** What is asked of a patient on the map: to be moved, with a bed in mind or not, or to swap beds with another. */
export type PatientMove = PlacedPatient &
  ({ act: 'move'; to?: { ward_id: string; bed_id: string } } | { act: 'swap'; withStayId?: string })

export function canBeDragged({ kind }: WardPatient): boolean {
  return kind !== 'leave'
}

/** What happens when a patient is dropped on a bed: a move into a free one, a swap within a ward, or nothing. */
export function planDrop(
  dragged: PlacedPatient,
  { bed, ward }: { bed: MappedBed; ward: MappedWard['ward'] },
  now: number,
): PatientMove | undefined {
  const { occupant } = bed
  if (bed._id === dragged.bed?._id) return undefined
  if (occupant) {
    const canSwap = occupant.kind === 'bed' && dragged.patient.kind === 'bed' && ward._id === dragged.ward._id
    return canSwap ? { ...dragged, act: 'swap', withStayId: occupant.stay_id } : undefined
  }
  const reservation = findReservation(bed, now)
  const isReservedForOther = reservation && reservation.patient._id !== dragged.patient.patient._id
  if (bed.state !== 'ready' || isReservedForOther) return undefined
  return { ...dragged, act: 'move', to: { ward_id: ward._id, bed_id: bed._id } }
}
