import { type Answers, type FormRecord, findForm, writeSignedText } from 'contract'

/** SHA-256 of what somebody signs here, as the server computes it of what the record says. */
export async function hashSigned(
  { form, form_version }: Pick<FormRecord, 'form' | 'form_version'>,
  answers: Answers,
): Promise<string> {
  const released = findForm(form, form_version)
  if (!released) throw new Error('the record has a form that this panel does not know')
  const text = new TextEncoder().encode(writeSignedText(released, answers))
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', text))
  return [...hash].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}
