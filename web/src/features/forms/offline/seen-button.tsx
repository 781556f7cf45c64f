import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { forgetFailed } from './outbox.ts'

/** The author confirms with it that they have seen that the server cannot store something. */
export function SeenButton() {
  const { t } = useTranslation('offline')
  return (
    <Button variant="default" size="md" ml="xs" onClick={() => void forgetFailed()}>
      {t('seen')}
    </Button>
  )
}
