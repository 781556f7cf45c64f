import { WardDuties } from '../../features/alarms/settings/ward-duties.tsx'
import { AlarmLimits } from '../../features/thresholds/alarm-limits.tsx'

export function ThresholdsPage() {
  return (
    <AlarmLimits>
      <WardDuties />
    </AlarmLimits>
  )
}
