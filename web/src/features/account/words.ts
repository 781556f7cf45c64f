import type { OwnSession } from 'contract'
import { useTranslation } from 'react-i18next'

/** "Chrome on Windows"; unknown parts are not guessed. */
export function useBrowserText(): (device: Pick<OwnSession, 'browser' | 'system'>) => string {
  const { t } = useTranslation('account')
  return ({ browser, system }) =>
    browser && system ? t('device.both', { browser, system }) : (browser ?? system ?? t('device.unknown'))
}
