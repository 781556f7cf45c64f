import { VisuallyHidden } from '@mantine/core'
import { IconArrowRight } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { EntryText, FieldValue } from '../facts/field-value.tsx'
import { compareLists } from '../rules.ts'
import classes from './changed-value.module.css'

/** From → to. Of a list only the changed entries are shown. */
export function ChangedValue({ field, from, to }: { field: string; from: unknown; to: unknown }) {
  const { t } = useTranslation('patient-record')
  if (!Array.isArray(from) && !Array.isArray(to))
    return (
      <BeforeAfter
        from={<FieldValue field={field} value={from} />}
        to={<FieldValue field={field} value={to} />}
      />
    )
  const { added, removed, changed } = compareLists(toList(from), toList(to))
  const text = (entry: unknown) => <EntryText field={field} entry={entry} />
  return (
    <ul className={classes.list}>
      {added.map((entry) => (
        <li key={JSON.stringify(entry)}>
          <span className={classes.added}>+ {t('added')}</span> {text(entry)}
        </li>
      ))}
      {changed.map(({ from: before, to: after }) => (
        <li key={JSON.stringify(after)}>
          <BeforeAfter from={text(before)} to={text(after)} />
        </li>
      ))}
      {removed.map((entry) => (
        <li key={JSON.stringify(entry)}>
          <span className={classes.removed}>− {t('removed')}</span>{' '}
          <span className={classes.old}>{text(entry)}</span>
        </li>
      ))}
    </ul>
  )
}

function BeforeAfter({ from, to }: { from: ReactNode; to: ReactNode }) {
  const { t } = useTranslation('patient-record')
  return (
    <span className={classes.step}>
      <span className={classes.old}>{from}</span>
      <IconArrowRight size={14} className={classes.arrow} aria-hidden />
      <VisuallyHidden>{t('became')}</VisuallyHidden>
      <span>{to}</span>
    </span>
  )
}

function toList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}
