import { NumberInput, type NumberInputProps, Text } from '@mantine/core'

type UnitNumberFieldProps = Omit<NumberInputProps, 'value' | 'onChange' | 'rightSection'> & {
  unit: string
  value?: number | string | null
  onChange?: (value: number | string) => void
}

/** A number with its unit. When empty, its value is `''`. */
export function UnitNumberField({ unit, value, onChange, ...props }: UnitNumberFieldProps) {
  return (
    <NumberInput
      hideControls
      allowNegative={false}
      decimalScale={2}
      inputMode="decimal"
      {...props}
      value={value ?? ''}
      {...(onChange && { onChange })}
      rightSection={
        <Text size="xs" c="dimmed" component="span">
          {unit}
        </Text>
      }
      rightSectionWidth={`calc(${unit.length}ch + 1.25rem)`}
      rightSectionPointerEvents="none"
    />
  )
}
