import { Button, Skeleton } from '@mantine/core'
import { IconAlertTriangle, IconCheck, IconSignature } from '@tabler/icons-react'
import { type CheckSignature, type EquipmentCheck, equipment, type Result } from 'contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSend } from '../../api/client.ts'
import { StaffName } from '../../clinical/staff/staff-name.tsx'
import { formatTime } from '../../ui/date/dates.ts'
import { Time } from '../../ui/date/time.tsx'
import { Dialog } from '../../ui/feedback/dialog.tsx'
import { FailureAlert } from '../../ui/feedback/failure-alert.tsx'
import { SignaturePicture } from '../../ui/signature/signature-pad.tsx'
import classes from './equipment.module.css'

/** Shows who signed a check and its second count, and how, when somebody asks for it. */
export function CheckSignatures({ check }: { check: EquipmentCheck }) {
  const { t, i18n } = useTranslation('equipment')
  const [isOpen, setOpen] = useState(false)
  const read = useSend(equipment.counts, { inline: true })
  const title = t('signatures-of', { time: formatTime(check.checked_at, i18n.language, 'dd MMM yyyy HH:mm') })
  return (
    <>
      <Button
        variant="default"
        size="md"
        leftSection={<IconSignature size={18} aria-hidden />}
        aria-label={title}
        onClick={() => {
          setOpen(true)
          read.mutate({ _id: check._id })
        }}
      >
        {t('signatures')}
      </Button>
      <Dialog title={title} opened={isOpen} onClose={() => setOpen(false)}>
        <FailureAlert error={read.error} />
        {read.isPending && <Skeleton height="8rem" />}
        {read.data && <Signatures read={read.data} />}
      </Dialog>
    </>
  )
}

function Signatures({ read: { check, signatures } }: { read: Result<typeof equipment.counts> }) {
  const { t } = useTranslation('equipment')
  const { by, checked_at, second } = check
  return (
    <ul className={classes.faults}>
      <li>
        <strong>{t('printout.checker')}</strong>
        <span className={classes.quiet}>
          <Time at={checked_at} /> · <StaffName of={by} />
        </span>
        <Signature signature={signatures.first} />
      </li>
      {second && (
        <li>
          <strong>{t('printout.verifier')}</strong>
          <span className={classes.quiet}>
            <Time at={second.at} /> · <StaffName of={second.by} />
          </span>
          <Signature signature={signatures.second} />
        </li>
      )}
    </ul>
  )
}

function Signature({ signature }: { signature: CheckSignature | null }) {
  const { t } = useTranslation(['equipment', 'forms'])
  if (!signature) return <span>{t('unsigned')}</span>
  const { signer_name, strokes, holds } = signature
  return (
    <>
      {strokes ? (
        <SignaturePicture strokes={strokes} label={signer_name} />
      ) : (
        <span>
          {t('forms:signed-typed')}: {signer_name}
        </span>
      )}
      <span className={classes.inline}>
        {holds ? <IconCheck size={18} aria-hidden /> : <IconAlertTriangle size={18} aria-hidden />}
        {holds ? t('signed-holds') : <strong>{t('signed-other')}</strong>}
      </span>
    </>
  )
}
