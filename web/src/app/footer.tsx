import { useTranslation } from 'react-i18next'
import { Clock } from '../ui/date/clock.tsx'
import classes from './footer.module.css'

export function Footer({ isBlue = false }: { isBlue?: boolean }) {
  const { t } = useTranslation()
  return (
    <footer className={classes.footer} data-blue={isBlue || undefined}>
      <bdi>
        {t('copyright')} · {t('version')}
      </bdi>
      <Clock />
    </footer>
  )
}
