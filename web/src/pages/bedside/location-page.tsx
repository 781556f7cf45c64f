import { useState } from 'react'
import { AlarmOnMap, useAlarmPoint } from '../../features/alarms/alarm-on-map.tsx'
import { HomesScreen } from '../../features/location/homes-screen.tsx'
import { LocationScreen } from '../../features/location/location-screen.tsx'
import { shownPlaces } from '../../features/location/location-tools.tsx'
import { choice, id, optional, queryCodec } from '../../ui/list/query-codec.ts'
import { useUrlState } from '../../ui/use-url-state.ts'

/** The URL holds the ward and the alarm, but not the search text, which may be a name. */
const locationQuery = queryCodec({
  shown: choice('show', shownPlaces),
  ward: optional('ward', id),
  alarm: optional('alarm', id),
})

export function LocationPage() {
  const { state, change } = useUrlState(locationQuery)
  const { shown, ward, alarm } = state
  const [sought, setSought] = useState('')
  const focus = useAlarmPoint(alarm)
  const tools = {
    shown,
    ward,
    sought,
    onShown: (chosen: typeof shown) => change({ shown: chosen }),
    onWard: (chosen: typeof ward) => change({ ward: chosen }),
    onSought: setSought,
  }
  if (shown === 'homes') return <HomesScreen {...tools} />
  return (
    <LocationScreen
      {...tools}
      focus={focus}
      note={alarm && <AlarmOnMap id={alarm} onClose={() => change({ alarm: undefined })} />}
    />
  )
}
