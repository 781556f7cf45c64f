import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './fact.module.css'

/** A label over its value; goes inside a `<dl>`. Without a value it says that there is none. */
export function Fact({ label, unit, children }: { label: string; unit?: string; children: ReactNode }) {
  const { t } = useTranslation('ui')
  const isGiven = children !== null && children !== undefined && children !== ''
  return (
    <div>
      <dt className={classes.label}>{label}</dt>
      <dd className={classes.value} data-missing={!isGiven || undefined}>
        {isGiven ? children : t('not-given')}
        {isGiven && unit && <span className={classes.unit}> {unit}</span>}
      </dd>
    </div>
  )
}
