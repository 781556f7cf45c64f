import { useTranslation } from 'react-i18next'
import { useUser } from '../../session/signed-in.tsx'
import { formatTime } from '../../ui/date/dates.ts'
import { useNow } from '../../ui/date/use-now.ts'
import { formatStaffName } from '../../ui/person-name.ts'
import { useLocalizedName } from '../../ui/use-localized-name.ts'
import { HospitalLogo } from '../hospital-logo.tsx'
import classes from './paper-head.module.css'

const minuteMs = 60_000

/** Whose sheet it is, who printed it and when. */
export function PaperHead() {
  const { t, i18n } = useTranslation()
  const localName = useLocalizedName()
  const user = useUser()
  const now = useNow(minuteMs)
  const time = formatTime(new Date(now), i18n.language, 'dd MMM yyyy HH:mm')
  return (
    <div className={classes.head}>
      <HospitalLogo hospital={user.hospital} size="large" className={classes.logo} />
      <div>
        <strong className={classes.name}>{localName(user.hospital)}</strong>
        <span>{t('printed', { person: formatStaffName(user), time })}</span>
      </div>
    </div>
  )
}
