import { useTranslation } from 'react-i18next'
import { NumberDisplay } from '../../features/opd/number-display.tsx'
import { screenPath } from '../../screens.ts'

export function NumberDisplayPage() {
  const { t } = useTranslation('opd')
  return <NumberDisplay crumb={{ label: t('title'), to: screenPath('opd') }} />
}
