import { VisuallyHidden } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import classes from './empty-value.module.css'

/** The sign for a value that nobody has recorded, with a word for screen readers. */
export function EmptyValue() {
  const { t } = useTranslation('ui')
  return (
    <span className={classes.empty}>
      <span aria-hidden>—</span>
      <VisuallyHidden>{t('not-recorded')}</VisuallyHidden>
    </span>
  )
}
