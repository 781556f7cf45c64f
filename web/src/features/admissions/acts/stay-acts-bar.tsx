import { Button, Menu } from '@mantine/core'
import { IconArrowsExchange, IconDoorEnter, IconDoorExit, IconHome } from '@tabler/icons-react'
import { type StayHistory, wardUndoHours } from 'contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useMay } from '../../../session/signed-in.tsx'
import { DangerMenuItem } from '../../../ui/danger-button.tsx'
import { RowMenu } from '../../../ui/list/row-menu.tsx'
import classes from '../admissions.module.css'
import { CorrectForm } from './correction/correct-form.tsx'
import { ChangeDischargeForm, DischargeForm } from './discharge-form.tsx'
import { EditForm } from './edit-form.tsx'
import { ChangeLeaveForm, ComeBackForm, LeaveForm } from './leave-form.tsx'
import { MoveForm } from './move-form.tsx'
import { StayDialog } from './stay-form.tsx'
import { SwapForm } from './swap-form.tsx'
import { UndoDischargeForm, type Undone, useUndoing, VoidForm } from './undo-form.tsx'

const forms = {
  move: MoveForm,
  swap: SwapForm,
  leave: LeaveForm,
  back: ComeBackForm,
  'change-leave': ChangeLeaveForm,
  discharge: DischargeForm,
  'change-discharge': ChangeDischargeForm,
  edit: EditForm,
  correct: CorrectForm,
  'undo-discharge': UndoDischargeForm,
  void: VoidForm,
}

type StayActsBarProps = {
  stay: StayHistory
  /** Whether it is the patient's last and over: the patient can be put back into no other. */
  mayBePutBack: boolean
  onUndone: (undone: Undone) => void
}

/** What can be done about a stay now. Whoever may do nothing sees nothing. */
export function StayActsBar({ stay, mayBePutBack, onUndone }: StayActsBarProps) {
  const { t } = useTranslation('admissions')
  const mayManage = useMay('admission:manage')
  const undoing = useUndoing(stay)
  const [act, setAct] = useState<keyof typeof forms>()
  const close = () => setAct(undefined)
  const Form = act && forms[act]
  const isOpen = mayManage && stay.discharged_at === null
  const isOnLeave = stay.place?.kind === 'leave'
  const isUndoShown = mayBePutBack && undoing !== 'none'
  if (!mayManage && !isUndoShown) return null
  return (
    <div className={classes.acts}>
      {isOpen && isOnLeave && (
        <Button
          size="md"
          leftSection={<IconDoorEnter size={18} aria-hidden />}
          onClick={() => setAct('back')}
        >
          {t('back')}
        </Button>
      )}
      {isOpen && isOnLeave && (
        <Button size="md" variant="default" onClick={() => setAct('change-leave')}>
          {t('change-leave')}
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
        {isOpen && stay.place?.kind === 'bed' && (
          <Menu.Item onClick={() => setAct('swap')}>{t('swap.action')}</Menu.Item>
        )}
        {mayManage && <Menu.Item onClick={() => setAct('edit')}>{t('edit')}</Menu.Item>}
        {mayManage && <Menu.Item onClick={() => setAct('correct')}>{t('correct')}</Menu.Item>}
        {mayManage && stay.discharged_at !== null && (
          <Menu.Item onClick={() => setAct('change-discharge')}>{t('change-discharge')}</Menu.Item>
        )}
        {isUndoShown && undoing === 'too-late' && (
          <Menu.Label className={classes.why}>{t('undo-late', { hours: wardUndoHours })}</Menu.Label>
        )}
        {isUndoShown && undoing !== 'too-late' && (
          <Menu.Item onClick={() => setAct('undo-discharge')}>{t('undo-discharge')}</Menu.Item>
        )}
        {mayManage && (
          <>
            <Menu.Divider />
            <DangerMenuItem onClick={() => setAct('void')}>{t('void')}</DangerMenuItem>
          </>
        )}
      </RowMenu>
      <StayDialog act={act} patient={stay.patient} onClose={close}>
        {Form && <Form stay={stay} onClose={close} onUndone={onUndone} />}
      </StayDialog>
    </div>
  )
}
