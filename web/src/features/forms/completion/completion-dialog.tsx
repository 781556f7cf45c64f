import { Badge, Button, Group } from '@mantine/core'
import {
  type Answer,
  type AnswerField,
  type Answers,
  type Field,
  findField,
  findFieldByPath,
  findNearField,
  isReason,
  listConfirmed,
  listRows,
  listUnconfirmed,
  omitHidden,
  parseAnswerPath,
  readAnswer,
  standardLongestStepKm,
  toConfirmationPath,
} from 'contract'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Fact, Facts } from '../../../ui/fact.tsx'
import { Dialog } from '../../../ui/feedback/dialog.tsx'
import classes from '../forms.module.css'
import { readKnownTime } from '../offline/outbox.ts'
import type { RecordStore } from '../record-store.ts'
import { useAnswerText } from '../use-answer-text.ts'
import { useFormTexts } from '../use-form-texts.ts'
import { readAnswerByPath, useAnswer, useRecord, useRecordStore } from '../use-record.ts'
import { useRowText } from '../use-row-text.ts'
import { ConfirmButton } from './confirm-button.tsx'
import { openField } from './problems.tsx'

/** What somebody must see before a record is complete: paths of its answers. */
export type Doubts = {
  /** Unusual numbers and times of which nobody has said that they are right. */
  unconfirmed: readonly string[]
  /** Answers that will be left out, because their fields are not shown; nobody misses what the panel fills in. */
  leftOut: readonly string[]
}

export function listDoubts(store: RecordStore): Doubts {
  const answers = store.getAnswers()
  return {
    unconfirmed: listUnconfirmed(store.form, answers, readKnownTime(), store.listFilledTimes()),
    leftOut: omitHidden(store.form, answers).omitted.filter(
      (path) =>
        findField(store.form, path.split('/')[0] ?? '')?.filled === undefined && hasContent(answers, path),
    ),
  }
}

/** Rows that are all struck out count no more. */
function hasContent(answers: Answers, path: string): boolean {
  const answer = answers[path]
  const isRows = typeof answer === 'object' && !Array.isArray(answer) && !isReason(answer)
  return !isRows || listRows(answers, path).length > 0
}

type CompletionDialogProps = {
  /** The numbers because of which the server refused: it may know some of them that do not stand here yet. */
  refused: readonly string[]
  onOpen: (section: string) => void
  onClose: () => void
  /** `leftOut`: what was said to be left out. */
  onComplete: (leftOut: readonly string[]) => void
}

/** Asks about each unusual number, and says what will be left out, before a record is completed. */
export function CompletionDialog({ refused, onOpen, onClose, onComplete }: CompletionDialogProps) {
  const { t } = useTranslation(['forms', 'ui'])
  const store = useRecordStore()
  const { unconfirmed, leftOut, confirmed, unknown } = useLive((one) => ({
    ...listDoubts(one),
    confirmed: listConfirmed(one.form, one.getAnswers()),
    unknown: refused.filter((path) => readAnswerByPath(one, path) === null),
  }))
  // What was asked about stays in its place when it is confirmed, and goes when it is not unusual any more.
  const [seen, setSeen] = useState(refused)
  const added = unconfirmed.filter((path) => !seen.includes(path))
  if (added.length > 0) setSeen([...seen, ...added])
  const asked = seen.filter((path) => [...unconfirmed, ...confirmed, ...unknown].includes(path))
  const change = (path: string) => {
    // A row is open while one of its fields has a problem.
    store.setProblems([{ field: path, message: 'value-doubtful' }])
    onClose()
    openField(store, path, onOpen)
  }
  return (
    <Dialog title={t('completion.title')} opened onClose={onClose} isWide>
      <div className={classes.facts}>
        {asked.length > 0 && (
          <section className={classes.doubts} aria-label={t('completion.unusual')}>
            <p>{t('completion.unusual')}</p>
            {asked.map((path) => (
              <DoubtfulAnswer key={path} path={path} onChange={() => change(path)} />
            ))}
          </section>
        )}
        {leftOut.length > 0 && (
          <section className={classes.doubts} aria-label={t('completion.left-out')}>
            <p>{t('completion.left-out')}</p>
            <Facts>
              {leftOut.map((path) => (
                <LeftOutAnswer key={path} path={path} />
              ))}
            </Facts>
          </section>
        )}
        <Group justify="flex-end">
          <Button size="md" variant="default" onClick={onClose}>
            {t('ui:cancel')}
          </Button>
          <Button size="md" disabled={unconfirmed.length > 0} onClick={() => onComplete(leftOut)}>
            {t('complete')}
          </Button>
        </Group>
      </div>
    </Dialog>
  )
}

/** What is selected, as it is now: also what another tablet writes meanwhile. */
function useLive<Value>(select: (store: RecordStore) => Value): Value {
  const selected = useRecord((store) => JSON.stringify(select(store)))
  return useMemo(() => JSON.parse(selected) as Value, [selected])
}

/** How an answer is called: that of a row with its row. */
function useAnswerLabel(path: string): string {
  const { t } = useTranslation('forms')
  const store = useRecordStore()
  const { formatField } = useFormTexts(store.getRecord().form)
  const { field, row, inner } = parseAnswerPath(path) ?? { field: path }
  if (row === undefined || inner === undefined) return formatField(field)
  const number = listRows(store.getAnswers(), field).findIndex(([id]) => id === row) + 1
  return `${t('row', { field: formatField(field), number })}: ${formatField(inner)}`
}

function DoubtfulAnswer({ path, onChange }: { path: string; onChange: () => void }) {
  const { t } = useTranslation('forms')
  const store = useRecordStore()
  const label = useAnswerLabel(path)
  const write = useAnswerText(store.getRecord().form)
  const answer = useRecord((one) => readAnswerByPath(one, path))
  const place = parseAnswerPath(path)
  const field = place && findFieldByPath(store.form, place)
  if (field === undefined || field === 'row') return null
  const value = answer === null ? t('no-answer') : write(field, answer)
  return (
    <div className={classes.doubtful}>
      <span>
        {label} <strong>{value}</strong>{' '}
        <span className={classes.usual}>
          <UsualText field={field} />
        </span>
      </span>
      <Group gap="xs">
        <Button
          size="md"
          variant="default"
          aria-label={t('completion.change-of', { field: label })}
          onClick={onChange}
        >
          {t('completion.change')}
        </Button>
        {answer !== null && <Confirmation path={path} label={label} value={value} answer={answer} />}
      </Group>
    </div>
  )
}

/** What is usual in a field. */
function UsualText({ field }: { field: AnswerField }) {
  const { t } = useTranslation('forms')
  const { formatField } = useFormTexts(useRecordStore().getRecord().form)
  const near = useRecord((store) =>
    field.kind === 'instant' && field.near ? findNearField(field.near, store.getAnswers()) : undefined,
  )
  if (field.kind === 'instant')
    return near === undefined
      ? t('completion.day-ago')
      : t('completion.day-apart', { field: formatField(near) })
  const [least, most] = (field.kind === 'number' && field.plausible) || []
  return least === undefined || most === undefined
    ? t('completion.leap', { km: standardLongestStepKm })
    : t('completion.usual', { least, most })
}

type ConfirmationProps = { path: string; label: string; value: string; answer: Answer }

/** Says of an unusual number that it is right, or that somebody has said so. */
function Confirmation({ path, label, value, answer }: ConfirmationProps) {
  const { t } = useTranslation('forms')
  const isConfirmed = useAnswer(toConfirmationPath(path)) === answer
  return isConfirmed ? (
    <Badge size="lg" variant="default">
      {t('confirmed')}
    </Badge>
  ) : (
    <ConfirmButton path={path} answer={answer} name={t('completion.right-of', { field: label, value })} />
  )
}

function LeftOutAnswer({ path }: { path: string }) {
  const store = useRecordStore()
  const { form } = store.getRecord()
  const label = useAnswerLabel(path)
  const write = useAnswerText(form)
  const writeRow = useRowText(form)
  const { formatReason } = useFormTexts(form)
  const answers = store.getAnswers()
  const place = parseAnswerPath(path)
  const described: Field | 'row' | undefined =
    place && (findFieldByPath(store.form, place) ?? findField(store.form, path))
  if (!place || described === undefined || described === 'row') return null
  const writeAnswer = (answer: Answer | null) =>
    answer === null || described.kind === 'rows' || described.kind === 'link'
      ? ''
      : isReason(answer)
        ? formatReason(place.inner ?? place.field, answer.reason)
        : write(described, answer)
  return (
    <Fact label={label}>
      {described.kind === 'rows'
        ? listRows(answers, path)
            .map(([, row]) => writeRow(described, row))
            .join('; ')
        : writeAnswer(readAnswer(answers, place))}
    </Fact>
  )
}
