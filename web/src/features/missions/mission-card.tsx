import { Badge, Button, Menu } from '@mantine/core'
import { IconHourglass } from '@tabler/icons-react'
import {
  deriveMissionState,
  listMissionSteps,
  listOpenSheets,
  type Mission,
  type MissionStep,
  missionWay,
} from 'contract'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { StepKeeper } from '../../clinical/ambulance/kept-step.ts'
import { nameState, nameStep } from '../../clinical/ambulance/mission-words.ts'
import { useSheetName } from '../../clinical/ambulance/use-sheet-name.ts'
import { TimeAgo } from '../../ui/date/time-ago.tsx'
import { FailureAlert } from '../../ui/feedback/failure-alert.tsx'
import { RowMenu } from '../../ui/list/row-menu.tsx'
import { MissionDueTime } from './mission-due-time.tsx'
import { MissionFacts } from './mission-facts.tsx'
import { MissionTimeline } from './mission-timeline.tsx'
import classes from './missions.module.css'
import { NotSentSteps } from './not-sent-steps.tsx'
import { askedSteps } from './queries.ts'
import { SharePosition } from './share-position.tsx'
import { StepDialog } from './step-dialog.tsx'
import { useKeptSteps } from './use-kept-steps.ts'
import { useMissionStep } from './use-mission-step.ts'
import { listWaitingSteps, WaitingSteps } from './waiting-steps.tsx'
import { WithdrawDialog, type WithdrawnStep } from './withdraw-dialog.tsx'

type MissionCardProps = {
  mission: Mission
  /** Who acts: a dispatcher may take every step, a crew those on its way. */
  by: 'dispatch' | 'report'
  steps?: readonly MissionStep[]
  /** Keeps the steps of a crew where there is no signal. */
  keeper?: StepKeeper
  /** What else its crew can do. */
  more?: ReactNode
}

/** One mission with its next step as the largest button, and the others in a menu. */
export function MissionCard({ mission, by, steps, keeper, more }: MissionCardProps) {
  const { t } = useTranslation('missions')
  const [asked, setAsked] = useState<MissionStep>()
  const [isOpen, setOpen] = useState(false)
  const [withdrawn, setWithdrawn] = useState<WithdrawnStep>()
  const close = () => {
    setAsked(undefined)
    setWithdrawn(undefined)
  }
  const kept = useKeptSteps(keeper).read.filter(({ pressed }) => pressed.step._id === mission._id)
  // What was pressed without a signal has happened, unless the panel refused it: the next step follows it.
  const unsent = kept
    .filter(({ failure }) => !failure)
    .map(
      ({
        pressed: {
          step: { step, at, withdraws = null },
        },
      }) => ({ step, at, withdraws }),
    )
  const events = [...mission.events, ...unsent]
  const state = unsent.length > 0 ? deriveMissionState(events) : mission.state
  const send = useMissionStep(close, keeper, events)
  const possible = listMissionSteps(state).filter((step) => steps?.includes(step) ?? true)
  const next = possible.find((step) => missionWay.some((stage) => stage === step))
  const others = possible.filter((step) => step !== next)
  const waiting = listWaitingSteps(mission).length
  const isUnderWay = mission.state !== 'BACK_AT_BASE'
  const needsDialog = (step: MissionStep) =>
    askedSteps.has(step) || (step === 'CLOSED' && listOpenSheets(mission).length > 0)
  const ask = (step: MissionStep) => {
    send.reset()
    setAsked(step)
  }
  const take = (step: MissionStep) => {
    if (needsDialog(step)) return ask(step)
    send.reset()
    send.take(mission, step)
  }
  return (
    <article className={classes.card} aria-label={mission.number}>
      <header className={classes.top}>
        <div className={classes.head}>
          <strong>{mission.number}</strong>
          <Badge variant="default">{nameState(mission.state, mission.kind)}</Badge>
          {by === 'dispatch' && waiting > 0 && (
            <Badge variant="default" leftSection={<IconHourglass size={14} aria-hidden />}>
              {t('waiting.count', { count: waiting })}
            </Badge>
          )}
          <span className={classes.minor}>
            {t('step.CALLED')} <TimeAgo at={mission.called_at} />
          </span>
        </div>
        {others.length > 0 && (
          <RowMenu label={t('more', { number: mission.number })} isBusy={send.isPending}>
            {others.map((step) => (
              <Menu.Item key={step} onClick={() => take(step)}>
                {nameStep(step, mission.kind)}
              </Menu.Item>
            ))}
          </RowMenu>
        )}
      </header>
      <MissionDueTime mission={mission} />
      <MissionFacts mission={mission} isOwn={by === 'report'} />
      {by === 'report' && !isUnderWay && <NotClosed mission={mission} />}
      <WaitingSteps mission={mission} mayDecide={by === 'dispatch'} />
      {keeper && <NotSentSteps kept={kept} keeper={keeper} kind={mission.kind} />}
      {!asked && !withdrawn && <FailureAlert error={send.error} />}
      <div className={classes.acts}>
        {next && (
          <Button
            size={by === 'report' ? 'xl' : 'md'}
            fullWidth={by === 'report'}
            loading={send.isPending && !asked && !withdrawn}
            onClick={() => take(next)}
          >
            {nameStep(next, mission.kind)}
          </Button>
        )}
        {next && !needsDialog(next) && (
          <Button variant="default" size="md" onClick={() => ask(next)}>
            {t('other-time')}
          </Button>
        )}
        <Button variant="default" size="md" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {t('times')}
        </Button>
      </div>
      {more}
      {by === 'report' && isUnderWay && <SharePosition mission={mission} />}
      {isOpen && (
        <MissionTimeline
          mission={mission}
          unsent={unsent}
          steps={steps}
          onWrite={ask}
          onWithdraw={(one) => {
            send.reset()
            setWithdrawn(one)
          }}
        />
      )}
      {withdrawn && (
        <WithdrawDialog
          mission={mission}
          withdrawn={withdrawn}
          send={send}
          onClose={() => setWithdrawn(undefined)}
        />
      )}
      {asked && (
        <StepDialog
          mission={{ ...mission, state }}
          step={asked}
          send={send}
          onClose={() => setAsked(undefined)}
        />
      )}
    </article>
  )
}

/** A mission whose vehicle is back stays with its crew until somebody closes it. */
function NotClosed({ mission }: { mission: Mission }) {
  const { t } = useTranslation('missions')
  const sheetName = useSheetName()
  const sheets = listOpenSheets(mission).map(({ form }) => sheetName(form))
  return (
    <p>
      <strong>{t('not-closed')}</strong>{' '}
      {sheets.length > 0 && t('not-closed-missing', { sheets: sheets.join(', ') })}
    </p>
  )
}
