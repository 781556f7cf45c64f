import { type Answers, type FormRecord, findForm, pickSigned, writeSignedAnswers } from 'contract'

/** What somebody signs here, with its SHA-256 as the server computes it of what the record says. */
export async function readSigned(
  { form, form_version }: Pick<FormRecord, 'form' | 'form_version'>,
  answers: Answers,
): Promise<{ content_hash: string; signed_answers: Answers }> {
  const released = findForm(form, form_version)
  if (!released) throw new Error('the record has a form that this panel does not know')
  const signed_answers = pickSigned(released, answers)
  return { content_hash: await hashSigned(writeSignedAnswers(released, signed_answers)), signed_answers }
}

/** SHA-256 of what somebody signs, as the server computes it. */
export async function hashSigned(text: string): Promise<string> {
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)))
  return [...hash].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}
