import { HTTPFetchError, messagingApi } from '@line/bot-sdk'
import type { AlarmRule, AlarmSeverity } from 'contract'
import { fillText, getRuleText, type Language, texts } from '../../core/texts.ts'
import { hospitalTimeZone } from '../../core/time.ts'
import { type Channel, Undelivered } from '../deliver.ts'
import { lineChannel, type OutsideMessage } from '../outbox.ts'

const timeoutMs = 10_000

export type LineChannelOptions = {
  /** The access token of the hospital's LINE official account. */
  accessToken: string
  /** Base URL of LINE's Messaging API; LINE's own by default. */
  url?: string | undefined
  /** The panel's URL as seen from outside. */
  publicUrl: string
}

/**
 * Sends LINE messages to one person at a time. The outbox id is LINE's retry key: LINE accepts a message once per key.
 * The answer 409 (already accepted) counts as delivered.
 */
export function createLineChannel({ accessToken, url, publicUrl }: LineChannelOptions): Channel {
  const client = new messagingApi.MessagingApiClient({
    channelAccessToken: accessToken,
    ...(url && { baseURL: url }),
  })
  return {
    name: lineChannel,
    async send({ id, message, lineUserId }) {
      // Has unlinked LINE since, or no longer wants messages.
      if (lineUserId === null) return
      const text = formatLineText(message, publicUrl)
      await rejectWhenLate(
        client.pushMessage({ to: lineUserId, messages: [{ type: 'text', text }] }, id),
      ).catch((error: unknown) => {
        if (!(error instanceof HTTPFetchError)) throw error
        if (error.status === 409) return
        throw new Undelivered(describeLineError(error))
      })
    },
  }
}

/** LINE answers 429 both when the monthly quota is used up and when too many came at once. Both are temporary. */
function describeLineError({ status, body }: HTTPFetchError): string {
  if (status !== 429) return `HTTP ${status}`
  return /monthly limit/i.test(String(body)) ? 'LINE quota' : 'LINE rate'
}

async function rejectWhenLate<T>(sending: Promise<T>): Promise<T> {
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

const timeFormat = new Intl.DateTimeFormat('en-GB', {
  timeZone: hospitalTimeZone,
  hour: '2-digit',
  minute: '2-digit',
})

/**
 * What happened and where to look, in Thai and in English, since the panel does not know which of them the person
 * reads. No name and no value: LINE is not under the hospital's control.
 */
function formatLineText(message: OutsideMessage, publicUrl: string): string {
  return [formatAlarm(message, 'th'), formatAlarm(message, 'en'), `${publicUrl}/app/notifications`].join(
    '\n\n',
  )
}

function formatAlarm(message: OutsideMessage, language: Language): string {
  const { alarms, messages } = texts[language]
  const rule = message.rule as AlarmRule
  const ownRules: Partial<Record<AlarmRule, string>> = messages.alarm.rule
  const severity = messages.alarm.severity[message.severity as AlarmSeverity]
  const ward = language === 'th' ? message.ward_th : message.ward
  const place = [ward, message.bed && fillText(alarms.bed, { bed: message.bed })].filter(Boolean).join(' ')
  const time = timeFormat.format(new Date(message.raised_at))
  return [
    `${severity}: ${ownRules[rule] ?? getRuleText(rule, language)}`,
    ...(place ? [place] : []),
    fillText(messages.alarm.time, { time }),
  ].join('\n')
}
