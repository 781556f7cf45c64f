import { type CallError, type ErrorCode, errorCodes } from 'contract'
import i18next from 'i18next'
import { toast } from './toast.tsx'

/** Shows the server's own message as a toast for every failed call, even if a form shows the failure itself. */
export function showServerMessage({ message }: CallError) {
  if (message) toast('danger', message, { id: message })
}

/** Shows a failure as a toast, unless the form shows it beside its fields. */
export function showFailure(error: CallError, inline: true | readonly ErrorCode[] | undefined) {
  if (inline === true) return
  if (inline?.some((name) => errorCodes[name] === error.code)) return
  const isTransport = error.status >= 400 && error.status !== 404
  const title = isTransport ? i18next.t('codes:something-went-wrong') : undefined
  const text = describeFailure(error)
  if (text === error.message) return
  toast('danger', text, title === undefined || title === text ? {} : { title })
}

export function showSuccess(code: number) {
  const key = `codes:success-code.${code}`
  if (i18next.exists(key)) toast('success', i18next.t(key as 'codes:success-code.101'))
}

/** The sentence for a failure, in the language of the screen. */
export function describeFailure(error: CallError): string {
  const key = `codes:error-code.${error.code}`
  if (i18next.exists(key)) return i18next.t(key as 'codes:error-code.1500')
  return error.message || i18next.t('codes:something-went-wrong')
}
