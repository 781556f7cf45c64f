import { Alert, Anchor, Button } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import {
  compareReferralRisks,
  findReferralAnswer,
  findReferralHolder,
  type Referral,
  type ReferralAct,
  referrals,
} from 'contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { ask } from '../../api/client.ts'
import { TransportPlanFacts } from '../../clinical/ambulance/transport-plan.tsx'
import { useReferralActWords } from '../../clinical/ambulance/use-referral-act-words.ts'
import { ApprovalNote } from '../../clinical/approval/approval-note.tsx'
import { StaffName } from '../../clinical/staff/staff-name.tsx'
import { formatPatientAdmissionsPath, formsPath } from '../../paths.ts'
import { useMay, useUser } from '../../session/signed-in.tsx'
import { Time } from '../../ui/date/time.tsx'
import { Section } from '../../ui/section.tsx'
import { ActDialog, type AskedAct } from './act-dialog.tsx'
import classes from './referrals.module.css'
import { useReferralAct } from './use-referral-act.ts'

/** What goes on beside the form of a referral: who has it in hand, what the other side says, what the risk asks for. */
export function ReferralPanel({ id }: { id: string }) {
  const query = useQuery(ask(referrals.get, { _id: id }, true))
  const referral = query.data?.referral
  return referral ? <Panel referral={referral} /> : null
}

function Panel({ referral }: { referral: Referral }) {
  const { t } = useTranslation(['referrals', 'form-options'])
  const { _id: ownId } = useUser()
  const mayTake = useMay('mission:care')
  const mayAnswer = useMay('referral:answer')
  const mayReply = useMay('referral:write')
  const mayAdmit = useMay('admission:manage')
  const [asked, setAsked] = useState<AskedAct>()
  const send = useReferralAct(referral._id, () => setAsked(undefined))
  const { risk, suggested, duplicates, acts, admits_into } = referral
  const holder = findReferralHolder(acts)
  const answer = findReferralAnswer(acts)
  const isVoid = referral.state === 'void'
  // The other side has nothing to answer before it is sent.
  const isWritten = referral.state === 'complete'
  const open = (act: AskedAct) => {
    send.reset()
    setAsked(act)
  }
  const button = (act: AskedAct) => (
    <Button key={act} variant="default" size="md" onClick={() => open(act)}>
      {t(act)}
    </Button>
  )
  return (
    <>
      {duplicates.length > 0 && (
        <Alert color="yellow" icon={<IconAlertTriangle aria-hidden />} mb="md">
          <strong>{t('duplicate')}</strong>
          <ul className={classes.list}>
            {duplicates.map(({ _id, number, state, to_hospital, created_at, created_by }) => (
              <li key={_id}>
                {mayReply ? (
                  <Anchor
                    component={Link}
                    to={`${formsPath}/ambulance-referral/${_id}`}
                    className={classes.link}
                  >
                    {number ?? t('duplicate-draft')}
                  </Anchor>
                ) : (
                  (number ?? t('duplicate-draft'))
                )}{' '}
                {[state === 'complete' && t('duplicate-complete'), to_hospital].filter(Boolean).join(' · ')}{' '}
                <Time at={created_at} /> <StaffName of={created_by} />
              </li>
            ))}
          </ul>
        </Alert>
      )}
      <div className={classes.panel}>
        <Section title={t('shift')}>
          <div className={classes.line}>
            <span>
              {holder ? (
                <>
                  {t('holder')}{' '}
                  <strong>
                    <StaffName of={holder.staff} />
                  </strong>{' '}
                  {t('since')} <Time at={holder.since} />
                </>
              ) : (
                t('nobody')
              )}
            </span>
            {mayTake && !isVoid && (
              <span className={classes.acts}>
                {!holder && (
                  <Button size="md" onClick={() => open('take')}>
                    {t('take')}
                  </Button>
                )}
                {holder && holder.staff._id !== ownId && button('take-over')}
                {holder?.staff._id === ownId && [button('hand-over'), button('release')]}
              </span>
            )}
          </div>
          {(isWritten || answer) && (
            <div className={classes.line}>
              <span>
                {t('answer')}: {answer ? <ActLine act={answer} /> : t('no-answer')}
              </span>
              <span className={classes.acts}>
                {mayReply && !isVoid && isQuestion(answer) && button('reply')}
                {mayReply && !isVoid && answer?.act === 'ACCEPTED' && button('tell-patient')}
                {mayAnswer && isWritten && listNextAnswers(answer).map(button)}
              </span>
            </div>
          )}
          {mayAdmit && admits_into && (
            <Button
              variant="default"
              size="md"
              component={Link}
              to={`${formatPatientAdmissionsPath(admits_into)}?admit=yes&referral=${referral._id}`}
            >
              {t('admit')}
            </Button>
          )}
          {risk && (
            <details className={classes.more}>
              <summary>
                {t('needs')}: {t(`form-options:referral-risk.${risk}`)}
              </summary>
              <TransportPlanFacts risk={risk} />
              <ApprovalNote list="plans_approval" />
            </details>
          )}
          {acts.length > 0 && (
            <details className={classes.more}>
              <summary>
                {t('history')} ({acts.length})
              </summary>
              <ol className={classes.list}>
                {acts.map((act) => (
                  <li key={act._id}>
                    <ActLine act={act} />
                  </li>
                ))}
              </ol>
            </details>
          )}
        </Section>
      </div>
      {suggested && (risk === null || compareReferralRisks(suggested, risk) < 0) && (
        <Alert color="yellow" mb="md">
          {t('suggested', { risk: t(`form-options:referral-risk.${suggested}`) })}
        </Alert>
      )}
      {asked && (
        <ActDialog
          referral={referral}
          act={asked}
          holder={holder}
          send={send}
          onClose={() => setAsked(undefined)}
        />
      )}
    </>
  )
}

const isQuestion = (answer: ReferralAct | undefined): boolean =>
  answer?.act === 'ASKED' || answer?.act === 'TIME_ASKED'

/** What the receiving side can say next; of a referral that has ended, how well it was done. */
function listNextAnswers(answer: ReferralAct | undefined): AskedAct[] {
  if (answer?.act === 'ARRIVED' || answer?.act === 'NOT_ARRIVED') return ['appraise']
  return answer?.act === 'ACCEPTED'
    ? ['arrive', 'not-arrive', 'decline', 'ask', 'ask-time', 'postpone', 'appraise']
    : ['accept', 'decline', 'ask', 'ask-time', 'postpone', 'appraise']
}

/** One act in words: who did what when, and what they said. */
function ActLine({ act }: { act: ReferralAct }) {
  const { t } = useTranslation('referrals')
  const { by, to, at, proposed_at } = act
  const said = useReferralActWords()(act, 'short')
  return (
    <span>
      <Time at={at} /> <StaffName of={by} /> <strong>{t(`act.${act.act}`)}</strong>
      {to && (
        <>
          {' '}
          <StaffName of={to} />
        </>
      )}
      {proposed_at && (
        <>
          {' '}
          <Time at={proposed_at} />
        </>
      )}
      {said && <span className={classes.minor}> {said}</span>}
    </span>
  )
}
