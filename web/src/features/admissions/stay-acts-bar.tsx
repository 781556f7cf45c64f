import { Button, Menu } from '@mantine/core'
import { IconArrowsExchange, IconDoorEnter, IconDoorExit, IconHome } from '@tabler/icons-react'
import { admissions, type StayHistory } from 'contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSend } from '../../api/client.ts'
import { confirm } from '../../ui/feedback/confirm.tsx'
import { RowMenu } from '../../ui/list/row-menu.tsx'
import { formatPatientName } from '../../ui/person-name.ts'
import classes from './admissions.module.css'
import { DischargeDialog } from './discharge-dialog.tsx'
import { EditAdmissionDialog } from './edit-admission-dialog.tsx'
import { LeaveDialog } from './leave-dialog.tsx'
import { MoveDialog } from './move-dialog.tsx'
import { outdatedByStay } from './queries.ts'
import { UndoDialog } from './undo-dialog.tsx'

type Act = 'move' | 'leave' | 'discharge' | 'edit' | 'undo-discharge' | 'void'

/** What can be done about a stay now. */
export function StayActsBar({ stay }: { stay: StayHistory }) {
  const { t } = useTranslation('admissions')
  const [act, setAct] = useState<Act>()
  const close = () => setAct(undefined)
  const back = useSend(admissions.comeBack, { outdates: outdatedByStay })
  const isOpen = stay.discharged_at === null
  const isOnLeave = stay.place?.kind === 'leave'
  const takeBack = async () => {
    const isSure = await confirm({
      question: t('back-title', { person: formatPatientName(stay.patient) }),
      about: `${formatPatientName(stay.patient)} · HN ${stay.patient.hn}`,
      consequence: stay.place?.bed ? t('bed', { bed: stay.place.bed.label }) : t('waiting'),
      action: t('back'),
      isDangerous: false,
    })
    if (isSure) back.mutate({ patient_id: stay.patient._id, stay_id: stay._id, version: stay.version })
  }
  return (
    <div className={classes.acts}>
      {isOpen && isOnLeave && (
        <Button
          size="md"
          leftSection={<IconDoorEnter size={18} aria-hidden />}
          loading={back.isPending}
          onClick={() => void takeBack()}
        >
          {t('back')}
        </Button>
      )}
      {isOpen && (
        <Button
          size="md"
          variant="default"
          leftSection={<IconArrowsExchange size={18} aria-hidden />}
          onClick={() => setAct('move')}
        >
          {t('move')}
        </Button>
      )}
      {isOpen && !isOnLeave && (
        <Button
          size="md"
          variant="default"
          leftSection={<IconHome size={18} aria-hidden />}
          onClick={() => setAct('leave')}
        >
          {t('leave')}
        </Button>
      )}
      {isOpen && (
        <Button
          size="md"
          variant="default"
          leftSection={<IconDoorExit size={18} aria-hidden />}
          onClick={() => setAct('discharge')}
        >
          {t('discharge')}
        </Button>
      )}
      <RowMenu label={t('more')}>
        <Menu.Item onClick={() => setAct('edit')}>{t('edit')}</Menu.Item>
        {!isOpen && <Menu.Item onClick={() => setAct('undo-discharge')}>{t('undo-discharge')}</Menu.Item>}
        <Menu.Item onClick={() => setAct('void')}>{t('void')}</Menu.Item>
      </RowMenu>
      <MoveDialog stay={stay} opened={act === 'move'} onClose={close} />
      <LeaveDialog stay={stay} opened={act === 'leave'} onClose={close} />
      <DischargeDialog stay={stay} opened={act === 'discharge'} onClose={close} />
      <EditAdmissionDialog stay={stay} opened={act === 'edit'} onClose={close} />
      <UndoDialog
        stay={stay}
        what={act === 'undo-discharge' || act === 'void' ? act : undefined}
        onClose={close}
      />
    </div>
  )
}
