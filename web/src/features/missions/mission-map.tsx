import type { Mission } from 'contract'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { HospitalMap, useHospitalSite } from '../../clinical/hospital/hospital-map.tsx'
import { formatTimeAgo } from '../../ui/date/dates.ts'
import { useNow } from '../../ui/date/use-now.ts'
import { SectionTitle } from '../../ui/section.tsx'
import classes from './missions.module.css'

/** The vehicles that are out, each where it was last known to be, with the age of that. */
export function MissionMap({ missions }: { missions: readonly Mission[] }) {
  const { t, i18n } = useTranslation(['missions', 'ui'])
  const now = useNow()
  const site = useHospitalSite()
  const points = useMemo(
    () =>
      missions.flatMap(({ _id, vehicle, position }) =>
        vehicle && position
          ? [
              {
                id: _id,
                lat: position.lat,
                lng: position.lang,
                label: `${vehicle.call_sign}, ${formatTimeAgo(position.at, new Date(now), i18n.language) ?? t('ui:just-now')}`,
              },
            ]
          : [],
      ),
    [missions, now, i18n.language, t],
  )
  if (points.length === 0) return null
  return (
    <section aria-label={t('map')} className={classes.map}>
      <SectionTitle my="xs">{t('map')}</SectionTitle>
      <HospitalMap label={t('map')} points={points} site={site} height={360} />
    </section>
  )
}
