import { Alert, Stack } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import type { Device } from 'contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { BreakGlassForm, parseBlockedRecord } from '../../clinical/break-glass-form.tsx'
import { PatientSelect } from '../../clinical/patient/patient-select.tsx'
import { formatTime } from '../../ui/date/dates.ts'
import { Dialog } from '../../ui/feedback/dialog.tsx'
import { FormEnd } from '../../ui/feedback/form-end.tsx'
import { SinceFields, useSince } from '../../ui/form/date/since-fields.tsx'
import { formatPatientName } from '../../ui/person-name.ts'
import { useHandOver } from './use-hand-over.ts'

type AssignDialogProps = { device: Device | undefined; onClose: () => void }

export function AssignDialog({ device, onClose }: AssignDialogProps) {
  const { t } = useTranslation('devices')
  return (
    <Dialog
      opened={device !== undefined}
      onClose={onClose}
      isWide
      title={device && t(device.wearer ? 'assign.title-worn' : 'assign.title', { device: device.name })}
    >
      {device && <AssignDeviceForm device={device} onClose={onClose} />}
    </Dialog>
  )
}

function AssignDeviceForm({ device, onClose }: { device: Device; onClose: () => void }) {
  const { t, i18n } = useTranslation('devices')
  const [patientId, setPatientId] = useState<string>()
  const since = useSince()
  const [isTried, setTried] = useState(false)
  const [{ wearer, worn_since: wornSince }, setSeen] = useState<Pick<Device, 'wearer' | 'worn_since'>>(device)
  const send = useHandOver({ inline: ['break-glass-needed'], onSuccess: onClose, onMoved: setSeen })

  const submit = () => {
    const chosen = since.read()
    setTried(true)
    if (!patientId || !chosen) return
    const seen = { device_id: device._id, seen_wearer_id: wearer?._id ?? null }
    send.mutate({ ...seen, patient_id: patientId, ...chosen })
  }
  const shut = parseBlockedRecord(send.error)
  const again = send.variables
  if (shut && again) {
    // The records of both the former and the new wearer may be closed: open one after the other.
    return <BreakGlassForm key={shut.patient_id} record={shut} onOpened={() => send.mutate(again)} />
  }
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <Stack gap="md">
        <PatientSelect
          label={t('assign.patient')}
          isFirst
          value={patientId}
          error={isTried && !patientId && t('assign.required')}
          onChange={setPatientId}
        />
        <SinceFields {...since.fields} label={t('assign.since')} consequence={t('assign.follows')} />
        {wearer && wornSince && wearer._id !== patientId && (
          <Alert color="yellow" icon={<IconAlertTriangle aria-hidden />}>
            {t('assign.worn', {
              person: formatPatientName(wearer),
              time: formatTime(wornSince, i18n.language, 'dd MMM yyyy HH:mm'),
            })}
          </Alert>
        )}
        <FormEnd
          action={t(wearer ? 'hand-over' : 'assign.action')}
          isPending={send.isPending}
          onCancel={onClose}
        />
      </Stack>
    </form>
  )
}
