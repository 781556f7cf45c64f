import { useTranslation } from 'react-i18next'
import classes from './merged-badge.module.css'

/** Says of a record in a list that another one of the same person is used instead; nothing if none is. */
export function MergedBadge({ hn }: { hn: string | undefined }) {
  const { t } = useTranslation('patients')
  return hn === undefined ? null : <span className={classes.badge}>{t('merged-into', { hn })}</span>
}
