import { NativeSelect, Stack, Text, Textarea, TextInput } from '@mantine/core'
import {
  appraisedCare,
  careAppraisals,
  crewLevels,
  dataTransfers,
  errorCodes,
  notArrivedResults,
  optionLists,
  type Referral,
  type ReferralHolder,
  ShiftHeld,
  transferSuitabilities,
} from 'contract'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFleetChoices } from '../../clinical/ambulance/use-fleet-choices.ts'
import { StaffName } from '../../clinical/staff/staff-name.tsx'
import { Time } from '../../ui/date/time.tsx'
import { Dialog } from '../../ui/feedback/dialog.tsx'
import { FailureAlert, omitFieldFailure } from '../../ui/feedback/failure-alert.tsx'
import { FormEnd } from '../../ui/feedback/form-end.tsx'
import { DateTimeField } from '../../ui/form/date/date-time-field.tsx'
import { parseTypedInstant } from '../../ui/form/date/typed-time.ts'
import { ProblemText } from '../../ui/form/schema-form.tsx'
import { formatStaffName } from '../../ui/person-name.ts'
import type { ReferralAnswer, SendAct, ShiftChange } from './use-referral-act.ts'

export type AskedAct =
  | 'take'
  | 'take-over'
  | 'hand-over'
  | 'release'
  | 'accept'
  | 'decline'
  | 'ask'
  | 'ask-time'
  | 'postpone'
  | 'reply'
  | 'tell-patient'
  | 'arrive'
  | 'not-arrive'
  | 'appraise'

type ActDialogProps = {
  referral: Referral
  act: AskedAct
  holder: ReferralHolder | null
  send: SendAct
  onClose: () => void
}

/** The fields of each act, in their order; those before the note. */
const fieldsByAct: Record<AskedAct, readonly string[]> = {
  take: ['level', 'vehicle_id', 'team_id'],
  'take-over': ['level', 'vehicle_id', 'team_id'],
  'hand-over': ['to_staff_id'],
  release: [],
  accept: ['bed', 'told_by'],
  decline: ['reason', 'told_by'],
  ask: ['told_by'],
  'ask-time': ['told_by'],
  postpone: ['told_by'],
  reply: [],
  'tell-patient': [],
  arrive: ['told_by'],
  'not-arrive': ['result', 'told_by'],
  appraise: ['suitability', 'data_transfer', ...appraisedCare],
}

const saidBy = {
  accept: 'ACCEPTED',
  decline: 'DECLINED',
  ask: 'ASKED',
  'ask-time': 'TIME_ASKED',
  postpone: 'POSTPONED',
  arrive: 'ARRIVED',
  'not-arrive': 'NOT_ARRIVED',
} as const

/** Acts whose note says something that nothing else does. */
const needsNote: ReadonlySet<AskedAct> = new Set(['take-over', 'ask', 'reply'])

/** Acts that say a time, as such or in words. */
const hasTime: ReadonlySet<AskedAct> = new Set(['ask-time', 'postpone'])

/** Asks for what an act needs: a qualification, a receiver, a reason, words. */
export function ActDialog({ referral, act, holder, send, onClose }: ActDialogProps) {
  const { t } = useTranslation(['referrals', 'fleet', 'form-options'])
  const { vehicles, teams } = useFleetChoices()
  const [values, setValues] = useState<Record<string, string>>({})
  const [note, setNote] = useState('')
  const [isTimeWrong, setTimeWrong] = useState(false)
  const { date = '', time = '' } = values
  const change = (name: string, value: string) => setValues((before) => ({ ...before, [name]: value }))
  const problem = (name: string) => {
    const found = send.error?.fields.find(({ field }) => field.split('.').at(-1) === name)
    return found && <ProblemText message={found.message} />
  }
  const list = (names: readonly string[], text: (name: string) => string) =>
    names.map((value) => ({ value, label: text(value) }))
  const loose = t as (key: string) => string
  const choices: Record<
    string,
    { label: string; isNeeded: boolean; data: { value: string; label: string }[] }
  > = {
    level: { label: t('level'), isNeeded: true, data: list(crewLevels, (one) => loose(`fleet:crew.${one}`)) },
    vehicle_id: { label: t('vehicle'), isNeeded: false, data: vehicles },
    team_id: { label: t('team'), isNeeded: false, data: teams },
    to_staff_id: {
      label: t('to'),
      isNeeded: true,
      data: referral.takers
        .filter(({ _id }) => _id !== holder?.staff._id)
        .map((staff) => ({ value: staff._id, label: formatStaffName(staff) })),
    },
    reason: {
      label: t('reason'),
      isNeeded: true,
      data: list(optionLists['lacking-capability'], (one) => loose(`form-options:lacking-capability.${one}`)),
    },
    result: {
      label: t('result'),
      isNeeded: true,
      data: list(notArrivedResults, (one) => loose(`not-arrived.${one}`)),
    },
    suitability: {
      label: t('appraisal.suitability'),
      isNeeded: true,
      data: list(transferSuitabilities, (one) => loose(`suitability.${one}`)),
    },
    data_transfer: {
      label: t('appraisal.data_transfer'),
      isNeeded: true,
      data: list(dataTransfers, (one) => loose(`data.${one}`)),
    },
    ...Object.fromEntries(
      appraisedCare.map((name) => [
        name,
        {
          label: t(`appraisal.${name}`),
          isNeeded: false,
          data: list(careAppraisals, (one) => loose(`care.${one}`)),
        },
      ]),
    ),
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const proposed = date === '' && time === '' ? null : parseTypedInstant(date, time)
    setTimeWrong(proposed === undefined)
    if (proposed === undefined) return
    const get = (name: string) => values[name] || null
    const words = note.trim() === '' ? null : note
    if (act === 'reply') send.reply(note)
    else if (act === 'tell-patient') send.tellPatient(words)
    else if (act === 'take' || act === 'take-over')
      send.change({
        act: 'TAKEN',
        level: get('level'),
        vehicle_id: get('vehicle_id'),
        team_id: get('team_id'),
        over: act === 'take-over' ? (holder?.act_id ?? null) : null,
        note: words,
      } as ShiftChange)
    else if (act === 'hand-over')
      send.change({ act: 'HANDED_OVER', to_staff_id: values['to_staff_id'] ?? '', note: words })
    else if (act === 'release') send.change({ act: 'RELEASED', note: words })
    else if (act === 'appraise')
      send.answer({
        act: 'APPRAISED',
        appraisal: Object.fromEntries(fieldsByAct.appraise.map((name) => [name, get(name)])),
        note: words,
      } as ReferralAnswer)
    else
      send.answer({
        act: saidBy[act],
        ...Object.fromEntries(fieldsByAct[act].map((name) => [name, get(name)])),
        ...(hasTime.has(act) && { proposed_at: proposed === null ? null : new Date(proposed).toISOString() }),
        note: needsNote.has(act) ? note : words,
      } as ReferralAnswer)
  }
  const noteLabel =
    act === 'ask'
      ? t('question')
      : hasTime.has(act)
        ? t('proposed-words')
        : act === 'reply'
          ? t('reply-text')
          : act === 'take-over'
            ? t('why')
            : act === 'appraise'
              ? t('what-is-missing')
              : t('note')
  const held =
    send.error?.code === errorCodes['shift-held']
      ? ShiftHeld.safeParse(send.error.detail).data?.holder
      : undefined
  return (
    <Dialog
      title={
        act === 'take-over' && holder ? t('take-over-from', { name: formatStaffName(holder.staff) }) : t(act)
      }
      opened
      onClose={onClose}
    >
      <form noValidate onSubmit={submit}>
        <Stack gap="md">
          {fieldsByAct[act].map((name) => {
            const choice = choices[name]
            return choice ? (
              <NativeSelect
                key={name}
                label={choice.label}
                required={choice.isNeeded}
                size="md"
                value={values[name] ?? ''}
                error={problem(name)}
                data={[{ value: '', label: choice.isNeeded ? t('choose') : t('not-judged') }, ...choice.data]}
                onChange={({ currentTarget: { value } }) => change(name, value)}
              />
            ) : (
              <TextInput
                key={name}
                label={t(name === 'bed' ? 'bed' : 'told-by')}
                size="md"
                value={values[name] ?? ''}
                error={problem(name)}
                onChange={({ currentTarget: { value } }) => change(name, value)}
              />
            )
          })}
          {hasTime.has(act) && (
            <div role="group" aria-label={t('proposed-time')}>
              <Text size="md" fw={500} aria-hidden>
                {t('proposed-time')}
              </Text>
              <DateTimeField
                date={{ value: date, onChange: (value) => change('date', value) }}
                time={{
                  value: time,
                  error: isTimeWrong ? <ProblemText message="time-invalid" /> : problem('proposed_at'),
                  onChange: (value) => change('time', value),
                }}
              />
            </div>
          )}
          <Textarea
            label={noteLabel}
            required={needsNote.has(act)}
            size="md"
            autosize
            minRows={2}
            value={note}
            error={problem('note')}
            onChange={({ currentTarget: { value } }) => setNote(value)}
          />
          {held && (
            <FailureAlert error={send.error}>
              {t('holder')} <StaffName of={held.staff} /> {t('since')} <Time at={held.since} />
            </FailureAlert>
          )}
          <FormEnd
            action={t('save')}
            isPending={send.isPending}
            error={held ? null : omitFieldFailure(send.error)}
            onCancel={onClose}
          />
        </Stack>
      </form>
    </Dialog>
  )
}
