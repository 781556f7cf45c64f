import type { StayAct, StayHistory } from 'contract'
import { useTranslation } from 'react-i18next'
import { StaffName } from '../../clinical/staff/staff-name.tsx'
import { formatTime } from '../../ui/date/dates.ts'
import { Time } from '../../ui/date/time.tsx'
import classes from './admissions.module.css'
import { StayChanges } from './stay-changes.tsx'
import { usePlaceText } from './stay-facts.tsx'

/** Where the patient was, and what was done about the stay, the newest first; corrected places stay readable. */
export function StayLog({ stay }: { stay: StayHistory }) {
  const { t } = useTranslation('admissions')
  const placeText = usePlaceText()
  return (
    <div className={classes.log}>
      <div>
        <h3 className={classes.heading}>{t('places')}</h3>
        <ol className={classes.entries}>
          {stay.places.map((place) => (
            <li key={place._id} data-superseded={place.is_superseded || undefined}>
              <span className={classes.when}>
                <Time at={place.from} /> – {place.to ? <Time at={place.to} /> : t('to-now')}
              </span>
              <span className={classes.what}>{placeText(place)}</span>
              {place.is_superseded && (
                <Superseded act={stay.acts.find(({ _id }) => _id === place.superseded_by)} />
              )}
            </li>
          ))}
        </ol>
      </div>
      <div>
        <h3 className={classes.heading}>{t('history')}</h3>
        <ol className={classes.entries}>
          {stay.acts.map((act) => (
            <li key={act._id}>
              <ActEntry act={act} />
            </li>
          ))}
        </ol>
      </div>
    </div>
  )
}

/** The act that corrected a place, who did it and why. */
function Superseded({ act }: { act: StayAct | undefined }) {
  const { t } = useTranslation('admissions')
  const reason = useReasonText(act)
  if (!act) return null
  return (
    <span className={classes.superseded}>
      {[t(`act.${act.act}`), reason].filter(Boolean).join(': ')}
      {act.note && <> – {act.note}</>} · <StaffName of={act.by} /> · <Time at={act.recorded_at} />
    </span>
  )
}

function ActEntry({ act }: { act: StayAct }) {
  const { t, i18n } = useTranslation('admissions')
  const reason = useReasonText(act)
  const isBackdated = Math.abs(Date.parse(act.recorded_at) - Date.parse(act.at)) >= 60_000
  return (
    <>
      <span className={classes.when}>
        <Time at={act.at} />
      </span>
      <span className={classes.what}>
        {[t(act.is_on_leave ? 'moved-on-leave' : `act.${act.act}`), reason].filter(Boolean).join(': ')}
        {act.note && <> – {act.note}</>}
      </span>
      {act.relative && (
        <span className={classes.handOver}>
          <span>
            <strong>{t('relative')}</strong> {act.relative}
          </span>
        </span>
      )}
      <StayChanges changes={act.changes} />
      {act.hand_over && (
        <span className={classes.handOver}>
          {(['situation', 'background', 'assessment', 'recommendation'] as const).map((part) => {
            const text = act.hand_over?.[part]
            return (
              text && (
                <span key={part}>
                  <strong>{t(part)}</strong> {text}
                </span>
              )
            )
          })}
        </span>
      )}
      <span className={classes.by}>
        <StaffName of={act.by} />
        {act.receiver && (
          <>
            {' → '}
            <StaffName of={act.receiver} />
          </>
        )}
        {isBackdated &&
          ` · ${t('recorded', { time: formatTime(act.recorded_at, i18n.language, 'dd MMM yyyy HH:mm') })}`}
      </span>
    </>
  )
}

/** The reason of a move or a swap is of another list than that of a correction. */
function useReasonText(of: StayAct | undefined): string | null {
  const { t } = useTranslation('admissions')
  if (!of || of.reason === null) return null
  const { act, reason } = of
  if (act === 'moved' || act === 'swapped') return t(`move-reasons.${reason as 'REQUEST'}`)
  return t(`correction-reasons.${reason as 'OTHER'}`)
}
