import { HTTPFetchError, messagingApi } from '@line/bot-sdk'
import type { AlarmRule, AlarmSeverity } from 'contract'
import { hospitalTimeZone } from '../../core/moments.ts'
import { type Channel, Undelivered } from '../deliver.ts'
import { lineChannel, type OutsideMessage } from '../outbox.ts'
import { english, thai, type Words } from './line-words.ts'

const timeoutMs = 10_000

export type LineMessages = {
  /** Of the hospital's LINE official account. */
  accessToken: string
  /** Where LINE's Messaging API is; standard is LINE's own. */
  url?: string | undefined
  /** Where the panel is reached from outside. */
  publicUrl: string
}

/**
 * Writes to one person by LINE. The outbox's id is the retry key, under which LINE takes a message once: that it has
 * it already (409) is as good as a delivery.
 */
export function line({ accessToken, url, publicUrl }: LineMessages): Channel {
  const client = new messagingApi.MessagingApiClient({
    channelAccessToken: accessToken,
    ...(url && { baseURL: url }),
  })
  return {
    name: lineChannel,
    async send({ id, message, lineUserId }) {
      // Unlinked since, or does not want to be told any more.
      if (lineUserId === null) return
      const text = textOf(message, publicUrl)
      await inTime(client.pushMessage({ to: lineUserId, messages: [{ type: 'text', text }] }, id)).catch(
        (error: unknown) => {
          if (!(error instanceof HTTPFetchError)) throw error
          if (error.status === 409) return
          throw new Undelivered(reasonOf(error))
        },
      )
    },
  }
}

/** The month's messages are used up, or too many came at once: both are told as 429, and both pass. */
function reasonOf({ status, body }: HTTPFetchError): string {
  if (status !== 429) return `HTTP ${status}`
  return /monthly limit/i.test(String(body)) ? 'LINE quota' : 'LINE rate'
}

async function inTime<T>(sending: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Undelivered('timeout')), timeoutMs)
  })
  try {
    return await Promise.race([sending, late])
  } finally {
    clearTimeout(timer)
  }
}

const time = new Intl.DateTimeFormat('en-GB', {
  timeZone: hospitalTimeZone,
  hour: '2-digit',
  minute: '2-digit',
})

/**
 * What happened and where to go and look, in Thai and in English: nobody has said which of them she reads. No name and no
 * value, for LINE is not the hospital's.
 */
function textOf(message: OutsideMessage, publicUrl: string): string {
  const at = time.format(new Date(message.raised_at))
  return [
    ...linesOf(thai, message, message.ward_th),
    `${at} น.`,
    '',
    ...linesOf(english, message, message.ward),
    '',
    `${publicUrl}/app/notifications`,
  ].join('\n')
}

function linesOf(
  words: Words,
  { rule, severity, bed }: OutsideMessage,
  ward: string | null | undefined,
): string[] {
  const place = [ward, bed && `${words.bed} ${bed}`].filter(Boolean).join(' ')
  const what = `${words.severities[severity as AlarmSeverity]}: ${words.rules[rule as AlarmRule]}`
  return [what, ...(place ? [place] : [])]
}
