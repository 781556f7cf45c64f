import {
  type FieldProblem,
  type FormName,
  type FormSettings,
  findStayingOptions,
  isOpenList,
  isOwnCode,
  listOptions,
  type OptionList,
  type OwnOption,
  toOwnCode,
} from 'contract'
import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import { ChoiceChips } from '../../../ui/form/choice-chips.tsx'
import { ProblemText } from '../../../ui/form/schema-form.tsx'
import { useFormTexts } from '../use-form-texts.ts'
import classes from './form-settings.module.css'
import { hasOwnProblem, OwnOptionFields } from './own-option-fields.tsx'

/** The same function each time. */
export type EditSettings = (edit: (before: FormSettings) => FormSettings) => void

type OfferedProps = {
  formName: FormName
  label: string
  list: OptionList
  /** The options that the hospital leaves out. */
  left: readonly string[] | undefined
  /** The options that it has added. */
  own: readonly OwnOption[] | undefined
  /** How many of them are saved. */
  saved: number
  onEdit: EditSettings
  problems: readonly FieldProblem[]
}

const staying = findStayingOptions()
const none: readonly never[] = []

/** Options that a hospital may leave out, and those that it adds; that there is none can always be said. */
export const OfferedOptions = memo(function OfferedOptions({
  formName,
  label,
  list,
  left = none,
  own = none,
  saved,
  onEdit,
  problems,
}: OfferedProps) {
  const { t } = useTranslation('forms')
  const { formatOption } = useFormTexts(formName)
  const problem = (field: string) => {
    const found = problems.find((one) => one.field === field)
    return found && <ProblemText message={found.message} />
  }
  const options = listOptions({ options: list, own: own.slice(0, saved).map((_, place) => toOwnCode(place)) })
  const added = { list, saved, options: own, problem }
  const error = problem(`settings.not_offered.${list}`)
  const choices = options.filter((option) => !staying.get(list)?.has(option))
  return (
    <details className={classes.options} open={!!error || hasOwnProblem(added) || undefined}>
      <summary>
        {label}: {t('settings.count', { offered: options.length - left.length, all: options.length })}
      </summary>
      <ChoiceChips<string>
        multiple
        isLabelHidden
        label={label}
        choices={choices.map((value) => ({
          value,
          label: isOwnCode(value)
            ? t('settings.own.option', { option: formatOption(list, value) })
            : formatOption(list, value),
        }))}
        value={choices.filter((option) => !left.includes(option))}
        error={error}
        onChange={(offered) => {
          const next = choices.filter((option) => !offered.includes(option))
          onEdit((before) => ({ ...before, not_offered: { ...before.not_offered, [list]: next } }))
        }}
      />
      {isOpenList(list) && (
        <OwnOptionFields
          {...added}
          onChange={(changed) =>
            onEdit((before) => ({ ...before, own_options: { ...before.own_options, [list]: changed } }))
          }
        />
      )}
    </details>
  )
})
