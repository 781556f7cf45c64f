import { Button } from '@mantine/core'
import { IconDroplet } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Balance } from '../../clinical/fluid-balance.tsx'
import classes from './fluids.module.css'

type FluidCellProps = {
  /** In the present shift. */
  sum: { into: number; out: number }
  who: string
  onAdd: () => void
}

/** What went in and out in this shift, and the button that writes down more. */
export function FluidCell({ sum: { into, out }, who, onAdd }: FluidCellProps) {
  const { t, i18n } = useTranslation('fluids')
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
      {(into > 0 || out > 0) && (
        <span>
          +{into.toLocaleString(i18n.language)} −{out.toLocaleString(i18n.language)}{' '}
          <Balance sum={{ balance: into - out }} />
        </span>
      )}
    </div>
  )
}
