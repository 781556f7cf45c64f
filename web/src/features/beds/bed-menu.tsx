import { Menu } from '@mantine/core'
import { type BedReservation, beds, type MappedBed, type WardPatient } from 'contract'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useSend } from '../../api/client.ts'
import { formatPatientPath } from '../../paths.ts'
import { useMay } from '../../session/signed-in.tsx'
import { DangerMenuItem } from '../../ui/danger-button.tsx'
import { RowMenu } from '../../ui/list/row-menu.tsx'
import { formatPatientName } from '../../ui/person-name.ts'
import type { BedAct } from './bed-act-dialog.tsx'
import type { PatientMove } from './rules.ts'

type BedMenuProps = {
  bed: MappedBed
  reservation: BedReservation | undefined
  onAct: (act: BedAct) => void
  /** Undefined if the user may move nobody. */
  onMove: ((act: PatientMove['act']) => void) | undefined
}

/** What can be done about a bed; nothing is shown to whoever can do nothing. */
export function BedMenu({ bed, reservation, onAct, onMove }: BedMenuProps) {
  const { t } = useTranslation('beds')
  const mayManage = useMay('bed:manage')
  const setState = useSend(beds.setState, { outdates: [beds.map] })
  const giveUp = useSend(beds.endReservation, { outdates: [beds.map] })
  const { _id, label, state, occupant } = bed
  if (!mayManage && !occupant) return null
  return (
    <RowMenu label={t('more', { bed: label })} isBusy={setState.isPending || giveUp.isPending}>
      {occupant && <PatientItems patient={occupant} onMove={onMove} />}
      {mayManage && (
        <>
          {state !== 'ready' && (
            <Menu.Item onClick={() => setState.mutate({ _id, state: 'ready' })}>{t('mark-ready')}</Menu.Item>
          )}
          {!occupant && state !== 'cleaning' && (
            <Menu.Item onClick={() => setState.mutate({ _id, state: 'cleaning' })}>
              {t('mark-cleaning')}
            </Menu.Item>
          )}
          {state !== 'blocked' && !reservation && (
            <Menu.Item onClick={() => onAct({ kind: 'reserve', bed })}>{t('reserve.action')}</Menu.Item>
          )}
          {reservation && (
            <Menu.Item onClick={() => giveUp.mutate({ _id: reservation._id })}>{t('give-up')}</Menu.Item>
          )}
          <Menu.Item onClick={() => onAct({ kind: 'features', bed })}>{t('features-of.action')}</Menu.Item>
          {!occupant && state !== 'blocked' && !reservation && (
            <>
              <Menu.Divider />
              <DangerMenuItem onClick={() => onAct({ kind: 'block', bed })}>
                {t('block.action')}
              </DangerMenuItem>
            </>
          )}
        </>
      )}
    </RowMenu>
  )
}

type PatientMenuProps = { patient: WardPatient; onMove: BedMenuProps['onMove'] }

/** What can be done about a patient who has no bed. */
export function PatientMenu({ patient, onMove }: PatientMenuProps) {
  const { t } = useTranslation('beds')
  return (
    <RowMenu label={t('more-patient', { name: formatPatientName(patient.patient) })}>
      <PatientItems patient={patient} onMove={onMove} />
    </RowMenu>
  )
}

function PatientItems({ patient: { patient, kind }, onMove }: PatientMenuProps) {
  const { t } = useTranslation('beds')
  const name = formatPatientName(patient)
  return (
    <>
      <Menu.Item component={Link} to={formatPatientPath(patient._id)}>
        {t('open-patient', { name })}
      </Menu.Item>
      {onMove && <Menu.Item onClick={() => onMove('move')}>{t('move-patient', { name })}</Menu.Item>}
      {onMove && kind === 'bed' && (
        <Menu.Item onClick={() => onMove('swap')}>{t('swap-patient', { name })}</Menu.Item>
      )}
    </>
  )
}
