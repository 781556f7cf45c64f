import { Button, Text } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { holds, isNeeded, listRows, type RowsField } from 'contract'
import { useTranslation } from 'react-i18next'
import { v7 as newId } from 'uuid'
import { ProblemText } from '../../ui/form/schema-form.tsx'
import { FormField } from './form-field.tsx'
import classes from './forms.module.css'
import { useFieldTexts } from './use-form-texts.ts'
import { useRecord, useRecordStore } from './use-record.ts'

/** Answers that repeat. A row that is struck out stays in the record and is shown no more. */
export function RowsInput({ name, field }: { name: string; field: RowsField }) {
  const { t } = useTranslation('forms')
  const store = useRecordStore()
  const { label } = useFieldTexts(name)
  const isShown = useRecord((one) => holds(field.shown, one.getAnswers()))
  const isRequired = useRecord((one) => isNeeded(field, one.getAnswers()))
  const problem = useRecord((one) => one.getProblem(name))
  // A text, so that a key in a row does not redraw the others.
  const ids = useRecord((one) =>
    listRows(one.getAnswers(), name)
      .map(([id]) => id)
      .join(' '),
  )
  if (!isShown) return null
  const rows = ids === '' ? [] : ids.split(' ')
  return (
    <fieldset className={classes.rows} data-answer={name}>
      <legend>
        {label}
        {isRequired && <span aria-hidden> *</span>}
      </legend>
      {rows.map((id, i) => (
        <fieldset key={id} className={classes.row} aria-label={t('row', { field: label, number: i + 1 })}>
          {Object.keys(field.fields).map((inner) => (
            <FormField key={inner} path={`${name}/${id}/${inner}`} />
          ))}
          <Button variant="default" size="md" onClick={() => store.say(`${name}/${id}`, false)}>
            {t('strike-row', { number: i + 1 })}
          </Button>
        </fieldset>
      ))}
      {problem && (
        <Text role="alert" size="sm" c="var(--mantine-color-error)">
          <ProblemText message={problem} />
        </Text>
      )}
      {rows.length < field.most && (
        <Button
          variant="default"
          size="md"
          leftSection={<IconPlus size={18} aria-hidden />}
          onClick={() => store.say(`${name}/${newId()}`, true)}
        >
          {t('add-row', { field: label })}
        </Button>
      )}
    </fieldset>
  )
}
