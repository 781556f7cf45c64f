import { Chip } from '@mantine/core'
import { useId } from '@mantine/hooks'
import type { KeyboardEvent } from 'react'
import classes from './triage-form.module.css'

type ChipRowProps<Value extends string> = {
  label: string
  /** A note stands below its label, in the same chip. */
  choices: readonly { value: Value; label: string; note?: string | undefined; isDisabled?: boolean }[]
  'data-stop': string
  error?: boolean
} & (
  | { multiple: true; value: readonly Value[]; onChange: (value: Value[]) => void }
  | { multiple?: false; value: Value | ''; onChange: (value: Value | '') => void }
)

/**
 * Choices in one row, with their label in front: 44 px for a gloved finger, and a digit for each while the row has the
 * focus, 0 for that it is none. A single choice can be taken back.
 */
export function ChipRow<Value extends string>({
  label,
  choices,
  error = false,
  'data-stop': stop,
  ...choice
}: ChipRowProps<Value>) {
  const id = useId()
  const isChosen = (value: Value) => (choice.multiple ? choice.value.includes(value) : choice.value === value)
  const toggle = (value: Value) => {
    if (!choice.multiple) return choice.onChange(choice.value === value ? '' : value)
    const chosen = choices.map((one) => one.value).filter((one) => isChosen(one) !== (one === value))
    choice.onChange(chosen)
  }
  const chooseByDigit = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return
    const picked =
      event.key === '0' ? choices.find(({ value }) => value === 'NONE') : choices[Number(event.key) - 1]
    if (!picked || picked.isDisabled) return
    event.preventDefault()
    toggle(picked.value)
  }
  return (
    <div className={classes.row} data-stop={stop} data-error={error || undefined} onKeyDown={chooseByDigit}>
      <div className={classes.chips} role="group" aria-labelledby={id}>
        <span id={id} className={classes.label}>
          {label}
        </span>
        {choices.map(({ value, label: text, note, isDisabled = false }, index) => (
          <Chip
            key={value}
            checked={isChosen(value)}
            disabled={isDisabled}
            onChange={() => toggle(value)}
            classNames={{ label: classes.chip ?? '' }}
            wrapperProps={{ 'data-digit': value === 'NONE' ? 0 : index + 1 }}
          >
            {note === undefined ? (
              text
            ) : (
              <span className={classes.noted}>
                {text} <small>{note}</small>
              </span>
            )}
          </Chip>
        ))}
      </div>
    </div>
  )
}
