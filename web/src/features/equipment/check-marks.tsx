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

/** How an item stands. */
export function StatusMark({ status }: { status: EquipmentStatus }) {
  const { t } = useTranslation('equipment')
  const Icon = statusIcons[status]
  return (
    <span className={classes.mark} data-fault={status !== 'READY' || undefined}>
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

/** What a check came to. */
export function ResultMark({ result }: { result: CheckResult }) {
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
