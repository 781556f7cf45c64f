import { ActionIcon } from '@mantine/core'
import { IconPencil } from '@tabler/icons-react'
import type { ObservationTimes, RoundRow } from 'contract'
import { useTranslation } from 'react-i18next'
import { DueText } from '../../../clinical/vitals/due-text.tsx'
import { useMay } from '../../../session/signed-in.tsx'
import classes from './round.module.css'

type DueCellProps = { row: RoundRow; times: ObservationTimes; who: string; onOrder: (row: RoundRow) => void }

/** When the vital signs of a patient are due, and a button for whoever may order how often. */
export function DueCell({ row, times, who, onOrder }: DueCellProps) {
  const { t } = useTranslation('rounds')
  const mayOrder = useMay('clinical:update')
  return (
    <div className={classes.due}>
      <DueText row={row} times={times} />
      {mayOrder && (
        <ActionIcon
          variant="subtle"
          color="gray"
          size="lg"
          tabIndex={-1}
          aria-label={t('order.of', { who })}
          title={t('order.title')}
          onClick={() => onOrder(row)}
        >
          <IconPencil size={16} aria-hidden />
        </ActionIcon>
      )}
    </div>
  )
}
