import { type Row, toConfirmationPath } from 'contract'
import { useTranslation } from 'react-i18next'
import classes from './form-printout.module.css'

/** Stands behind an unusual number that was confirmed: a column has no room for words. */
export const confirmedAsterisk = '*'

/** Whether somebody has said that the number of a row is right. */
export const isNumberConfirmed = (row: Row | undefined, name: string): boolean =>
  row?.[name] !== undefined && row[toConfirmationPath(name)] === row[name]

type ConfirmedFootnoteProps = { rows: readonly (Row | undefined)[]; names: readonly string[] }

/** Explains the asterisk below rows in which it stands. */
export function ConfirmedFootnote({ rows, names }: ConfirmedFootnoteProps) {
  const { t } = useTranslation('forms')
  if (!rows.some((row) => names.some((name) => isNumberConfirmed(row, name)))) return null
  return (
    <p className={classes.note}>
      {confirmedAsterisk} {t('confirmed')}
    </p>
  )
}
