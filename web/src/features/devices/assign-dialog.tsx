import { Alert, Button, Group, SegmentedControl, Stack, Text, TextInput } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { type Device, devices } from 'contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSend } from '../../api/client.ts'
import { BreakGlassForm, parseBlockedRecord } from '../../clinical/break-glass-form.tsx'
import { formatTime, getHospitalMidnight } from '../../ui/date/dates.ts'
import { useToday } from '../../ui/date/use-today.ts'
import { Dialog } from '../../ui/feedback/dialog.tsx'
import { DateField } from '../../ui/form/date-field.tsx'
import { fullName } from '../../ui/person-name.ts'
import { outdatedByHandover } from './outdated-queries.ts'
import { PatientPicker, type PickedPatient } from './patient-picker.tsx'

type AssignDialogProps = { device: Device | undefined; onClose: () => void }

export function AssignDialog({ device, onClose }: AssignDialogProps) {
  const { t } = useTranslation('devices')
  return (
    <Dialog
      opened={device !== undefined}
      onClose={onClose}
      isWide
      title={device && t('assign.title', { device: device.name })}
    >
      {device && <AssignDeviceForm device={device} onClose={onClose} />}
    </Dialog>
  )
}

function AssignDeviceForm({ device, onClose }: { device: Device; onClose: () => void }) {
  const { t, i18n } = useTranslation('devices')
  const [patient, setPatient] = useState<PickedPatient>()
  const [when, setWhen] = useState<'now' | 'earlier'>('now')
  const today = useToday()
  const [date, setDate] = useState(today)
  const [time, setTime] = useState('')
  const [isTried, setTried] = useState(false)
  const [isTimeWrong, setTimeWrong] = useState(false)
  const send = useSend(devices.assign, {
    inline: ['break-glass-needed'],
    outdates: outdatedByHandover,
    onSuccess: onClose,
  })
  const at = when === 'now' ? undefined : parseAssignmentTime(date, time)
  const { wearer, worn_since: since } = device

  const submit = () => {
    const isWrong = when === 'earlier' && (at === undefined || Date.parse(at) > Date.now())
    setTried(true)
    setTimeWrong(isWrong)
    if (!patient || isWrong) return
    send.mutate({ device_id: device._id, patient_id: patient._id, ...(at && { at }) })
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
        <PatientPicker
          value={patient}
          onChange={setPatient}
          error={isTried && !patient && t('assign.required')}
        />
        <div>
          <Text size="sm" fw={500} id="since-when">
            {t('assign.since')}
          </Text>
          <SegmentedControl
            aria-labelledby="since-when"
            value={when}
            onChange={(value) => setWhen(value === 'now' ? 'now' : 'earlier')}
            data={[
              { value: 'now', label: t('assign.now') },
              { value: 'earlier', label: t('assign.earlier') },
            ]}
          />
        </div>
        {when === 'earlier' && (
          <>
            <Group align="start" grow>
              <DateField label={t('assign.date')} size="md" value={date} maxDate={today} onChange={setDate} />
              <TextInput
                label={t('assign.time')}
                type="time"
                size="md"
                value={time}
                onChange={({ currentTarget: { value } }) => setTime(value)}
                error={isTimeWrong && t('assign.time-invalid')}
              />
            </Group>
            <Text size="sm" c="dimmed">
              {t('assign.follows')}
            </Text>
          </>
        )}
        {wearer && since && wearer._id !== patient?._id && (
          <Alert color="yellow" icon={<IconAlertTriangle aria-hidden />}>
            {t('assign.worn', {
              person: fullName(wearer),
              time: formatTime(since, i18n.language, 'dd MMM yyyy hh:mm a'),
            })}
          </Alert>
        )}
        <Group justify="flex-end">
          <Button type="submit" size="md" loading={send.isPending}>
            {t('assign.action')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

/** A date and a time in the hospital's time zone; undefined while either is incomplete. */
function parseAssignmentTime(date: string, time: string): string | undefined {
  const [, hours, minutes] = /^(\d\d):(\d\d)/.exec(time) ?? []
  if (hours === undefined || !/^\d{4}-\d\d-\d\d$/.test(date)) return undefined
  const sinceMidnightMs = (Number(hours) * 60 + Number(minutes)) * 60_000
  return new Date(getHospitalMidnight(date).getTime() + sinceMidnightMs).toISOString()
}
