import type { RoundRow } from 'contract'
import { useTranslation } from 'react-i18next'
import { formatStartTime } from '../../ui/date/dates.ts'
import { useDerivedNow } from '../../ui/date/use-now.ts'
import classes from './stay-place-text.module.css'

/** Says that the patient waits for a bed, or is on leave and until when. Nothing of a patient in bed. */
export function StayPlaceText({ stay: { kind, due_back_at } }: { stay: NonNullable<RoundRow['stay']> }) {
  const { t, i18n } = useTranslation(['admissions', 'beds'])
  const isLate = useDerivedNow((now) => due_back_at !== null && Date.parse(due_back_at) < now)
  const time = useDerivedNow((now) =>
    due_back_at ? formatStartTime(new Date(due_back_at), new Date(now), i18n.language) : undefined,
  )
  if (kind === 'bed') return null
  return (
    <span className={classes.place} data-late={isLate || undefined}>
      {[t(`csv.place-kind.${kind}`), time && t(isLate ? 'beds:back-late' : 'beds:back', { time })]
        .filter(Boolean)
        .join(' · ')}
    </span>
  )
}
