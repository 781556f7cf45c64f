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

function Ward({ ward, shown, all, alarms, times, now, isPublic, drag, onAct, onMove }: WardProps) {
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
        {shown.map(({ key, status, bed, attending }) => {
          if (!bed) return null
          const reservation = findReservation(bed, now)
          return (
            <li key={key} {...makeDraggable(bed, bed.occupant)} {...makeTarget(bed)}>
              <BedCard
                bed={bed}
                ward={ward}
                status={status}
                attending={attending}
                reservation={reservation}
                isEnding={reservation !== undefined && endsSoon(reservation, now)}
                alarm={bed.occupant ? alarms.get(bed.occupant.patient._id) : undefined}
                times={times}
                isPublic={isPublic}
                onAct={onAct}
                onMove={onMove}
              />
            </li>
          )
        })}
      </ul>
      {withoutBed.length > 0 && (
        <>
          <h3 className={classes.without}>{t('without-bed')}</h3>
          <ul className={classes.beds} aria-label={t('without-bed')}>
            {withoutBed.map((place) =>
              place.bed ? null : (
                <li key={place.key} {...makeDraggable(null, place.patient)}>
                  <PatientCard
                    ward={ward}
                    onMove={onMove}
                    patient={place.patient}
                    status={place.status}
                    attending={place.attending}
                    alarm={alarms.get(place.patient.patient._id)}
                    times={times}
                    isPublic={isPublic}
                  />
                </li>
              ),
            )}
          </ul>
        </>
      )}
    </section>
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
