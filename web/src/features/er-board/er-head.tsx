import { type ErRow, type TriageSettings, triageLevels } from 'contract'
import { useTranslation } from 'react-i18next'
import { TriageBadge } from '../../clinical/triage-badge.tsx'
import { useLocalizedName } from '../../ui/use-localized-name.ts'
import classes from './er-board.module.css'
import { summarize } from './rules.ts'

/** How full the emergency room is, and for how long people wait. */
export function ErHead({
  rows,
  now,
  ...settings
}: { rows: readonly ErRow[]; now: number } & Pick<TriageSettings, 'minutes' | 'zones' | 'places'>) {
  const { t } = useTranslation('er-board')
  const localName = useLocalizedName()
  const { byLevel, longestMinutes, overdue, boarders, zones } = summarize(rows, settings, now)
  const waiting = byLevel.get(undefined)?.length ?? 0
  return (
    <dl className={classes.head}>
      <div>
        <dt>{t('head.levels')}</dt>
        <dd className={classes.levels}>
          {waiting > 0 && (
            <span>
              {t('section.waiting')} <b>{waiting}</b>
            </span>
          )}
          {triageLevels.map((level) => (
            <span key={level}>
              <TriageBadge level={level} /> <b>{byLevel.get(level)?.length ?? 0}</b>
            </span>
          ))}
        </dd>
      </div>
      <div>
        <dt>{t('head.longest')}</dt>
        <dd>
          <b>
            {longestMinutes === undefined ? t('head.nobody') : t('head.minutes', { count: longestMinutes })}
          </b>
        </dd>
      </div>
      <div>
        <dt>{t('head.overdue')}</dt>
        <dd>
          <b>{overdue}</b>
        </dd>
      </div>
      <div>
        <dt>{t('head.boarders')}</dt>
        <dd>
          <b>{boarders}</b>
        </dd>
      </div>
      {zones.length > 0 && (
        <div>
          <dt>{t('head.occupancy')}</dt>
          <dd className={classes.zones}>
            {zones.map(({ zone, count, places }) => (
              <span key={zone.code}>
                {localName(zone)} <b>{places === null ? count : `${count}/${places}`}</b>
                {places !== null && count > places && <strong> {t('head.over')}</strong>}
              </span>
            ))}
          </dd>
        </div>
      )}
    </dl>
  )
}
