import { sumByDay, sumByShift } from 'contract'
import { useTranslation } from 'react-i18next'
import { Balance } from '../../clinical/vitals/fluid-balance.tsx'
import { formatDate, formatTime } from '../../ui/date/dates.ts'
import classes from './fluids.module.css'
import { type FluidsOfSpan, intakeKinds, listValid, outputKinds } from './queries.ts'

type FluidSumsProps = { fluids: FluidsOfSpan; isPrinted?: boolean }

/**
 * What went in and out by shift, and by day from midnight to midnight: the newest first, on paper as the Thai chart is
 * read, each day's shifts and then its sum. Sums are calculated, and say so by their sign.
 */
export function FluidSums({ fluids: { inSpan, inShifts, hours }, isPrinted = false }: FluidSumsProps) {
  const { t, i18n } = useTranslation('fluids')
  const valid = listValid(inShifts)
  const kinds = [...intakeKinds, ...outputKinds].filter((kind) => valid.some((one) => one.kind === kind))
  const shifts = sumByShift(valid, hours)
  const clock = (at: string) => formatTime(at, i18n.language, 'HH:mm')
  const rows = [
    ...shifts.map(({ shift, sum }) => ({
      key: shift.from,
      isDay: false,
      name: `${formatDate(shift.day, i18n.language)} ${t(`shift.${shift.name}`)} ${clock(shift.from)}–${clock(shift.to)}`,
      sum,
      order: `${shift.day}T${clock(shift.from)}`,
    })),
    ...sumByDay(listValid(inSpan)).map(({ day, sum }) => ({
      key: day,
      isDay: true,
      name: t('day', { day: formatDate(day, i18n.language) }),
      sum,
      order: `${day}T24`,
    })),
  ].toSorted((one, other) => (one.order < other.order === isPrinted ? -1 : 1))
  if (rows.length === 0) return <p className={classes.none}>{t('nothing')}</p>
  return (
    <table className={classes.sums} data-printed={isPrinted || undefined}>
      <thead>
        <tr>
          <th scope="col">{t('column.when')}</th>
          {kinds.map((kind) => (
            <th key={kind} scope="col">
              {t(`kind.${kind}`)}
            </th>
          ))}
          <th scope="col">{t('in')}</th>
          <th scope="col">{t('out')}</th>
          <th scope="col">
            {t('balance')} <small>{t('ml')}</small>
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, isDay, name, sum }) => (
          <tr key={key} data-day={isDay || undefined}>
            <th scope="row">{name}</th>
            {kinds.map((kind) => (
              <td key={kind}>
                {sum.byKind[kind] === undefined ? '–' : `= ${sum.byKind[kind].toLocaleString(i18n.language)}`}
              </td>
            ))}
            <td>= {sum.into.toLocaleString(i18n.language)}</td>
            <td>= {sum.out.toLocaleString(i18n.language)}</td>
            <td>
              <Balance sum={sum} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
