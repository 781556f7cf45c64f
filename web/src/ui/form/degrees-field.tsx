import { NumberInput, type NumberInputProps } from '@mantine/core'

/** Degrees of latitude or longitude, to a tenth of a metre. */
export function DegreesField(props: NumberInputProps) {
  return <NumberInput {...props} size="md" hideControls decimalScale={6} inputMode="decimal" />
}
