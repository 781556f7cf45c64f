import { Button } from '@mantine/core'
import { flushSync } from 'react-dom'
import classes from '../forms.module.css'
import { findSection } from '../record-sections.tsx'
import type { RecordStore } from '../record-store.ts'
import { useFormTexts } from '../use-form-texts.ts'
import { useRecordStore } from '../use-record.ts'

type OpenSection = (section: string) => void

/** Shows the section of a field, and goes to it. */
export function openField(store: RecordStore, path: string, onOpen: OpenSection): void {
  const section = findSection(store.form, path)
  if (!section) return
  flushSync(() => onOpen(section))
  document.querySelector<HTMLElement>(`[data-answer="${path}"] :is(input, textarea, button, select)`)?.focus()
}

type ProblemsProps = { fields: readonly { field: string }[]; onOpen: OpenSection }

/** The fields that keep a record from being complete, each a way to it. */
export function Problems({ fields, onOpen }: ProblemsProps) {
  const store = useRecordStore()
  const { formatField } = useFormTexts(store.getRecord().form)
  return (
    <div className={classes.problems}>
      {fields.map(({ field }) => (
        <Button key={field} variant="default" size="md" onClick={() => openField(store, field, onOpen)}>
          {formatField(field.split('/').at(-1) ?? field)}
        </Button>
      ))}
    </div>
  )
}
