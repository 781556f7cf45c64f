import { Button } from '@mantine/core'
import { IconDroplet } from '@tabler/icons-react'
import type { FluidTotals } from 'contract'
import { useTranslation } from 'react-i18next'
import { ShiftTotals } from '../../clinical/vitals/fluid-balance.tsx'
import classes from './fluids.module.css'

type FluidCellProps = {
  /** It is that of the present shift. */
  sum: FluidTotals
  who: string
  onAdd: () => void
}

/** What went in and out in this shift, and the button that writes down more. */
export function FluidCell({ sum, who, onAdd }: FluidCellProps) {
  const { t } = useTranslation('fluids')
  return (
    <div className={classes.cell}>
      <Button
        variant="default"
        size="compact-sm"
        leftSection={<IconDroplet size={14} aria-hidden />}
        aria-label={t('add-for', { who })}
        onClick={onAdd}
      >
        {t('short')}
      </Button>
      <ShiftTotals sum={sum} />
    </div>
  )
}
