import { useTranslation } from 'react-i18next'
import { formatKnownDate } from './dates.ts'

/** A birth date in words, as far as it is known; it is given as `writeBirthDate` writes it. */
export function useBirthText(): (written: string) => string {
  const { t, i18n } = useTranslation('ui')
  return (written) => {
    const known = formatKnownDate(written.replace('~', ''), i18n.language)
    return written.endsWith('~') ? t('about', { what: known }) : known
  }
}
