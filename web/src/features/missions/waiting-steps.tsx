import { Alert, Button, Group } from '@mantine/core'
import { IconHourglass } from '@tabler/icons-react'
import type { Mission, WaitingStep } from 'contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { nameStep } from '../../clinical/ambulance/mission-words.ts'
import { StaffName } from '../../clinical/staff/staff-name.tsx'
import { Time } from '../../ui/date/time.tsx'
import { DecideStepDialog } from './decide-step-dialog.tsx'
import classes from './missions.module.css'

type WaitingStepsProps = {
  mission: Mission
  /** A dispatcher; the crew reads that they wait. */
  mayDecide: boolean
}

export const listWaitingSteps = ({ waiting_steps }: Mission): WaitingStep[] =>
  waiting_steps.filter(({ rejected }) => rejected === null)

/** The steps of a mission that wait for a dispatcher: of whom, when they were pressed, and why they wait. */
export function WaitingSteps({ mission, mayDecide }: WaitingStepsProps) {
  const { t } = useTranslation('missions')
  const [decided, setDecided] = useState<{ step: WaitingStep; isAccepted: boolean }>()
  const waiting = listWaitingSteps(mission)
  return (
    <>
      {waiting.length > 0 && (
        <Alert
          color="yellow"
          icon={<IconHourglass aria-hidden />}
          title={t(mayDecide ? 'waiting.title' : 'waiting.for-dispatcher')}
        >
          <ul className={classes.timeline}>
            {waiting.map((step) => (
              <li key={step._id} className={classes.step}>
                <span>
                  <Time at={step.at} /> <StepName of={step} kind={mission.kind} /> ·{' '}
                  <StaffName of={step.by} />
                  {step.reason && ` · ${t(`reason.${step.reason}`)}`}
                  {step.note && ` · ${step.note}`}
                  <br />
                  {t(`waiting.because.${step.because}`)}{' '}
                  <span className={classes.minor}>
                    {t('waiting.brought')} <Time at={step.received_at} /> ·{' '}
                    <StaffName of={step.delivered_by} />
                  </span>
                </span>
                {mayDecide && (
                  <Group gap="xs">
                    <Button size="md" onClick={() => setDecided({ step, isAccepted: true })}>
                      {t('waiting.accept')}
                    </Button>
                    <Button
                      size="md"
                      variant="default"
                      onClick={() => setDecided({ step, isAccepted: false })}
                    >
                      {t('waiting.reject')}
                    </Button>
                  </Group>
                )}
              </li>
            ))}
          </ul>
        </Alert>
      )}
      {decided && <DecideStepDialog {...decided} onClose={() => setDecided(undefined)} />}
    </>
  )
}

/** The steps that a dispatcher has rejected, each with the reason. */
export function RejectedSteps({ mission }: { mission: Mission }) {
  const { t } = useTranslation('missions')
  return mission.waiting_steps.map(
    (step) =>
      step.rejected && (
        <li key={step._id} className={classes.step}>
          <span>
            <s>
              <Time at={step.at} />
            </s>{' '}
            <StepName of={step} kind={mission.kind} />{' '}
            <span className={classes.minor}>
              ({t('waiting.rejected')}) <StaffName of={step.by} /> · {t('waiting.rejected-by')}{' '}
              <StaffName of={step.rejected.by} /> · {step.rejected.note}
            </span>
          </span>
        </li>
      ),
  )
}

function StepName({ of: { step, withdraws }, kind }: { of: WaitingStep; kind: string }) {
  return (
    <>
      <strong>{nameStep(step, kind)}</strong> {withdraws && nameStep(withdraws, kind)}
    </>
  )
}
