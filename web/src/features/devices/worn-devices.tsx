import { Button, Skeleton, Text } from '@mantine/core'
import { IconArrowsExchange, IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type Device, type PatientLabel, standardTimes, thresholds } from 'contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ask } from '../../api/client.ts'
import { useMay } from '../../session/signed-in.tsx'
import { Time } from '../../ui/date/time.tsx'
import { QueryFailure } from '../../ui/feedback/query-failure.tsx'
import { Section } from '../../ui/section.tsx'
import { useUrlFlag } from '../../ui/use-url-state.ts'
import { askDevices } from './ask-devices.ts'
import { AssignDialog } from './assign-dialog.tsx'
import { DeviceConnection, DeviceName } from './cells.tsx'
import { GiveDeviceDialog } from './give-device-dialog.tsx'
import { useTakeBack } from './take-back.ts'
import classes from './worn-devices.module.css'

/** Nobody wears more devices. */
const maxWorn = 100

type WornDevicesProps = { patient: Pick<PatientLabel, '_id' | 'hn' | 'title' | 'name' | 'surname'> }

/** The devices that a patient wears. They are given and taken back here; the URL says that one is being given. */
export function WornDevices({ patient }: WornDevicesProps) {
  const { t } = useTranslation('devices')
  const mayAssign = useMay('device:assign')
  const [isGiving, setGiving] = useUrlFlag('give')
  const [handed, setHanded] = useState<Device>()
  const found = useQuery(askDevices({ patient_id: patient._id, number_of_rec: maxWorn }))
  const { data: set } = useQuery(ask(thresholds.get, {}, true))
  const { battery_percent: lowBattery } = set?.thresholds.times ?? standardTimes
  const { takeBack, isPending } = useTakeBack()
  return (
    <Section title={t('worn')}>
      {found.isLoadingError ? (
        <QueryFailure query={found} />
      ) : !found.data ? (
        <Skeleton height="5rem" />
      ) : found.data.rows.length === 0 ? (
        <Text c="dimmed">{t('none-worn')}</Text>
      ) : (
        <ul className={classes.devices}>
          {found.data.rows.map((device) => (
            <li key={device._id} className={classes.device}>
              <DeviceName device={device} />
              <div>
                <DeviceConnection device={device} lowBattery={lowBattery} />
                {device.worn_since && (
                  <span className={classes.since}>
                    {t('worn-since')} <Time at={device.worn_since} />
                  </span>
                )}
              </div>
              {mayAssign && (
                <div className={classes.acts}>
                  <Button
                    variant="default"
                    size="md"
                    disabled={isPending}
                    onClick={() => void takeBack(device)}
                  >
                    {t('take-back')}
                  </Button>
                  <Button
                    variant="default"
                    size="md"
                    leftSection={<IconArrowsExchange size={18} aria-hidden />}
                    onClick={() => setHanded(device)}
                  >
                    {t('hand-over')}
                  </Button>
                </div>
              )}
            </li>
          ))}
        </ul>
      )}
      {mayAssign && (
        <Button
          size="md"
          mt="md"
          leftSection={<IconPlus size={18} aria-hidden />}
          onClick={() => setGiving(true)}
        >
          {t('give-device')}
        </Button>
      )}
      <GiveDeviceDialog patient={patient} opened={isGiving && mayAssign} onClose={() => setGiving(false)} />
      <AssignDialog device={handed} onClose={() => setHanded(undefined)} />
    </Section>
  )
}
