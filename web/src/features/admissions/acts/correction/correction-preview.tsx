import type { StayHistory, StayPlace } from 'contract'
import { useTranslation } from 'react-i18next'
import { useWards } from '../../../../clinical/use-wards.ts'
import { Time } from '../../../../ui/date/time.tsx'
import classes from '../../admissions.module.css'
import { useWardBeds } from '../../queries.ts'
import { usePlaceText } from '../../stay-facts.tsx'
import {
  type CorrectionValues,
  isUnchanged,
  listKeptPlaces,
  type PlaceRow,
  readTypedInstant,
} from './correction.ts'

type CorrectionPreviewProps = { before: StayHistory; after: CorrectionValues }

/** What was noted beside what it becomes; what is wrong is struck out, and what replaces it is highlighted. */
export function CorrectionPreview({ before, after: { places, discharged } }: CorrectionPreviewProps) {
  const { t } = useTranslation('admissions')
  const placeText = usePlaceText()
  const kept = listKeptPlaces(before)
  const dischargedAt = discharged && readTypedInstant(discharged)
  const hasNewDischarge = dischargedAt !== before.discharged_at
  return (
    <div className={classes.log}>
      <div>
        <h3 className={classes.heading}>{t('correct-was')}</h3>
        <ol className={classes.entries}>
          {kept.map((place) => (
            <li
              key={place._id}
              data-superseded={places.some((row) => isUnchanged(row, place)) ? undefined : true}
            >
              <span className={classes.when}>
                <Time at={place.from} />
              </span>
              <span className={classes.what}>{placeText(place)}</span>
            </li>
          ))}
          {before.discharged_at && (
            <li data-superseded={hasNewDischarge || undefined}>
              <span className={classes.when}>
                <Time at={before.discharged_at} />
              </span>
              <span className={classes.what}>{t('act.discharged')}</span>
            </li>
          )}
        </ol>
      </div>
      <div>
        <h3 className={classes.heading}>{t('correct-will-be')}</h3>
        <ol className={classes.entries}>
          {places.map((row) => (
            <NewPlace
              key={row.key}
              row={row}
              known={before.places}
              isNew={!kept.some((place) => isUnchanged(row, place))}
            />
          ))}
          {dischargedAt !== null && (
            <li data-new={hasNewDischarge || undefined}>
              <TypedTime at={dischargedAt} />
              <span className={classes.what}>{t('act.discharged')}</span>
            </li>
          )}
        </ol>
      </div>
    </div>
  )
}

function TypedTime({ at }: { at: string }) {
  return <span className={classes.when}>{at === '' ? '–' : <Time at={at} />}</span>
}

type NewPlaceProps = { row: PlaceRow; known: readonly StayPlace[]; isNew: boolean }

function NewPlace({ row, known, isNew }: NewPlaceProps) {
  const placeText = usePlaceText()
  const { kind, ward_id, bed_id, due_back } = row
  const ward = [...useWards(), ...known.map((place) => place.ward)].find(({ _id }) => _id === ward_id)
  const beds = [...useWardBeds(ward_id), ...known.flatMap((place) => place.bed ?? [])]
  const bed = kind === 'waiting' ? undefined : beds.find(({ _id }) => _id === bed_id)
  return (
    <li data-new={isNew || undefined}>
      <TypedTime at={readTypedInstant(row.from)} />
      <span className={classes.what}>
        {ward &&
          placeText({
            kind,
            ward,
            bed: bed ?? null,
            due_back_at: kind === 'leave' ? readTypedInstant(due_back) || null : null,
          })}
      </span>
    </li>
  )
}
