import { Button } from '@mantine/core'
import { IconPencilPlus } from '@tabler/icons-react'
import type { Patient } from 'contract'
import { useTranslation } from 'react-i18next'
import { SideSheet } from '../../../ui/feedback/side-sheet.tsx'
import { formatPatientName } from '../../../ui/person-name.ts'
import { useIsPhone } from '../../../ui/use-is-phone.ts'
import { useUrlFlag } from '../../../ui/use-url-state.ts'
import classes from './record-button.module.css'
import { RecordForm } from './record-form.tsx'

/**
 * Opens the form for new readings; the URL says that it is open. On a phone it floats above the bottom bar, within
 * reach of the thumb.
 */
export function RecordButton({ patient }: { patient: Patient }) {
  const { t } = useTranslation('readings')
  const [isOpen, setOpen] = useUrlFlag('record')
  const isPhone = useIsPhone()
  return (
    <>
      <Button
        size={isPhone ? 'md' : 'sm'}
        className={classes.button ?? ''}
        leftSection={<IconPencilPlus size={18} aria-hidden />}
        data-floating
        onClick={() => setOpen(true)}
      >
        <span data-word>{t('record')}</span>
      </Button>
      <SideSheet
        title={`${t('record')} · ${formatPatientName(patient)}`}
        opened={isOpen}
        position={isPhone ? 'bottom' : 'right'}
        onClose={() => setOpen(false)}
      >
        <RecordForm patient={patient} onDone={() => setOpen(false)} />
      </SideSheet>
    </>
  )
}
