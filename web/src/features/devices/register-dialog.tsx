import { Alert, NativeSelect, Stack, Text, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconAlertTriangle, IconCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import {
  type Device,
  type DeviceKind,
  deviceKinds,
  devices,
  type GlucoseUnit,
  glucoseUnits,
  MacOrImei,
  monitoring,
  readings,
} from 'contract'
import { useTranslation } from 'react-i18next'
import { ask, useSend } from '../../api/client.ts'
import { Dialog } from '../../ui/feedback/dialog.tsx'
import { FormEnd } from '../../ui/feedback/form-end.tsx'
import { SchemaForm, showFieldProblems, useSchemaForm } from '../../ui/form/schema-form.tsx'

type RegisterDialogProps = {
  opened: boolean
  /** The MAC address, if it is known from a message of the device. */
  mac?: string | undefined
  onClose: () => void
}

export function RegisterDialog({ opened, mac, onClose }: RegisterDialogProps) {
  const { t } = useTranslation('devices')
  return (
    <Dialog opened={opened} onClose={onClose} title={t('register.title')}>
      <RegisterDeviceForm mac={mac} onClose={onClose} />
    </Dialog>
  )
}

function RegisterDeviceForm({ mac = '', onClose }: Omit<RegisterDialogProps, 'opened'>) {
  const { t } = useTranslation('devices')
  const form = useSchemaForm({
    schema: devices.register.body,
    initialValues: {
      mac,
      kind: 'watch' as DeviceKind,
      name: '',
      model: '',
      glucose_unit: null as GlucoseUnit | null,
    },
  })
  const send = useSend(devices.register, {
    inline: ['mac-taken', 'invalid'],
    outdates: [devices.list, devices.check, readings.inbox, monitoring.waiting],
    onSuccess: onClose,
  })
  return (
    <SchemaForm
      form={form}
      onSubmit={(values) => send.mutate(values, { onError: ({ fields }) => showFieldProblems(form, fields) })}
    >
      <Stack gap="md">
        <div>
          <TextInput
            {...form.getInputProps('mac')}
            data-autofocus
            label={t('register.mac')}
            description={t('register.mac-hint')}
            size="md"
            autoComplete="off"
            spellCheck={false}
            maxLength={40}
          />
          <MacCheck typed={form.values.mac} />
        </div>
        <NativeSelect
          {...form.getInputProps('kind')}
          label={t('register.kind')}
          size="md"
          data={deviceKinds.map((value) => ({ value, label: t(`kind.${value}`) }))}
        />
        <TextInput
          {...form.getInputProps('name')}
          label={t('register.name')}
          description={t('register.name-hint')}
          size="md"
          autoComplete="off"
        />
        <TextInput
          {...form.getInputProps('model')}
          label={t('register.model')}
          size="md"
          autoComplete="off"
        />
        {measuresGlucose(form.values.kind) && (
          <GlucoseUnitField
            value={form.values.glucose_unit}
            onChange={(unit) => form.setFieldValue('glucose_unit', unit)}
          />
        )}
        <FormEnd action={t('register.action')} isPending={send.isPending} onCancel={onClose} />
      </Stack>
    </SchemaForm>
  )
}

/** Kinds of devices that may measure glucose. */
const measuresGlucose = (kind: DeviceKind) => kind === 'glucometer' || kind === 'meter' || kind === 'box'

type GlucoseUnitProps = { value: GlucoseUnit | null; onChange: (unit: GlucoseUnit | null) => void }

function GlucoseUnitField({ value, onChange }: GlucoseUnitProps) {
  const { t } = useTranslation('devices')
  return (
    <NativeSelect
      label={t('unit.label')}
      description={t('unit.hint')}
      size="md"
      value={value ?? ''}
      data={[
        { value: '', label: t('unit.not-said') },
        ...glucoseUnits.map((unit) => ({ value: unit, label: unit })),
      ]}
      onChange={({ currentTarget }) =>
        onChange(glucoseUnits.find((unit) => unit === currentTarget.value) ?? null)
      }
    />
  )
}

const pauseMs = 250

/** Shows during typing whether the MAC address is still free. */
function MacCheck({ typed }: { typed: string }) {
  const { t } = useTranslation('devices')
  const [settled] = useDebouncedValue(typed, pauseMs)
  const mac = MacOrImei.safeParse(settled)
  const checked = useQuery({
    ...ask(devices.check, { mac: mac.data ?? '' }, true),
    enabled: mac.success,
    gcTime: 0,
  })
  const { device } = mac.success && checked.data ? checked.data : {}
  return (
    <div role="status">
      {device === null && (
        <Text size="sm" mt={4}>
          <IconCheck size={16} aria-hidden style={{ verticalAlign: 'text-bottom' }} /> {t('register.free')}
        </Text>
      )}
      {device && (
        <Alert color="yellow" icon={<IconAlertTriangle aria-hidden />} mt="xs">
          {t(device.retired_at === null ? 'register.taken' : 'register.was-retired', { device: device.name })}
        </Alert>
      )}
    </div>
  )
}

export function RenameDialog({ device, onClose }: { device: Device | undefined; onClose: () => void }) {
  const { t } = useTranslation('devices')
  return (
    <Dialog
      opened={device !== undefined}
      onClose={onClose}
      title={device && t('edit.title', { device: device.name })}
    >
      {device && <RenameForm device={device} onClose={onClose} />}
    </Dialog>
  )
}

function RenameForm({ device, onClose }: { device: Device; onClose: () => void }) {
  const { t } = useTranslation('devices')
  const form = useSchemaForm({
    schema: devices.update.body,
    initialValues: {
      _id: device._id,
      name: device.name,
      model: device.model ?? '',
      glucose_unit: device.glucose_unit,
    },
  })
  const send = useSend(devices.update, {
    inline: ['invalid'],
    outdates: [devices.list, devices.transactions, readings.inbox, monitoring.waiting],
    onSuccess: onClose,
  })
  const submit = ({ _id, name, model, glucose_unit }: typeof form.values) => {
    // Somebody else may have changed meanwhile what the user left alone: the unit is also told in the inbox.
    const changed = {
      ...(form.isDirty('name') && { name }),
      ...(form.isDirty('model') && { model }),
      ...(form.isDirty('glucose_unit') && { glucose_unit }),
    }
    send.mutate({ _id, ...changed }, { onError: ({ fields }) => showFieldProblems(form, fields) })
  }
  return (
    <SchemaForm form={form} onSubmit={submit}>
      <Stack gap="md">
        <TextInput
          {...form.getInputProps('name')}
          data-autofocus
          label={t('register.name')}
          size="md"
          autoComplete="off"
        />
        <TextInput
          {...form.getInputProps('model')}
          label={t('register.model')}
          size="md"
          autoComplete="off"
        />
        {measuresGlucose(device.kind) && (
          <GlucoseUnitField
            value={form.values.glucose_unit}
            onChange={(unit) => form.setFieldValue('glucose_unit', unit)}
          />
        )}
        <FormEnd action={t('edit.action')} isPending={send.isPending} onCancel={onClose} />
      </Stack>
    </SchemaForm>
  )
}
