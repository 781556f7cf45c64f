import { Chip, Group, Input } from '@mantine/core'
import { useId } from '@mantine/hooks'
import type { FocusEvent, ReactNode } from 'react'
import classes from './choice-chips.module.css'

type ChipChoice<Value extends string> = { value: Value; label: string }

type ChipsProps<Value extends string> = {
  label: string
  description?: string | undefined
  choices: readonly ChipChoice<Value>[]
  className?: string | undefined
  /** Whether the label is only read out, where the choice explains itself. */
  isLabelHidden?: boolean
  required?: boolean
  error?: ReactNode
  onFocus?: () => void
  onBlur?: () => void
  'data-path'?: string
} & (
  | {
      multiple: true
      value?: readonly Value[]
      onChange?: (value: Value[]) => void
    }
  | { multiple?: false; value?: Value | ''; onChange?: (value: Value) => void }
)

/** A choice among a few visible options: exactly one, or any number. */
export function ChoiceChips<Value extends string>({
  label,
  description,
  choices,
  className,
  isLabelHidden = false,
  required = false,
  error,
  onFocus,
  onBlur,
  'data-path': path,
  ...choice
}: ChipsProps<Value>) {
  const id = useId()
  const isChosen = (value: Value) =>
    choice.multiple ? (choice.value ?? []).includes(value) : choice.value === value
  const reached = choices.find(({ value }) => isChosen(value)) ?? choices[0]
  const toValues = (chosen: readonly string[]) =>
    choices.map(({ value }) => value).filter((value) => chosen.includes(value))
  const chips = choices.map(({ value, label: text }) => (
    <Chip
      key={value}
      value={value}
      name={id}
      classNames={{ label: classes.label ?? '', input: classes.input ?? '' }}
      {...(value === reached?.value && { 'data-path': path })}
    >
      {text}
    </Chip>
  ))
  const leave = (event: FocusEvent<HTMLDivElement>) => {
    if (!event.currentTarget.contains(event.relatedTarget)) onBlur?.()
  }
  return (
    <Input.Wrapper
      id={id}
      label={label}
      labelElement="div"
      labelProps={{ id: `${id}-label`, className: isLabelHidden ? classes.readOut : undefined }}
      description={description}
      error={error}
      withAsterisk={required}
      size="md"
      className={className}
    >
      <Group
        gap="xs"
        mb={error ? 'xs' : 0}
        role={choice.multiple ? 'group' : 'radiogroup'}
        aria-labelledby={`${id}-label`}
        {...(error ? { 'aria-describedby': `${id}-error` } : {})}
        {...(!choice.multiple && { 'aria-required': required, 'aria-invalid': !!error })}
        onFocus={onFocus}
        onBlur={leave}
      >
        {choice.multiple ? (
          <Chip.Group
            multiple
            value={[...(choice.value ?? [])]}
            onChange={(chosen: string[]) => choice.onChange?.(toValues(chosen))}
          >
            {chips}
          </Chip.Group>
        ) : (
          <Chip.Group
            value={choice.value ?? ''}
            onChange={(chosen: string) => {
              const [value] = toValues([chosen])
              if (value !== undefined) choice.onChange?.(value)
            }}
          >
            {chips}
          </Chip.Group>
        )}
      </Group>
    </Input.Wrapper>
  )
}
