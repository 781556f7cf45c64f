import { Alert, Button } from '@mantine/core'
import { IconCloudOff } from '@tabler/icons-react'
import { errorCodes } from 'contract'
import i18next from 'i18next'
import { useTranslation } from 'react-i18next'
import { Moment } from '../../ui/date/moment.tsx'
import { confirm } from '../../ui/feedback/confirm.tsx'
import { FailureAlert } from '../../ui/feedback/failure-alert.tsx'
import { toast } from '../../ui/feedback/toast.tsx'
import { ProblemText } from '../../ui/form/schema-form.tsx'
import type { KeptStep } from './kept-steps.ts'
import classes from './missions.module.css'
import { removeStep, sendKeptSteps, stepInFlight } from './send-steps.ts'

type NotSentStepsProps = {
  kept: readonly KeptStep[]
  /** Where they stand on no card of their mission: its number is said, and why there is no card. */
  without?: 'card' | 'list'
}

/** Steps that were pressed without a signal, each with its moment; one that is not just being sent can be removed. */
export function NotSentSteps({ kept, without }: NotSentStepsProps) {
  const { t } = useTranslation('missions')
  const inFlight = stepInFlight.use()
  if (kept.length === 0) return null
  return (
    <Alert color="yellow" icon={<IconCloudOff aria-hidden />} title={t('not-sent')}>
      {without === 'card' && <p>{t('no-card')}</p>}
      <ul className={classes.timeline}>
        {kept.map((one) => {
          const { event_id, at } = one.body
          const name = nameStep(one)
          return (
            <li key={event_id} className={classes.step}>
              <span>
                <Moment at={at} /> <strong>{name}</strong>
                {without && ` · ${one.number ?? t('no-number')}`}
              </span>
              {one.isInPage && <span>{t('in-page')}</span>}
              <Refusal of={one} />
              {event_id === inFlight ? (
                <span className={classes.minor}>{t('sending')}</span>
              ) : (
                <Button
                  variant="subtle"
                  size="md"
                  aria-label={t('remove-unsent-step', { step: name })}
                  onClick={() => void removeAsked(one)}
                >
                  {t('remove-unsent')}
                </Button>
              )}
            </li>
          )
        })}
      </ul>
      <Button variant="default" size="md" onClick={() => void sendKeptSteps()}>
        {t('send-now')}
      </Button>
    </Alert>
  )
}

/** Why the panel refused a step: its time is wrong, or the panel has one and asks why it should be another. */
function Refusal({ of: { failure } }: { of: KeptStep }) {
  const { t } = useTranslation('missions')
  const [problem] = failure?.fields ?? []
  if (failure?.code === errorCodes.invalid && problem)
    return (
      <FailureAlert error={failure}>
        {problem.field === 'note' ? t('recorded-already') : <ProblemText message={problem.message} />}
      </FailureAlert>
    )
  return <FailureAlert error={failure ?? null} />
}

const nameStep = ({ body: { step, withdraws } }: KeptStep): string =>
  [step, withdraws].flatMap((one) => (one ? i18next.t(`missions:step.${one}`) : [])).join(' ')

async function removeAsked(kept: KeptStep): Promise<void> {
  const {
    number,
    body: { event_id, at },
  } = kept
  const isSure = await confirm({
    question: i18next.t('missions:remove-question'),
    about: (
      <>
        {nameStep(kept)} <Moment at={at} /> {number}
      </>
    ),
    consequence: i18next.t('missions:remove-consequence'),
    action: i18next.t('missions:remove-unsent'),
  })
  if (isSure && !(await removeStep(event_id))) toast('warning', i18next.t('missions:sent-meanwhile'))
}
