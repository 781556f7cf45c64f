import { useTranslation } from 'react-i18next'
import { HospitalLogo } from '../clinical/hospital-logo.tsx'
import { useUser } from '../session/signed-in.tsx'
import { formatTime } from '../ui/date/dates.ts'
import { useNow } from '../ui/date/use-now.ts'
import { staffName } from '../ui/person-name.ts'
import { useLocalizedName } from '../ui/use-localized-name.ts'
import classes from './print-head.module.css'

const minuteMs = 60_000

/** Only in print: whose sheet it is, who printed it and when. */
export function PrintHead() {
  const { t, i18n } = useTranslation()
  const localName = useLocalizedName()
  const user = useUser()
  const now = useNow(minuteMs)
  const time = formatTime(new Date(now), i18n.language, 'dd MMM yyyy hh:mm a')
  return (
    <div className={classes.head} aria-hidden>
      <HospitalLogo hospital={user.hospital} size="large" className={classes.logo} />
      <strong className={classes.name}>{localName(user.hospital)}</strong>
      <span>{t('printed', { person: staffName(user), time })}</span>
    </div>
  )
}
