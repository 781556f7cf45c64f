import { NativeSelect, SegmentedControl } from '@mantine/core'
import { useIsPhone } from '../use-is-phone.ts'

type SegmentChoiceProps<Value extends string> = {
  label: string
  value: Value
  choices: readonly { value: Value; label: string }[]
  className?: string | undefined
  onChange: (value: Value) => void
}

/** One of a few, all in sight; on a phone, where they do not fit beside each other, in a select. */
export function SegmentChoice<Value extends string>(props: SegmentChoiceProps<Value>) {
  const { label, value, choices, className, onChange } = props
  const common = { 'aria-label': label, size: 'md', value, className } as const
  const data = [...choices]
  const choose = (chosen: string) => {
    const found = choices.find((one) => one.value === chosen)
    if (found) onChange(found.value)
  }
  return useIsPhone() ? (
    <NativeSelect {...common} data={data} onChange={({ currentTarget }) => choose(currentTarget.value)} />
  ) : (
    <SegmentedControl {...common} data={data} onChange={choose} />
  )
}
