import { Button } from '@mantine/core'
import {
  canFillIn,
  collectMissionTimes,
  computeMissionInterval,
  findWithdrawable,
  listCountedEvents,
  listLaterTimes,
  listStandingSteps,
  type Mission,
  type MissionEvent,
  type MissionStep,
  missionIntervals,
} from 'contract'
import { useTranslation } from 'react-i18next'
import { nameInterval, nameStep } from '../../clinical/ambulance/mission-words.ts'
import { useSpanText } from '../../clinical/ambulance/use-span-text.ts'
import { StaffName } from '../../clinical/staff/staff-name.tsx'
import { Time } from '../../ui/date/time.tsx'
import { Fact, Facts } from '../../ui/fact.tsx'
import { formatStaffName } from '../../ui/person-name.ts'
import { useCrewMemberText } from './crew-member-text.ts'
import classes from './missions.module.css'
import { RejectedSteps } from './waiting-steps.tsx'
import type { WithdrawnStep } from './withdraw-dialog.tsx'

type MissionTimelineProps = {
  mission: Mission
  /** What was taken without a signal. */
  unsent: readonly MissionEvent[]
  /** The steps of which the user may write times; all of them if it is not given. */
  steps?: readonly MissionStep[] | undefined
  /** Asks for the time of a step that was skipped, or for another one. */
  onWrite: (step: MissionStep) => void
  /** Asks why the newest step is taken back. */
  onWithdraw: (withdrawn: WithdrawnStep) => void
}

/**
 * The times of a mission with who wrote them, and the intervals between them. What was corrected or
 * withdrawn stays in sight; a step that was skipped waits for its time.
 */
export function MissionTimeline({ mission, unsent, steps, onWrite, onWithdraw }: MissionTimelineProps) {
  const { t } = useTranslation('missions')
  const describeMember = useCrewMemberText()
  const writeSpan = useSpanText()
  const times = collectMissionTimes(mission.called_at, mission.events)
  const standing = new Set(listStandingSteps(mission.events))
  const counted = new Set(listCountedEvents(mission.events))
  const known = [...mission.events, ...unsent]
  const newest = findWithdrawable(known)
  const isWithdrawable = newest !== undefined && (steps?.includes(newest) ?? true)
  const newestEvent = listCountedEvents(known).findLast(({ step }) => step === newest)
  const writable = listLaterTimes(known).filter(({ step }) => steps?.includes(step) ?? true)
  const mayCorrectCall = canFillIn(mission.state, 'CALLED') && (steps?.includes('CALLED') ?? true)
  const isCallCorrected = [...standing].some(({ step }) => step === 'CALLED')
  const isCorrectable = (step: MissionStep) =>
    step === 'CALLED' ? mayCorrectCall : writable.some((one) => one.isWritten && one.step === step)
  return (
    <>
      <ol className={classes.timeline}>
        <li className={classes.step}>
          <span>
            {isCallCorrected ? (
              <s>
                <Time at={mission.requested_at} />
              </s>
            ) : (
              <Time at={mission.called_at} />
            )}{' '}
            <strong>{t('step.CALLED')}</strong>{' '}
            {isCallCorrected && <span className={classes.minor}>({t('corrected')})</span>}
          </span>
          {mayCorrectCall && !isCallCorrected && (
            <WriteButton text="correct" step="CALLED" kind={mission.kind} onWrite={onWrite} />
          )}
        </li>
        {mission.events.map((event) => {
          const {
            _id,
            step,
            at,
            by,
            source,
            reason,
            note,
            doctor,
            operation,
            destination,
            withdraws,
            crew,
            accepted_by,
          } = event
          const isStanding = standing.has(event)
          const isWithdrawn = step !== 'WITHDRAWN' && !counted.has(event)
          const isReplaced = isWithdrawn || (!isStanding && [...standing].some((one) => one.step === step))
          return (
            <li key={_id} className={classes.step}>
              <span>
                {isReplaced ? (
                  <s>
                    <Time at={at} />
                  </s>
                ) : (
                  <Time at={at} />
                )}{' '}
                <strong>{nameStep(step, mission.kind)}</strong>{' '}
                {withdraws && nameStep(withdraws, mission.kind)}
                {isReplaced && (
                  <span className={classes.minor}>({t(isWithdrawn ? 'withdrawn' : 'corrected')})</span>
                )}
                {source === 'LATER' && <span className={classes.minor}>({t('later')})</span>}
                <span className={classes.minor}>
                  {' '}
                  <StaffName of={by} />
                  {reason && ` · ${t(`reason.${reason}`)}`}
                  {operation && ` · ${operation.name}`}
                  {step === 'OPERATION_CHANGED' && !operation && ` · ${t('no-operation')}`}
                  {destination && ` · ${destination}`}
                  {crew && crew.left.length > 0 && (
                    <> · {t('crew.left', { people: crew.left.map(formatStaffName).join(', ') })}</>
                  )}
                  {crew && crew.joined.length > 0 && (
                    <> · {t('crew.in', { people: crew.joined.map(describeMember).join(', ') })}</>
                  )}
                  {note && ` · ${note}`}
                  {doctor && ` · ${t('doctor')}: ${doctor}`}
                  {accepted_by && (
                    <>
                      {' '}
                      · {t('waiting.accepted-by')} <StaffName of={accepted_by} />
                    </>
                  )}
                </span>
              </span>
              {isStanding && isCorrectable(step) && (
                <WriteButton text="correct" step={step} kind={mission.kind} onWrite={onWrite} />
              )}
              {isWithdrawable && event === newestEvent && (
                <Button
                  variant="subtle"
                  size="md"
                  className={classes.withdraw}
                  onClick={() => onWithdraw({ step: newest, event })}
                >
                  {t('withdraw')}
                </Button>
              )}
            </li>
          )
        })}
        <RejectedSteps mission={mission} />
        {writable.map(
          ({ step, isWritten }) =>
            !isWritten && (
              <li key={step} className={classes.step}>
                <span>
                  <strong>{nameStep(step, mission.kind)}</strong>{' '}
                  <span className={classes.minor}>{t('no-time')}</span>
                </span>
                <WriteButton text="fill-in" step={step} kind={mission.kind} onWrite={onWrite} />
              </li>
            ),
        )}
      </ol>
      <Facts>
        {missionIntervals
          // It is the transport, which the official sheet prints twice.
          .filter((interval) => interval !== 'hospital')
          .map((interval) => {
            const ms = computeMissionInterval(interval, times)
            return (
              <Fact key={interval} label={nameInterval(interval, mission.kind)}>
                {ms !== null && writeSpan(ms)}
              </Fact>
            )
          })}
      </Facts>
    </>
  )
}

type WriteButtonProps = {
  text: 'correct' | 'fill-in'
  step: MissionStep
  kind: string
  onWrite: (step: MissionStep) => void
}

function WriteButton({ text, step, kind, onWrite }: WriteButtonProps) {
  const { t } = useTranslation('missions')
  return (
    <Button
      variant="subtle"
      size="md"
      aria-label={t(`${text}-step`, { step: nameStep(step, kind) })}
      onClick={() => onWrite(step)}
    >
      {t(text)}
    </Button>
  )
}
