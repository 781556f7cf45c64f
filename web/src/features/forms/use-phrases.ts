import type { OptionList, Phrase, PhraseValue } from 'contract'
import { useTranslation } from 'react-i18next'
import { useSpanText } from '../../clinical/ambulance/use-span-text.ts'
import { formatTime } from '../../ui/date/dates.ts'

/** Writes what a calculation says in the language of the reader. */
export function usePhrases(): (phrase: Phrase) => string {
  const { t, i18n } = useTranslation(['calculations', 'form-options'])
  const writeSpan = useSpanText()
  const translate = t as (key: string, values: Record<string, unknown>) => string
  const write = ({ key, values = {} }: Phrase): string =>
    translate(
      `calculations:${key}`,
      // A count stays a number: the plural depends on it.
      Object.fromEntries(
        Object.entries(values).map(([name, value]) => [
          name,
          typeof value === 'number' ? value : writeValue(value),
        ]),
      ),
    )
  const writeOption = (list: OptionList, value: string) => translate(`form-options:${list}.${value}`, {})
  const writeMinutes = (minutes: number) =>
    minutes < 60
      ? translate('calculations:minutes', { count: minutes })
      : translate('calculations:hours', { hours: Math.floor(minutes / 60), count: minutes % 60 })
  function writeValue(value: PhraseValue): string {
    if (typeof value === 'string') return value
    if (typeof value === 'number') return String(value)
    if (isPhrases(value)) return value.map(write).join(', ')
    if ('instant' in value) return formatTime(value.instant, i18n.language, 'dd MMM yyyy HH:mm')
    if ('minutes' in value) return writeMinutes(value.minutes)
    if ('seconds' in value) return writeSpan(value.seconds * 1_000)
    if ('option' in value) return writeOption(value.option, value.value)
    return i18n.language === 'th' ? value.th : value.en
  }
  return write
}

const isPhrases = (value: PhraseValue): value is readonly Phrase[] => Array.isArray(value)
