import { TextInput, type TextInputProps } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { isThaiNationalId } from 'contract'
import { useLayoutEffect, useRef, useState } from 'react'
import { groupNationalId, toNationalIdDigits } from './national-id.ts'

type NationalIdFieldProps = Omit<TextInputProps, 'value' | 'onChange'> & {
  /** Digits only. */
  value?: string
  onChange?: (digits: string) => void
}

/** Thirteen digits, grouped as they are typed: 1-2345-67890-12-1. */
export function NationalIdField({ value = '', onChange, ...props }: NationalIdFieldProps) {
  const input = useRef<HTMLInputElement>(null)
  const [caret, setCaret] = useState<{ afterDigits: number }>()
  const shown = groupNationalId(value)

  useLayoutEffect(() => {
    if (!caret || document.activeElement !== input.current) return
    const at = groupNationalId(value.slice(0, caret.afterDigits)).length
    input.current?.setSelectionRange(at, at)
  }, [caret, value])

  return (
    <TextInput
      inputMode="numeric"
      autoComplete="off"
      placeholder="1-2345-67890-12-1"
      {...props}
      ref={input}
      value={shown}
      onChange={({ currentTarget }) => {
        const typed = currentTarget.value
        const before = toNationalIdDigits(typed.slice(0, currentTarget.selectionStart ?? typed.length)).length
        const digits = toNationalIdDigits(typed)
        const isDashTaken = typed.length < shown.length && digits === value && before > 0
        const afterDigits = isDashTaken ? before - 1 : before
        setCaret({ afterDigits })
        onChange?.(isDashTaken ? digits.slice(0, afterDigits) + digits.slice(before) : digits)
      }}
      rightSection={
        isThaiNationalId(value) && <IconCheck size={20} color="var(--mantine-color-green-7)" aria-hidden />
      }
    />
  )
}
