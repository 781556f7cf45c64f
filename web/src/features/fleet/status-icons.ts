import {
  IconAmbulance,
  IconCircleCheck,
  IconCircleX,
  IconClipboardCheck,
  IconTool,
  type TablerIcon,
} from '@tabler/icons-react'
import type { VehicleStatus } from 'contract'

export const statusIcons: Record<VehicleStatus, TablerIcon> = {
  READY: IconCircleCheck,
  ON_MISSION: IconAmbulance,
  CHECK_DUE: IconClipboardCheck,
  NOT_READY: IconCircleX,
  OUT_OF_SERVICE: IconTool,
}
