import { mailedLinkMinutes } from 'contract'
import { createTransport } from 'nodemailer'
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
        if (message.letter === 'sign-in')
          return { to, ...formatSignInMail(person.first_name, message, publicUrl) }
        if (message.letter === 'approved') return { to, ...formatApprovedMail(person.first_name, publicUrl) }
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

function formatPasswordLinkMail(name: string, link: string): MailText {
  return {
    subject: 'ตั้งรหัสผ่านใหม่ · Set a new password – Medical & Staff PANEL',
    text: `เรียน คุณ${name}

มีผู้แจ้งว่าลืมรหัสผ่านของบัญชีนี้ เปิดลิงก์นี้เพื่อตั้งรหัสผ่านใหม่ ลิงก์ใช้ได้ครั้งเดียว ภายใน ${mailedLinkMinutes} นาที
เมื่อตั้งแล้ว ทุกอุปกรณ์ที่เข้าสู่ระบบอยู่จะออกจากระบบ

${link}

หากไม่ใช่คุณ ไม่ต้องทำอะไร รหัสผ่านเดิมยังใช้ได้ตามปกติ

――――――――

Dear ${name},

somebody said that the password of this account was forgotten. With the link above a new one is chosen, once, within
${mailedLinkMinutes} minutes. Every device that is signed in is then signed out.

If that was not you, there is nothing to do: the password stays as it is.
`,
  }
}

function formatApprovedMail(name: string, publicUrl: string): MailText {
  return {
    subject: 'บัญชีของคุณได้รับอนุมัติแล้ว · Your account is approved – Medical & Staff PANEL',
    text: `เรียน คุณ${name}

บัญชีที่คุณลงทะเบียนไว้ได้รับอนุมัติแล้ว เข้าสู่ระบบด้วยอีเมลและรหัสผ่านที่ตั้งไว้ได้ที่
${publicUrl}/login

――――――――

Dear ${name},

the account that you registered is approved. With your email and the password that you chose you can now sign in at
${publicUrl}/login
`,
  }
}

function formatSignInMail(
  name: string,
  letter: Extract<QueuedMail, { letter: 'sign-in' }>,
  publicUrl: string,
): MailText {
  const at = formatZonedMinute(hospitalTimeZone, letter.at)
  const device = [letter.browser, letter.system].filter((part) => part !== null).join(', ')
  return {
    subject: 'มีการเข้าสู่ระบบจากที่ใหม่ · New sign-in – Medical & Staff PANEL',
    text: `เรียน คุณ${name}

มีการเข้าสู่ระบบด้วยบัญชีของคุณจากที่ที่ไม่เคยใช้มาก่อน
เวลา ${at}
อุปกรณ์ ${device || 'ไม่ทราบ'}
ที่อยู่ IP ${letter.address}

หากเป็นคุณ ไม่ต้องทำอะไร หากไม่ใช่ ให้เข้าสู่ระบบ ออกจากระบบทุกอุปกรณ์ และเปลี่ยนรหัสผ่านทันทีที่
${publicUrl}/app/profile

――――――――

Dear ${name},

somebody signed in to your account from where it was not used before:
at ${at}
with ${device || 'an unknown device'}
from ${letter.address}

If that was you, there is nothing to do. If not, sign in, sign out everywhere else and change your password at
${publicUrl}/app/profile
`,
  }
}
