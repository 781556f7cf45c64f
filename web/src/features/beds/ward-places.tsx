import type { AlarmSeverity, AlarmTimes, MappedBed, MappedWard, WardPatient } from 'contract'
import { useTranslation } from 'react-i18next'
import { useLocalizedName } from '../../ui/use-localized-name.ts'
import type { BedAct } from './bed-act-dialog.tsx'
import { BedCard, PatientCard } from './bed-card.tsx'
import classes from './beds.module.css'
import {
  canBeDragged,
  computeOccupancy,
  countPlaces,
  endsSoon,
  findReservation,
  groupByWard,
  type MapPlace,
  type PatientMove,
  placeStatuses,
  planDrop,
} from './rules.ts'
import { useDrag } from './use-drag.ts'

type WardPlacesProps = {
  places: readonly MapPlace[]
  /** Also those that a filter hides: they count. */
  all: readonly MapPlace[]
  alarms: ReadonlyMap<string, AlarmSeverity>
  times: AlarmTimes
  now: number
  /** On a screen in public view names are short, and nothing can be done. */
  isPublic: boolean
  onAct: (act: BedAct) => void
  onMove: ((move: PatientMove) => void) | undefined
}

/** The places of each ward under its name: its beds, and below them its patients without one. */
export function WardPlaces({ places, all, ...shared }: WardPlacesProps) {
  const drag = useDrag()
  const ofWard = new Map(groupByWard(all).map((group) => [group.ward._id, group.places]))
  return groupByWard(places).map(({ ward, places: shown }) => (
    <Ward
      key={ward._id}
      ward={ward}
      shown={shown}
      all={ofWard.get(ward._id) ?? shown}
      drag={shared.isPublic ? undefined : drag}
      {...shared}
    />
  ))
}

type WardProps = Omit<WardPlacesProps, 'places'> & {
  ward: MappedWard['ward']
  shown: readonly MapPlace[]
  drag: ReturnType<typeof useDrag> | undefined
}

function Ward({ ward, shown, all, drag, ...shared }: WardProps) {
  const { now, onMove } = shared
  const { t } = useTranslation('beds')
  const localName = useLocalizedName()
  const name = localName(ward)
  const makeDraggable = (bed: MappedBed | null, patient: WardPatient | undefined) =>
    drag && onMove && patient && canBeDragged(patient) && drag.makeDraggable({ ward, bed, patient })
  const makeTarget = (bed: MappedBed) => {
    const move = drag?.dragged && planDrop(drag.dragged, { bed, ward }, now)
    return move && drag?.makeTarget(() => onMove?.(move))
  }
  const withoutBed = shown.filter(({ bed }) => !bed)
  return (
    <section className={classes.ward} aria-label={name}>
      <div className={classes.wardHead}>
        <h2 className={classes.wardName}>{name}</h2>
        <PlaceCounts places={all} />
      </div>
      <ul className={classes.beds} aria-label={t('beds-of', { ward: name })}>
        {shown.map((place) =>
          place.bed ? (
            <li key={place.key} {...makeDraggable(place.bed, place.bed.occupant)} {...makeTarget(place.bed)}>
              <PlaceCard place={place} {...shared} />
            </li>
          ) : null,
        )}
      </ul>
      {withoutBed.length > 0 && (
        <>
          <h3 className={classes.without}>{t('without-bed')}</h3>
          <ul className={classes.beds} aria-label={t('without-bed')}>
            {withoutBed.map((place) =>
              place.bed ? null : (
                <li key={place.key} {...makeDraggable(null, place.patient)}>
                  <PlaceCard place={place} {...shared} />
                </li>
              ),
            )}
          </ul>
        </>
      )}
    </section>
  )
}

type PlaceCardProps = Omit<WardPlacesProps, 'places' | 'all'> & { place: MapPlace }

/** A bed, or a patient who has none. */
export function PlaceCard({ place, alarms, now, onAct, ...shared }: PlaceCardProps) {
  const { bed, ward, status, attending } = place
  const findAlarm = (of: WardPatient | undefined) => of && alarms.get(of.patient._id)
  if (!bed) {
    const { patient } = place
    return <PatientCard {...shared} {...{ ward, status, attending, patient }} alarm={findAlarm(patient)} />
  }
  const reservation = findReservation(bed, now)
  return (
    <BedCard
      {...shared}
      {...{ bed, ward, status, attending, reservation, onAct }}
      isEnding={reservation !== undefined && endsSoon(reservation, now)}
      alarm={findAlarm(bed.occupant)}
    />
  )
}

/** How many places there are of each kind, and how full the beds are. */
export function PlaceCounts({ places }: { places: readonly MapPlace[] }) {
  const { t } = useTranslation('beds')
  const counts = countPlaces(places)
  const occupancy = computeOccupancy(places)
  return (
    <p className={classes.counts}>
      {placeStatuses
        .filter((status) => counts[status] > 0)
        .map((status) => (
          <span key={status}>
            {t(`status.${status}`)} <b>{counts[status]}</b>
          </span>
        ))}
      {occupancy !== undefined && (
        <span>
          {t('occupancy')} <b>{occupancy}%</b>
        </span>
      )}
    </p>
  )
}
