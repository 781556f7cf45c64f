import { Button, Skeleton, Stack, Text } from '@mantine/core'
import { IconScan } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { Device, PatientLabel } from 'contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { BreakGlassForm, parseBlockedRecord } from '../../clinical/break-glass-form.tsx'
import { confirm } from '../../ui/feedback/confirm.tsx'
import { Dialog } from '../../ui/feedback/dialog.tsx'
import { QueryFailure } from '../../ui/feedback/query-failure.tsx'
import { SinceFields, useSince } from '../../ui/form/date/since-fields.tsx'
import { FilterBar } from '../../ui/list/filter/filter-bar.tsx'
import { SearchBox } from '../../ui/list/filter/search-box.tsx'
import { formatPatientName } from '../../ui/person-name.ts'
import { askDevices } from './ask-devices.ts'
import { DeviceName } from './cells.tsx'
import { useHandOver } from './use-hand-over.ts'
import classes from './worn-devices.module.css'

type Receiver = Pick<PatientLabel, '_id' | 'hn' | 'title' | 'name' | 'surname'>
type GiveDeviceProps = { patient: Receiver; onClose: () => void }

/** Gives a device to a patient: a free one, or by its name or MAC address any, also from another patient. */
export function GiveDeviceDialog({ opened, ...props }: GiveDeviceProps & { opened: boolean }) {
  const { t } = useTranslation('devices')
  return (
    <Dialog
      opened={opened}
      onClose={props.onClose}
      isWide
      title={t('give-to', { person: formatPatientName(props.patient) })}
    >
      {opened && <DeviceChoice {...props} />}
    </Dialog>
  )
}

const maxShown = 50

function DeviceChoice({ patient, onClose }: GiveDeviceProps) {
  const { t } = useTranslation('devices')
  const [text, setText] = useState('')
  const since = useSince()
  const found = useQuery({
    ...askDevices({
      search_value: text,
      is_wearable: true,
      number_of_rec: maxShown,
      ...(text === '' && { is_worn: false }),
    }),
    placeholderData: keepPreviousData,
  })
  const send = useHandOver({ inline: ['break-glass-needed'], onSuccess: onClose })
  const shut = parseBlockedRecord(send.error)
  const again = send.variables
  if (shut && again)
    return <BreakGlassForm key={shut.patient_id} record={shut} onOpened={() => send.mutate(again)} />

  const rows = found.data?.rows.filter(({ wearer }) => wearer?._id !== patient._id)
  const total = found.data?.total ?? 0
  const give = async (device: Device) => {
    const chosen = since.read()
    if (!chosen) return
    const { wearer } = device
    const isSure =
      !wearer ||
      (await confirm({
        question: t('take-over.question', { person: formatPatientName(wearer) }),
        about: `${device.name} → ${formatPatientName(patient)} · HN ${patient.hn}`,
        consequence: t('take-over.consequence', { person: formatPatientName(wearer) }),
        action: t('take-over.action'),
        isDangerous: false,
      }))
    const seen = { device_id: device._id, seen_wearer_id: wearer?._id ?? null }
    if (isSure) send.mutate({ ...seen, patient_id: patient._id, ...chosen })
  }
  const [only, ...others] = rows ?? []
  return (
    <Stack gap="md">
      <FilterBar>
        <SearchBox
          label={t('search')}
          hint={t('search-hint')}
          Icon={IconScan}
          isFirst
          view={{ text }}
          onChange={(changed) => setText(changed.text)}
          onEnter={(typed) => {
            const isAnswered = typed === text && !found.isPlaceholderData
            if (only && others.length === 0 && isAnswered) void give(only)
          }}
        />
      </FilterBar>
      <SinceFields {...since.fields} label={t('assign.since')} consequence={t('assign.follows')} />
      {found.isLoadingError ? (
        <QueryFailure query={found} />
      ) : !rows ? (
        <Skeleton height="12rem" />
      ) : rows.length === 0 ? (
        <Text c="dimmed">{t(text === '' ? 'none-free' : 'none-fits')}</Text>
      ) : (
        <>
          {total > maxShown && <Text c="dimmed">{t('more-devices', { shown: rows.length, total })}</Text>}
          <ul className={classes.devices} aria-busy={found.isPlaceholderData}>
            {rows.map((device) => (
              <li key={device._id} className={classes.choice}>
                <DeviceName device={device} />
                {device.wearer && (
                  <span className={classes.wearer}>
                    {t('worn-by', { person: formatPatientName(device.wearer) })}
                  </span>
                )}
                <Button
                  variant={device.wearer ? 'default' : 'filled'}
                  size="md"
                  loading={send.isPending && send.variables.device_id === device._id}
                  aria-label={t(device.wearer ? 'hand-over-of' : 'give-of', { device: device.name })}
                  onClick={() => void give(device)}
                >
                  {t(device.wearer ? 'take-over.action' : 'give')}
                </Button>
              </li>
            ))}
          </ul>
        </>
      )}
    </Stack>
  )
}
