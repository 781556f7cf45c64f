import {
  type FormErrors,
  schemaResolver,
  type UseFormInput,
  type UseFormReturnType,
  useForm,
} from '@mantine/form'
import { type ErrorCode, errorCodes } from 'contract'
import type { ComponentProps, ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { getValueAtPath } from '../value-at-path.ts'
import { actAfterPress } from './after-press.ts'
import { getDateProblem } from './date/typed-date.ts'

export type Schema = Parameters<typeof schemaResolver>[0]

/**
 * A schema's message, or an error code that the server gave for a field, in the language of the screen, which may
 * change meanwhile.
 */
export function ProblemText({ message }: { message: string }) {
  const { i18n } = useTranslation()
  const code = message in errorCodes && errorCodes[message as ErrorCode]
  if (code) return <>{i18n.t(`codes:error-code.${code}`)}</>
  const isKnown = i18n.exists(message, { ns: 'validation' })
  return <>{i18n.t(`validation:${isKnown ? (message as 'invalid') : 'invalid'}`)}</>
}

export type SchemaFormOptions<Values extends Record<string, unknown>> = {
  schema: Schema
  initialValues: Values
  /** How to render a message; `ProblemText` by default. */
  draw?: (problem: ReactNode) => ReactNode
} & Pick<UseFormInput<Values>, 'onValuesChange'>

/**
 * A form validated by a schema of the contract: each field when it is left, all of them on submit. Editing a field
 * clears its message.
 */
export function useSchemaForm<Values extends Record<string, unknown>>({
  schema,
  initialValues,
  draw = (problem) => problem,
  ...options
}: SchemaFormOptions<Values>): UseFormReturnType<Values> {
  const resolve = schemaResolver(schema, { sync: true })
  return useForm<Values>({
    ...options,
    initialValues,
    validateInputOnBlur: true,
    enhanceGetInputProps: ({ inputProps: { onBlur: validate } }) =>
      validate ? { onBlur: () => actAfterPress(validate) } : {},
    validate: (values) => drawProblems(refineDateProblems(resolve(values), values), draw),
  })
}

/** The schema only says that something is no date; the typed text tells whether it is a day that does not exist. */
function refineDateProblems(errors: FormErrors, values: unknown): FormErrors {
  return Object.fromEntries(
    Object.entries(errors).map(([path, message]) => {
      const typed = message === 'date-invalid' && getValueAtPath(values, path)
      return [path, typeof typed === 'string' ? getDateProblem(typed) : message]
    }),
  )
}

function drawProblems(errors: FormErrors, draw: (problem: ReactNode) => ReactNode): FormErrors {
  return Object.fromEntries(
    Object.entries(errors).map(([field, message]) => [
      field,
      draw(<ProblemText message={typeof message === 'string' ? message : 'invalid'} />),
    ]),
  )
}

/** Shows the server's errors beside their fields and focuses the first. */
export function showFieldProblems<Values extends Record<string, unknown>>(
  form: UseFormReturnType<Values>,
  problems: readonly { field: string; message: string }[],
) {
  setFieldProblems(form, problems)
  focusFirstProblem(form, Object.fromEntries(problems.map(({ field, message }) => [field, message])))
}

/** Shows problems as `showFieldProblems` does, without moving the focus. */
export function setFieldProblems<Values extends Record<string, unknown>>(
  form: UseFormReturnType<Values>,
  problems: readonly { field: string; message: string }[],
) {
  const errors = Object.fromEntries(problems.map(({ field, message }) => [field, message]))
  form.setErrors(drawProblems(errors, (problem) => problem))
}

type SchemaFormProps<Values extends Record<string, unknown>> = Omit<ComponentProps<'form'>, 'onSubmit'> & {
  form: UseFormReturnType<Values>
  /** Gets the values when all of them are valid; otherwise the first problem is focused. */
  onSubmit: (values: Values) => void
}

export function SchemaForm<Values extends Record<string, unknown>>({
  form,
  onSubmit,
  ...rest
}: SchemaFormProps<Values>) {
  return (
    <form
      noValidate
      {...rest}
      onSubmit={form.onSubmit(onSubmit, (errors) => focusFirstProblem(form, errors))}
    />
  )
}

export function focusFirstProblem<Values extends Record<string, unknown>>(
  form: UseFormReturnType<Values>,
  errors: FormErrors,
) {
  const inputs = Object.keys(errors).flatMap((field) => form.getInputNode(field) ?? [])
  // A schema lists its fields in an order of its own.
  const [first] = inputs.toSorted((one, other) =>
    one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_PRECEDING ? 1 : -1,
  )
  first?.focus()
}
