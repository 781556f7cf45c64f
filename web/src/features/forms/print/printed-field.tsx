import {
  type Answer,
  type AnswerField,
  clinicalOptions,
  type Field,
  holds,
  isAdvanced,
  isClinician,
  isReason,
  listOptions,
  listShownOptions,
  toConfirmationPath,
} from 'contract'
import { useTranslation } from 'react-i18next'
import { useUser } from '../../../session/signed-in.tsx'
import { PrintedBody } from '../body-chart/printed-body.tsx'
import { useAnswerText } from '../use-answer-text.ts'
import { useFormTexts } from '../use-form-texts.ts'
import classes from './form-printout.module.css'
import { useFormPrint } from './print-context.ts'
import { PrintedRows } from './printed-rows.tsx'
import { PrintedVitals } from './printed-vitals.tsx'
import { Blank, Ticks } from './ticks.tsx'

/** With more options than these the answer is printed in words: nobody looks through so many boxes. */
const mostTicks = 12
/** Boxes or words with more letters than these, with their label, have a line of their own. */
const mostLetters = 66

/** The label of a number, or of a yes or no, with as many letters leaves room for two others beside it. */
const mostBriefLetters = 24

export function PrintedField({ name, field, title }: { name: string; field: Field; title: string }) {
  const { formName, answers } = useFormPrint()
  const { formatField } = useFormTexts(formName)
  const listTicks = useTicks()
  const label = formatField(name)
  if (field.kind === 'rows')
    return (
      <div className={classes.rowsField}>
        {label !== title && <span className={classes.label}>{label} </span>}
        {field.figure === 'body' && <PrintedBody name={name} formName={formName} answers={answers} />}
        {field.measuredAt && formName === 'operation-form' ? (
          <PrintedVitals name={name} field={field} />
        ) : (
          <PrintedRows name={name} field={field} />
        )}
      </div>
    )
  const answer = answers?.[name] as Answer | undefined
  const letters =
    field.kind === 'text' && typeof answer === 'string'
      ? label.length + answer.length
      : listTicks(field, undefined).reduce((sum, tick) => sum + tick.label.length + 4, label.length)
  return (
    <div className={classes.field} data-room={findRoom(field, { label, letters, isBlank: !answers })}>
      <span className={classes.label}>{label}</span>
      <PrintedAnswer name={name} field={field} answer={answer} />
    </div>
  )
}

/** How much of a line a field takes: a half of it, a third or all of it. */
function findRoom(
  field: AnswerField,
  { label, letters, isBlank }: { label: string; letters: number; isBlank: boolean },
): 'short' | 'wide' | undefined {
  if (field.kind === 'text' && isBlank) return field.isLong || field.most > 200 ? 'wide' : undefined
  if (field.kind === 'text' || hasTicks(field)) return letters > mostLetters ? 'wide' : undefined
  const isBrief = field.kind === 'number' || field.kind === 'yes-no'
  return isBrief && !field.mayGiveReason && label.length <= mostBriefLetters ? 'short' : undefined
}

const hasTicks = (field: AnswerField): boolean =>
  field.kind === 'choices' || (field.kind === 'choice' && listOptions(field).length <= mostTicks)

/** As many lines as a hand needs for a story, and the letters from which a text is one. */
const handLines = 2
const storyLetters = 1000

type AnswerProps = { name: string; field: AnswerField; answer: Answer | undefined }

function PrintedAnswer({ name, field, answer }: AnswerProps) {
  const { t } = useTranslation('forms')
  const { formName, answers } = useFormPrint()
  const { formatUnit } = useFormTexts(formName)
  const formatAnswer = useAnswerText(formName)
  const listTicks = useTicks()
  if (isReason(answer)) return <span>({t(`reason.${answer.reason}`)})</span>
  if (name === 'final_colour' && answers?.['outcome'] === 'DIED_SCENE')
    return (
      <>
        <Ticks options={listTicks(field, 'BLACK')} />
        <strong>NR</strong>
      </>
    )
  if (hasTicks(field)) return <Ticks options={listTicks(field, answer)} />
  if (field.kind === 'yes-no')
    return (
      <Ticks
        options={[
          { label: t('yes'), isTicked: answer === true },
          { label: t('no'), isTicked: answer === false },
        ]}
      />
    )
  if (answer === undefined) {
    const isStory = field.kind === 'text' && field.isLong && field.most >= storyLetters && !answers
    const unit = field.kind === 'number' && field.unit ? formatUnit(field.unit) : undefined
    return <Blank lines={isStory ? handLines : 1} unit={unit} />
  }
  return (
    <span className={classes.answer}>
      {formatAnswer(field, answer)}
      {answers?.[toConfirmationPath(name)] === answer && ` (${t('confirmed')})`}
    </span>
  )
}

/** The emergency room's red has two levels and one box; which of them it is stands beside it. */
const redLevels: readonly unknown[] = ['L1', 'L2']

/** The options that are printed, as the screen offers them. */
function useTicks() {
  const { t } = useTranslation('forms')
  const { formName, given } = useFormPrint()
  const { formatOption } = useFormTexts(formName)
  const { permissions } = useUser()
  const seesAll = isClinician((one) => permissions.includes(one))
  return (field: AnswerField, answer: Answer | undefined) => {
    if (field.kind !== 'choice' && field.kind !== 'choices') return []
    const chosen: readonly unknown[] = Array.isArray(answer) ? answer : [answer]
    const unequipped = (field.kind === 'choices' && !holds(isAdvanced, given) && field.advanced) || []
    // What was chosen and is withheld from this reader would stand there as if it was not.
    const withheld = seesAll ? [] : (clinicalOptions[field.options] ?? [])
    const ticks = listShownOptions(field, chosen)
      .filter((option) => !withheld.includes(option))
      .filter((option) => chosen.includes(option) || !unequipped.includes(option))
      .map((option: string) => ({
        label: formatOption(field.options, option),
        isTicked: chosen.includes(option),
      }))
    if (field.options !== 'er-triage') return ticks
    const red = redLevels.find((level) => chosen.includes(level))
    const label = [t('printout.red-levels'), red === 'L2' ? t('printout.pink') : red]
      .filter(Boolean)
      .join(': ')
    return [{ label, isTicked: red !== undefined }, ...ticks.slice(redLevels.length)]
  }
}
