import { useSearchParams } from 'react-router'
import { AlarmOnMap, useAlarmPoint } from '../../features/alarms/alarm-on-map.tsx'
import { LocationScreen } from '../../features/location/location-screen.tsx'
import { parseQueryId } from '../../ui/list/query-values.ts'

/** The URL holds the ward and the alarm, but not the search text, which may be a name. */
export function LocationPage() {
  const [query, setQuery] = useSearchParams()
  const alarm = parseQueryId(query, 'alarm')
  const put = (key: 'alarm' | 'ward', value: string | undefined) =>
    setQuery(
      (before) => {
        if (value) before.set(key, value)
        else before.delete(key)
        return before
      },
      { replace: true, preventScrollReset: true },
    )
  return (
    <LocationScreen
      ward={parseQueryId(query, 'ward')}
      onWard={(next) => put('ward', next)}
      mark={useAlarmPoint(alarm)}
      note={alarm && <AlarmOnMap id={alarm} onClose={() => put('alarm', undefined)} />}
    />
  )
}
