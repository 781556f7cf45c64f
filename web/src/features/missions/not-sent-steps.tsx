import { Alert, Button } from '@mantine/core'
import { IconCloudOff } from '@tabler/icons-react'
import { errorCodes } from 'contract'
import i18next from 'i18next'
import { useTranslation } from 'react-i18next'
import type { KeptStep, StepKeeper } from '../../clinical/ambulance/kept-step.ts'
import { nameStep } from '../../clinical/ambulance/mission-words.ts'
import { Time } from '../../ui/date/time.tsx'
import { confirm } from '../../ui/feedback/confirm.tsx'
import { FailureAlert } from '../../ui/feedback/failure-alert.tsx'
import { toast } from '../../ui/feedback/toast.tsx'
import { ProblemText } from '../../ui/form/schema-form.tsx'
import classes from './missions.module.css'

type NotSentStepsProps = {
  keeper: StepKeeper
  kept: readonly KeptStep[]
  /** What those lack that stand on no card of their mission: its number is said, and why there is no card. */
  without?: 'card' | 'list' | 'name' | 'author'
  /** The kind of their mission, where its card shows them. */
  kind?: string
}

/**
 * Steps that were pressed without a signal, each with its time and words; one that is not just being sent can be
 * removed.
 */
export function NotSentSteps({ keeper, kept, without, kind }: NotSentStepsProps) {
  const { t } = useTranslation('missions')
  const inFlight = keeper.inFlight.use()
  if (kept.length === 0) return null
  return (
    <Alert
      color="yellow"
      icon={<IconCloudOff aria-hidden />}
      title={t(without === 'author' ? 'not-sent-left' : 'not-sent')}
    >
      {without && without !== 'list' && <p>{t(`no-${without}`)}</p>}
      <ul className={classes.timeline}>
        {kept.map((one) => {
          const { op_id, pressed } = one
          const { reason, note } = pressed?.step ?? {}
          const name = nameKept(one, kind)
          return (
            <li key={op_id} className={classes.step}>
              <span>
                <Time at={findPressedTime(one)} /> <strong>{name}</strong>
                {without && pressed && ` · ${pressed.number ?? t('no-number')}`}
                {reason && ` · ${t(`reason.${reason}`)}`}
                {typeof note === 'string' && ` · ${note}`}
              </span>
              {one.isInPage && <span>{t('in-page')}</span>}
              <Refusal of={one} />
              {op_id === inFlight ? (
                <span className={classes.minor}>{t('sending')}</span>
              ) : (
                <Button
                  variant="subtle"
                  size="md"
                  aria-label={t('remove-unsent-step', { step: name })}
                  onClick={() => void removeAsked(keeper, one, name)}
                >
                  {t('remove-unsent')}
                </Button>
              )}
            </li>
          )
        })}
      </ul>
      <Button variant="default" size="md" onClick={() => void keeper.sendAll()}>
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

/** When it was pressed, or kept, if that is all that can be read. */
const findPressedTime = ({ pressed, kept_at }: KeptStep): string =>
  pressed?.step.at ?? new Date(kept_at).toISOString()

function nameKept({ pressed }: KeptStep, kind: string | undefined): string {
  if (!pressed) return i18next.t('missions:closed-step')
  const { step, withdraws } = pressed.step
  return [step, withdraws].flatMap((one) => (one ? nameStep(one, kind) : [])).join(' ')
}

async function removeAsked(keeper: StepKeeper, kept: KeptStep, name: string): Promise<void> {
  const isSure = await confirm({
    question: i18next.t('missions:remove-question'),
    about: (
      <>
        {name} <Time at={findPressedTime(kept)} /> {kept.pressed?.number}
      </>
    ),
    consequence: i18next.t(kept.isLeft ? 'missions:remove-left-consequence' : 'missions:remove-consequence'),
    action: i18next.t('missions:remove-unsent'),
  })
  if (isSure && !(await keeper.remove(kept.op_id))) toast('warning', i18next.t('missions:sent-meanwhile'))
}
