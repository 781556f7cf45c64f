import { Button } from '@mantine/core'
import { IconUserPlus } from '@tabler/icons-react'
import type { visitKinds } from 'contract'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useMay } from '../../../session/signed-in.tsx'
import { Dialog } from '../../../ui/feedback/dialog.tsx'
import { ArrivalForm } from './arrival-form.tsx'

/**
 * The button that opens the form of an arrival, and the dialog with the form. The dialog stands beside what the button
 * stands in: a board that fills while somebody types must not close it. Nothing for whoever may not register one.
 */
export function useArrival({
  kind,
  onDone,
}: {
  kind?: (typeof visitKinds)[number]
  onDone?: () => void
} = {}): { button: ReactNode; dialog: ReactNode } {
  const { t } = useTranslation('triage')
  const mayManage = useMay('queue:manage')
  const [isArriving, setArriving] = useState(false)
  if (!mayManage) return { button: null, dialog: null }
  return {
    button: (
      <Button
        size="md"
        leftSection={<IconUserPlus size={18} aria-hidden />}
        onClick={() => setArriving(true)}
      >
        {t('queue.arrive')}
      </Button>
    ),
    dialog: (
      <Dialog isWide title={t('arrival.title')} opened={isArriving} onClose={() => setArriving(false)}>
        <ArrivalForm
          kind={kind}
          onDone={() => {
            setArriving(false)
            onDone?.()
          }}
        />
      </Dialog>
    ),
  }
}
