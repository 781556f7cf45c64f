import { Badge } from '@mantine/core'
import {
  IconAlertTriangle,
  IconCalendarX,
  IconCircleCheck,
  IconCircleX,
  IconMinus,
  IconTool,
  type TablerIcon,
} from '@tabler/icons-react'
import type { CheckResult, EquipmentStatus } from 'contract'
import { useTranslation } from 'react-i18next'
import classes from './equipment.module.css'

const statusIcons: Record<EquipmentStatus, TablerIcon> = {
  READY: IconCircleCheck,
  LOW: IconMinus,
  BROKEN: IconTool,
  EXPIRED: IconCalendarX,
  MISSING: IconCircleX,
}

/** The status of an item. */
export function ItemStatusBadge({ status }: { status: EquipmentStatus }) {
  const { t } = useTranslation('equipment')
  const Icon = statusIcons[status]
  return (
    <span className={classes.itemStatus} data-fault={status !== 'READY' || undefined}>
      <Icon size={16} aria-hidden />
      {t(`status.${status}`)}
    </span>
  )
}

const resultIcons: Record<CheckResult, TablerIcon> = {
  READY: IconCircleCheck,
  READY_WITH_FAULTS: IconAlertTriangle,
  NOT_READY: IconCircleX,
}

/** The result of a check. */
export function CheckResultBadge({ result }: { result: CheckResult }) {
  const { t } = useTranslation('equipment')
  const Icon = resultIcons[result]
  return (
    <Badge
      variant="default"
      size="lg"
      className={classes.result}
      data-result={result}
      leftSection={<Icon size={16} aria-hidden />}
    >
      {t(`result.${result}`)}
    </Badge>
  )
}
