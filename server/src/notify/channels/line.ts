import { HTTPFetchError, messagingApi } from '@line/bot-sdk'
import type { AlarmRule, AlarmSeverity, Language } from 'contract'
import { fillText, getRuleText, texts } from '../../core/texts.ts'
import { formatZonedDate, hospitalTimeZone } from '../../core/time.ts'
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
  clock: () => Date
}

/**
 * Sends LINE messages to one person at a time. The outbox id is LINE's retry key: LINE accepts a message once per key.
 * The answer 409 (already accepted) counts as delivered.
 */
export function createLineChannel({ accessToken, url, publicUrl, clock }: LineChannelOptions): Channel {
  const client = new messagingApi.MessagingApiClient({
    channelAccessToken: accessToken,
    ...(url && { baseURL: url }),
  })
  return {
    name: lineChannel,
    async send({ id, message, lineUserId }) {
      // The user has unlinked LINE since, or no longer wants messages.
      if (lineUserId === null) return
      const text = formatLineText(message, publicUrl, clock())
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

const minute = { timeZone: hospitalTimeZone, hour: '2-digit', minute: '2-digit' } as const
const minuteOfDay = { ...minute, day: 'numeric', month: 'short', year: 'numeric' } as const
const timeFormat = new Intl.DateTimeFormat('en-GB', minute)
/** Thais write the year of the Buddhist Era. */
const dayFormats = {
  en: new Intl.DateTimeFormat('en-GB', minuteOfDay),
  th: new Intl.DateTimeFormat('th-TH', minuteOfDay),
}

/**
 * What happened and where to look, in Thai and in English, since the panel does not know which of them the person
 * reads. No name and no value: LINE is not under the hospital's control.
 */
function formatLineText(message: OutsideMessage, publicUrl: string, now: Date): string {
  const alarm = (['th', 'en'] as const).map((language) => formatAlarm(message, language, now))
  return [...alarm, `${publicUrl}/app/notifications`].join('\n\n')
}

function formatAlarm(message: OutsideMessage, language: Language, now: Date): string {
  const { alarms, messages } = texts[language]
  const rule = message.rule as AlarmRule
  const ownRules: Partial<Record<AlarmRule, string>> = messages.alarm.rule
  const severity = messages.alarm.severity[message.severity as AlarmSeverity]
  const ward = language === 'th' ? message.ward_th : message.ward
  const { visit, bed } = message
  const bedText = bed && fillText(alarms.bed, { bed })
  const place = visit
    ? [
        visit.kind,
        visit.zone?.[language === 'th' ? 'name_th' : 'name_en'],
        visit.bay,
        ward && `(${fillText(alarms['admitted-to'], { ward })})`,
        bedText,
      ]
    : [ward, bedText]
  const where = place.filter(Boolean).join(' ')
  return [
    `${severity}: ${ownRules[rule] ?? getRuleText(rule, language)}`,
    ...(where ? [where] : []),
    fillText(messages.alarm.time, { time: formatRaised(message.raised_at, language, now) }),
  ].join('\n')
}

/** The time of an alarm of today; an earlier one has its date, or it would look like one of now. */
function formatRaised(raisedAt: string, language: Language, now: Date): string {
  const date = (instant: string) => formatZonedDate(hospitalTimeZone, instant)
  const format = date(raisedAt) === date(now.toISOString()) ? timeFormat : dayFormats[language]
  return format.format(new Date(raisedAt))
}
