import { Textarea, TextInput } from '@mantine/core'
import { type AnswerField, parseAnswer } from 'contract'
import { useCallback, useEffect, useRef, useState } from 'react'
import { actAfterPress } from '../../../ui/form/after-press.ts'
import classes from '../forms.module.css'
import type { RecordStore } from '../record-store.ts'
import { readAnswerByPath, useRecordStore } from '../use-record.ts'
import { useInputProps } from './use-input-props.tsx'

type TextAnswerProps = { path: string; field: Extract<AnswerField, { kind: 'text' }> }

/** Where the browser does not fit a field to its text. */
const fallbackRows = 4

/**
 * A text. What is typed stands in the field alone, and the record is told of it: a keystroke draws nothing else. It
 * stays as it was typed until the field is left; an answer is written only when it can be stored.
 */
export function TextAnswer({ path, field }: TextAnswerProps) {
  const store = useRecordStore()
  const props = useInputProps(path)
  const input = useRef<HTMLInputElement & HTMLTextAreaElement>(null)
  const isTyped = useRef(false)
  const [first] = useState(() => readShownText(store, path))
  const showStored = useCallback(() => {
    const stored = readShownText(store, path)
    if (input.current && !isTyped.current && input.current.value !== stored) input.current.value = stored
  }, [store, path])
  useEffect(() => {
    showStored()
    return store.subscribe(showStored)
  }, [store, showStored])
  const type = (text: string) => {
    isTyped.current = true
    // A number of a form, such as an ID, is judged when the field is left: until then it is not whole.
    const isWhole = !field.format || !('problem' in parseAnswer(store.form, path, toAnswer(text)))
    if (isWhole) store.say(path, toAnswer(text))
  }
  // What was pressed may have opened another section by now, and the field be gone.
  const leave = (text: string) => {
    if (isTyped.current && field.format) store.say(path, toAnswer(text))
    if (store.getProblem(path) !== undefined) return
    isTyped.current = false
    showStored()
  }
  const shared = {
    ...props,
    ref: input,
    size: 'md' as const,
    defaultValue: first,
    maxLength: field.most,
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) => type(currentTarget.value),
    onBlur: ({ currentTarget: { value } }: { currentTarget: { value: string } }) =>
      actAfterPress(() => leave(value)),
  }
  if (field.isLong)
    return <Textarea {...shared} rows={fallbackRows} classNames={{ input: classes.prose ?? '' }} />
  return (
    <TextInput
      {...shared}
      classNames={{ input: classes.line ?? '' }}
      autoComplete="off"
      inputMode={field.format === 'phone' || field.format === 'national-id' ? 'tel' : 'text'}
    />
  )
}

const toAnswer = (text: string) => (text.trim() === '' ? null : text)

function readShownText(store: RecordStore, path: string): string {
  const answer = readAnswerByPath(store, path)
  return typeof answer === 'string' ? answer : ''
}
