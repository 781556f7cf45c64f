import { useTranslation } from 'react-i18next'
import { NumberDisplay } from '../../features/opd/number-display.tsx'
import { formatScreenPath } from '../../screens.ts'

export function NumberDisplayPage() {
  const { t } = useTranslation('opd')
  return <NumberDisplay crumb={{ label: t('title'), to: formatScreenPath('opd') }} />
}
