import { VisuallyHidden } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import classes from './empty-value.module.css'

/** The sign for what nobody has recorded, with its word for those who do not see it. */
export function EmptyValue() {
  const { t } = useTranslation('ui')
  return (
    <span className={classes.nothing}>
      <span aria-hidden>—</span>
      <VisuallyHidden>{t('not-recorded')}</VisuallyHidden>
    </span>
  )
}
