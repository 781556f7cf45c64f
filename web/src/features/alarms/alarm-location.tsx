import { Anchor } from '@mantine/core'
import { IconMapPin } from '@tabler/icons-react'
import { type Alarm, isRuleInFamily } from 'contract'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { type PositionText, usePositionText } from '../../clinical/use-position-text.ts'
import { formatAlarmOnMapPath } from '../../paths.ts'
import { InlineFacts } from '../../ui/inline-facts.tsx'
import { useLocalizedName } from '../../ui/use-localized-name.ts'
import classes from './alarms.module.css'

/** The position of a fall or a call for help in words. Undefined for any other alarm. */
export function useAlarmPlace({ lat, lang, rule }: Alarm): PositionText | undefined {
  const { t } = useTranslation('alarms')
  const isEmergency = isRuleInFamily('emergency', rule)
  const place = usePositionText(isEmergency && lat !== null && lang !== null ? { lat, lang } : undefined)
  return isEmergency ? (place ?? { facts: [t('place.unknown')], isOutside: false }) : undefined
}

/** Where the patient of an alarm is: where their visit is, and in which bed of which ward. */
export function usePatientPlaceFacts({ patient, visit }: Pick<Alarm, 'patient' | 'visit'>) {
  const { t } = useTranslation('alarms')
  const localName = useLocalizedName()
  const ward = patient?.ward && localName(patient.ward)
  const bed = patient?.bed && t('bed', { bed: patient.bed })
  return visit
    ? [visit.kind, visit.zone && localName(visit.zone), visit.bay, ward && t('admitted-to', { ward }), bed]
    : [ward, bed]
}

/** Where a person finds the way to a position. */
export function formatRouteUrl({ lat, lang }: { lat: number; lang: number }): string {
  return `https://www.google.com/maps/dir/?api=1&destination=${lat},${lang}`
}

type AlarmPlaceProps = {
  alarm: Alarm
  /** Set where the map is shown already, to leave out the link to it. */
  isOnMap?: boolean
}

/** The position of a fall or a call for help in words, with the map and directions. Nothing for any other alarm. */
export function AlarmLocation({ alarm, isOnMap = false }: AlarmPlaceProps) {
  const { t } = useTranslation('alarms')
  const { lat, lang } = alarm
  const place = useAlarmPlace(alarm)
  const patientPlace = usePatientPlaceFacts(alarm)
  if (!place) return null
  const facts = place.isOutside ? place.facts : [...place.facts, ...patientPlace]
  if (lat === null || lang === null)
    return (
      <p className={classes.where}>
        <IconMapPin size={18} aria-hidden />
        <InlineFacts of={facts} />
      </p>
    )
  return (
    <div className={classes.where}>
      <IconMapPin size={18} aria-hidden />
      <span>
        <strong>
          <InlineFacts of={facts} />
        </strong>{' '}
        <span dir="ltr" className={classes.small}>
          {lat.toFixed(5)}, {lang.toFixed(5)}
        </span>
      </span>
      <span className={classes.ways}>
        {!isOnMap && (
          <Anchor component={Link} to={formatAlarmOnMapPath(alarm._id)}>
            {t('place.map')}
          </Anchor>
        )}
        <Anchor href={formatRouteUrl({ lat, lang })} target="_blank" rel="noreferrer">
          {t('place.route')}
        </Anchor>
      </span>
    </div>
  )
}
