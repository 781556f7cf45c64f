import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useUser } from '../../session/signed-in.tsx'
import { formatTime } from '../../ui/date/dates.ts'
import { useNow } from '../../ui/date/use-now.ts'
import { formatStaffName } from '../../ui/person-name.ts'
import { useLocalizedName } from '../../ui/use-localized-name.ts'
import { HospitalLogo } from '../hospital/hospital-logo.tsx'
import classes from './printout-head.module.css'

const minuteMs = 60_000

type PrintoutHeadProps = {
  title?: string
  /** What is on the sheet: the span of time, what it is limited by. */
  about?: ReactNode
}

/** Names the hospital, who printed the sheet and when; a sheet that is not a printed screen has a title. */
export function PrintoutHead({ title, about }: PrintoutHeadProps) {
  const { t, i18n } = useTranslation()
  const localName = useLocalizedName()
  const user = useUser()
  const now = useNow(minuteMs)
  const time = formatTime(new Date(now), i18n.language, 'dd MMM yyyy HH:mm')
  return (
    <>
      <div className={classes.head}>
        <HospitalLogo hospital={user.hospital} size="large" className={classes.logo} />
        <div>
          <strong className={classes.name}>{localName(user.hospital)}</strong>
          <span>{t('printed', { person: formatStaffName(user), time })}</span>
        </div>
      </div>
      {title && <h1 className={classes.title}>{title}</h1>}
      {about && <p className={classes.about}>{about}</p>}
    </>
  )
}
