import { Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Dialog } from '../../ui/feedback/dialog.tsx'
import { FormEnd } from '../../ui/feedback/form-end.tsx'

type MonitoringEndedProps = {
  /** The name of whoever is back; undefined while nothing is to be told. */
  person: string | undefined
  onClose: () => void
}

/** Tells that the end of a visit or a stay was undone, and that the monitoring which ended with it was not. */
export function MonitoringEnded({ person, onClose }: MonitoringEndedProps) {
  const { t } = useTranslation('devices')
  return (
    <Dialog title={t('not-resumed.title')} opened={person !== undefined} onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          onClose()
        }}
      >
        <Stack gap="md">
          <Text>{t('not-resumed.text', { person })}</Text>
          <FormEnd action={t('not-resumed.understood')} isPending={false} />
        </Stack>
      </form>
    </Dialog>
  )
}
