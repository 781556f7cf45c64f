import { Badge, Button, Text } from '@mantine/core'
import { IconCheck, IconPencil, IconPlus } from '@tabler/icons-react'
import { holds, isMeasuredAhead, isNeeded, listRows, type Row, type RowsField } from 'contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { v7 as newId } from 'uuid'
import { ApprovalNote } from '../../clinical/approval/approval-note.tsx'
import { useNow } from '../../ui/date/use-now.ts'
import { BodyChart } from './body-chart/body-chart.tsx'
import { Calculations } from './calculated.tsx'
import { AnswerProblem } from './fields/use-input-props.tsx'
import { FormField } from './form-field.tsx'
import classes from './forms.module.css'
import { readServerTime } from './offline/outbox.ts'
import { useClockOffset } from './offline/use-clock-offset.ts'
import { RowPhotos } from './photos/row-photos.tsx'
import { useFieldTexts } from './use-form-texts.ts'
import { useRecord, useRecordStore } from './use-record.ts'
import { useRowText } from './use-row-text.ts'

const hasListedDrugs = ({ fields: { drug } }: RowsField): boolean =>
  drug?.kind === 'choice' && drug.options === 'drug'

type RowsInputProps = { name: string; field: RowsField }

/**
 * Answers that repeat; one row is open at a time. A row that is struck out stays in the record and is shown no more.
 */
export function RowsInput({ name, field }: RowsInputProps) {
  const { t } = useTranslation('forms')
  const store = useRecordStore()
  const { label } = useFieldTexts(name)
  const [open, setOpen] = useState<string>()
  const isShown = useRecord((one) => holds(field.shown, one.getAnswers()))
  const isRequired = useRecord((one) => isNeeded(field, one.getAnswers()))
  const problem = useRecord((one) => one.getProblem(name))
  // A text, so that a keystroke in a row does not redraw the others.
  const ids = useRecord((one) =>
    listRows(one.getAnswers(), name)
      .map(([id]) => id)
      .join(' '),
  )
  if (!isShown) return null
  const rows = ids === '' ? [] : ids.split(' ')
  const add = async () => {
    const id = newId()
    const now = (await readServerTime()).toISOString()
    store.say(`${name}/${id}`, true)
    for (const [inner, one] of Object.entries(field.fields))
      if (one.kind === 'instant' && one.begins === 'now') store.say(`${name}/${id}/${inner}`, now)
    setOpen(id)
  }
  return (
    <fieldset className={classes.rows} data-answer={name}>
      <legend>
        {label}
        {isRequired && (
          <span aria-hidden className={classes.star}>
            {' *'}
          </span>
        )}
      </legend>
      {hasListedDrugs(field) && <ApprovalNote list="drug_list" />}
      {field.figure === 'body' && <BodyChart name={name} most={field.most} />}
      {rows.map((id, i) => (
        <RowInput
          key={id}
          {...{ name, field, id }}
          number={i + 1}
          isOpen={id === open}
          onOpen={(isOpen) => setOpen(isOpen ? id : undefined)}
        />
      ))}
      {problem && (
        <Text role="alert" size="sm" c="var(--mantine-color-error)">
          <AnswerProblem path={name} problem={problem} />
        </Text>
      )}
      {rows.length < field.most && (
        <Button
          variant="default"
          size="md"
          leftSection={<IconPlus size={18} aria-hidden />}
          onClick={() => void add()}
        >
          {t('add-row', { field: label })}
        </Button>
      )}
    </fieldset>
  )
}

type RowInputProps = RowsInputProps & {
  id: string
  number: number
  isOpen: boolean
  onOpen: (isOpen: boolean) => void
}

function RowInput({ name, field, id, number, isOpen, onOpen }: RowInputProps) {
  const { t } = useTranslation('forms')
  const store = useRecordStore()
  const { label } = useFieldTexts(name)
  // A row that keeps the record from being complete is open, so that its fields can be reached.
  const hasProblem = useRecord((one) =>
    Object.keys(field.fields).some((inner) => one.getProblem(`${name}/${id}/${inner}`) !== undefined),
  )
  const isMeasurement = field.measuredAt !== undefined
  const finish = () => {
    if (isMeasurement) store.say(`${name}/${id}/is_finished`, true)
    onOpen(false)
  }
  const reopen = () => {
    if (isMeasurement) store.say(`${name}/${id}/is_finished`, null)
    onOpen(true)
  }
  const strike = (
    <Button variant="default" size="md" onClick={() => store.say(`${name}/${id}`, false)}>
      {t('strike-row', { number })}
    </Button>
  )
  return (
    <fieldset className={classes.row} aria-label={t('row', { field: label, number })}>
      {isOpen || hasProblem ? (
        <>
          {Object.keys(field.fields).map((inner) => (
            <FormField key={inner} path={`${name}/${id}/${inner}`} />
          ))}
          <Calculations calculations={field.calculations} row={{ field: name, id }} />
          {field.hasPhotos && <RowPhotos id={id} mayAdd />}
          <div className={classes.rowActs}>
            <Button size="md" leftSection={<IconCheck size={18} aria-hidden />} onClick={finish}>
              {t(isMeasurement ? 'finish-measurement' : 'finish-row', { number })}
            </Button>
            {strike}
          </div>
        </>
      ) : (
        <>
          <div className={classes.rowHead}>
            <RowText name={name} field={field} id={id} />
            <div className={classes.rowActs}>
              <Button
                variant="default"
                size="md"
                leftSection={<IconPencil size={18} aria-hidden />}
                onClick={reopen}
              >
                {t('open-row', { number })}
              </Button>
              {strike}
            </div>
          </div>
          <Calculations calculations={field.calculations} row={{ field: name, id }} isWritten />
          {field.hasPhotos && <RowPhotos id={id} mayAdd={false} />}
        </>
      )}
    </fieldset>
  )
}

/**
 * A row in a line, and whether its values stand in the record of the patient, or do not since it says that it was
 * measured in the future.
 */
function RowText({ name, field, id }: RowsInputProps & { id: string }) {
  const { t } = useTranslation('forms')
  const store = useRecordStore()
  const write = useRowText(store.getRecord().form)
  const answers = useRecord((one) => one.getAnswers())
  const isMeasured = useRecord((one) => one.getRecord().measured_rows.includes(id))
  const row = listRows(answers, name).find(([one]) => one === id)?.[1]
  const now = useNow() - useClockOffset()
  const isAhead = (one: Row) => isMeasuredAhead(field, one, now)
  return (
    <p>
      {row && (write(field, row) || t('empty-row'))}{' '}
      {isMeasured && (
        <Badge variant="default" size="lg">
          {t('measured')}
        </Badge>
      )}
      {row && isAhead(row) && (
        <Badge color="red" variant="outline" size="lg">
          {t('measured-ahead')}
        </Badge>
      )}
    </p>
  )
}
