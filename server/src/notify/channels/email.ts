import { type Language, mailedLinkMinutes } from 'contract'
import { createTransport } from 'nodemailer'
import { fillText, texts } from '../../core/texts.ts'
import { formatZonedMinute, hospitalTimeZone } from '../../core/time.ts'
import { acrossHospitals, type Root } from '../../db/database.ts'
import { createPasswordLinks, endPasswordLinks } from '../../identity/password-links.ts'
import { type Channel, Undelivered } from '../deliver.ts'
import { mailChannel, type QueuedMail } from '../mail-queue.ts'

const patienceMs = 15_000

export type EmailOptions = {
  root: Root
  clock: () => Date
  smtpUrl: string
  from: string
  /** The panel's URL as seen from outside. */
  publicUrl: string
}

type MailText = { subject: string; text: string }

/**
 * Sends mails to one person at a time, in Thai and English. The token of a link is made when its mail is sent and is in
 * the mail alone: the outbox holds whom it is for, and the database its digest. A mail that is sent again has a new
 * token, and the earlier one becomes invalid.
 */
export function createEmailChannel({
  root,
  clock,
  smtpUrl,
  from,
  publicUrl,
}: EmailOptions): Channel<QueuedMail> {
  const transport = createTransport({
    url: smtpUrl,
    connectionTimeout: patienceMs,
    greetingTimeout: patienceMs,
    socketTimeout: patienceMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return {
    name: mailChannel,
    async send({ id, message }) {
      const written = await acrossHospitals(root, async (tx) => {
        const person = await tx
          .selectFrom('staff')
          .select(['id', 'hospital_id', 'email', 'first_name'])
          .where('id', '=', message.staff_id)
          .where('status', '=', 'approved')
          .executeTakeFirst()
        if (!person) return undefined
        const to = { address: person.email, name: '' }
        if (message.kind === 'sign-in')
          return { to, ...formatSignInMail(person.first_name, message, publicUrl) }
        if (message.kind === 'approved') return { to, ...formatApprovedMail(person.first_name, publicUrl) }
        const now = clock()
        const forMs = mailedLinkMinutes * 60_000
        // After that long, the person has asked again or found another way in.
        if (now.getTime() > Date.parse(message.at) + forMs)
          throw new Undelivered('too late', { isFinal: true })
        const at = now.toISOString()
        await endPasswordLinks(tx, person.id, at, { isMailed: true })
        const links = await createPasswordLinks(tx, [person.id], {
          hospitalId: person.hospital_id,
          now: at,
          forMs,
          by: null,
        })
        const link = `${publicUrl}/set-password#${links.get(person.id)?.token}`
        return { to, ...formatPasswordLinkMail(person.first_name, link) }
      })
      // Do not write to somebody who may no longer sign in.
      if (!written) return
      const messageId = `<${id}@${new URL(publicUrl).hostname}>`
      const headers = { 'Auto-Submitted': 'auto-generated' }
      await transport
        .sendMail({ from, ...written, messageId, headers, textEncoding: 'base64' })
        .catch((error: unknown) => {
          throw toUndelivered(error)
        })
    },
  }
}

/** The answer of the mail server quotes the e-mail address; its status code does not. */
function toUndelivered(error: unknown): Undelivered {
  const { code, responseCode, command } = error as { code?: string; responseCode?: number; command?: string }
  const isFinal = command === 'RCPT TO' && responseCode !== undefined && responseCode >= 500
  return new Undelivered(`SMTP ${responseCode ?? code ?? 'failed'}`, { isFinal })
}

type MailWords = (typeof texts)[Language]['messages']['mail']

/** A mail in Thai and in English, since the panel does not know which of them the person reads. */
function formatMail(
  name: string,
  formatParts: (mail: MailWords) => { subject: string; parts: string[] },
): MailText {
  const both = [texts.th, texts.en].map(({ messages: { mail } }) => {
    const { subject, parts } = formatParts(mail)
    return { subject, text: [fillText(mail.greeting, { name }), ...parts].join('\n\n') }
  })
  return {
    subject: `${both.map(({ subject }) => subject).join(' · ')} – Medical & Staff PANEL`,
    text: `${both.map(({ text }) => text).join('\n\n――――――――\n\n')}\n`,
  }
}

function formatPasswordLinkMail(name: string, link: string): MailText {
  return formatMail(name, ({ 'password-link': { subject, text, otherwise } }) => ({
    subject,
    parts: [fillText(text, { minutes: mailedLinkMinutes }), link, otherwise],
  }))
}

function formatApprovedMail(name: string, publicUrl: string): MailText {
  return formatMail(name, ({ approved: { subject, text } }) => ({
    subject,
    parts: [fillText(text, { url: `${publicUrl}/login` })],
  }))
}

function formatSignInMail(
  name: string,
  queued: Extract<QueuedMail, { kind: 'sign-in' }>,
  publicUrl: string,
): MailText {
  const at = formatZonedMinute(hospitalTimeZone, queued.at)
  const device = [queued.browser, queued.system].filter((part) => part !== null).join(', ')
  return formatMail(name, ({ 'sign-in': mail }) => ({
    subject: mail.subject,
    parts: [
      fillText(mail.text, { at, device: device || mail['unknown-device'], ip: queued.address }),
      fillText(mail.otherwise, { url: `${publicUrl}/app/profile` }),
    ],
  }))
}
