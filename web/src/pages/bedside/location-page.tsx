import { AlarmOnMap, useAlarmPoint } from '../../features/alarms/alarm-on-map.tsx'
import { LocationScreen } from '../../features/location/location-screen.tsx'
import { id, optional, queryCodec } from '../../ui/list/query-codec.ts'
import { useUrlState } from '../../ui/use-url-state.ts'

/** The URL holds the ward and the alarm, but not the search text, which may be a name. */
const locationQuery = queryCodec({ ward: optional('ward', id), alarm: optional('alarm', id) })

export function LocationPage() {
  const { state, change } = useUrlState(locationQuery)
  const { ward, alarm } = state
  return (
    <LocationScreen
      ward={ward}
      onWard={(chosen) => change({ ward: chosen })}
      mark={useAlarmPoint(alarm)}
      note={alarm && <AlarmOnMap id={alarm} onClose={() => change({ alarm: undefined })} />}
    />
  )
}
