import { Button } from '@mantine/core'
import { IconUserPlus } from '@tabler/icons-react'
import type { visitKinds } from 'contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useMay } from '../../session/signed-in.tsx'
import { Dialog } from '../../ui/feedback/dialog.tsx'
import { ArrivalForm } from './arrival-form.tsx'

/** Opens the form of an arrival; nothing for whoever may not register one. */
export function ArrivalButton({ kind }: { kind?: (typeof visitKinds)[number] }) {
  const { t } = useTranslation('triage')
  const mayManage = useMay('queue:manage')
  const [isArriving, setArriving] = useState(false)
  if (!mayManage) return null
  return (
    <>
      <Button
        size="md"
        leftSection={<IconUserPlus size={18} aria-hidden />}
        onClick={() => setArriving(true)}
      >
        {t('queue.arrive')}
      </Button>
      <Dialog isWide title={t('arrival.title')} opened={isArriving} onClose={() => setArriving(false)}>
        <ArrivalForm kind={kind} onDone={() => setArriving(false)} />
      </Dialog>
    </>
  )
}
