import { Alert, Button, NumberInput, Stack, Textarea } from '@mantine/core'
import { IconPencilBolt, IconPhone } from '@tabler/icons-react'
import {
  cutText,
  fastTracks,
  getMostStoryLetters,
  type Input,
  inbound,
  isolationKinds,
  type Mission,
  type PreAlertPart,
  type PreAlertScheme,
  preAlertColours,
  preAlertSchemes,
  preAlertStories,
  quantities,
} from 'contract'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSend } from '../../api/client.ts'
import { callsLostAt } from '../../api/connection.ts'
import { isUnreached } from '../../api/kept-call.ts'
import { BeyondField } from '../../clinical/vitals/beyond-field.tsx'
import { findGlucoseRival } from '../../clinical/vitals/glucose-rivals.ts'
import { Time } from '../../ui/date/time.tsx'
import { FormEnd } from '../../ui/feedback/form-end.tsx'
import { ChoiceChips } from '../../ui/form/choice-chips.tsx'
import { ProblemText } from '../../ui/form/schema-form.tsx'
import { UnitNumberField } from '../../ui/form/unit-number-field.tsx'
import classes from './inbound.module.css'
import { outdatedByInbound } from './queries.ts'
import { consciousness, type DraftKeeper, prefill, usePreAlertDraft } from './use-pre-alert-draft.ts'

const numbers = [
  'systolic',
  'diastolic',
  'pulse',
  'respiration_rate',
  'spo2',
  'temperature',
  'blood_glucose',
] as const

/** Tells what the crew's sheet of the mission has for each part. */
export type SheetStory = {
  tell: (scheme: PreAlertScheme) => Promise<[part: PreAlertPart, text: string][]>
  isPending: boolean
}

/**
 * A crew tells the emergency room whom it brings: how urgent, when, what happened, what was measured. The newest word
 * counts, so it begins with what was told before.
 */
export function PreAlertForm({
  mission,
  story: sheet,
  keeper,
  onDone,
}: {
  mission: Mission
  story: SheetStory | undefined
  keeper: DraftKeeper
  onDone: () => void
}) {
  const { t } = useTranslation(['inbound', 'triage', 'admissions', 'ui'])
  const { draft, restoredAt, change, clear } = usePreAlertDraft(mission, keeper)
  const { colour, scheme, story, minutes, values, acvpu, isolation, tracks } = draft
  const [isTried, setTried] = useState(false)
  const isLost = callsLostAt.use() !== undefined
  const send = useSend(inbound.preAlert, {
    inline: true,
    outdates: outdatedByInbound,
    onSuccess() {
      clear()
      onDone()
    },
  })
  const write = (name: string, value: number | string) => {
    const rival = value === '' ? undefined : findGlucoseRival(name)
    change(({ values: before }) => ({ values: { ...before, ...(rival && { [rival]: '' }), [name]: value } }))
  }
  const problem = (name: string) => {
    const found = send.error?.fields.find(({ field }) => field === name)
    return found && <ProblemText message={found.message} />
  }
  /** What somebody typed stays; what the mission told gives way to what the crew found. */
  const writeStory = async (from: SheetStory) => {
    const known = prefill(mission)
    const told = await from.tell(scheme)
    change(({ story: before }) => ({
      story: {
        ...before,
        ...Object.fromEntries(
          told.flatMap(([part, text]) =>
            before[part] && before[part] !== known[part]
              ? []
              : [[part, cutText(text, getMostStoryLetters(part))]],
          ),
        ),
      },
    }))
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (!colour) return
    const measured = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ''))
    send.mutate({
      _id: mission._id,
      pre_alert_id: draft.id,
      colour,
      scheme,
      story: Object.fromEntries(preAlertStories[scheme].map((part) => [part, story[part] ?? null])),
      eta_minutes: minutes === '' ? null : Number(minutes),
      isolation,
      fast_tracks: tracks,
      values: { ...measured, ...(acvpu && { consciousness: acvpu }) } as Input<
        typeof inbound.preAlert
      >['values'],
    })
  }
  return (
    <form noValidate onSubmit={submit}>
      <Stack gap="md">
        {restoredAt !== undefined && (
          <p>
            {t('draft-restored')} <Time at={new Date(restoredAt).toISOString()} />
          </p>
        )}
        <ChoiceChips
          label={t('how-urgent')}
          required
          choices={preAlertColours.map((value) => ({ value, label: t(`ui:triage.${value}`) }))}
          value={colour}
          error={isTried && !colour && <ProblemText message="field-required" />}
          onChange={(next) => change({ colour: next })}
        />
        <NumberInput
          label={t('minutes')}
          size="md"
          min={0}
          max={600}
          allowDecimal={false}
          value={minutes}
          error={problem('eta_minutes')}
          onChange={(next) => change({ minutes: next })}
        />
        <ChoiceChips
          label={t('fast-track')}
          multiple
          choices={fastTracks.map((value) => ({ value, label: t(`triage:track.${value}`) }))}
          value={tracks}
          onChange={(next) => change({ tracks: next })}
        />
        <fieldset className={classes.group}>
          <legend>{t('vitals')}</legend>
          <div className={classes.fields}>
            {numbers.map((name) => (
              <UnitNumberField
                key={name}
                label={t(`vital.${name}`)}
                unit={quantities[name].unit}
                size="md"
                value={values[name] ?? ''}
                error={problem(`values.${name}`)}
                onChange={(value) => write(name, value)}
              />
            ))}
            <BeyondField
              value={values['beyond'] ?? ''}
              error={problem('values.beyond')}
              onChange={({ currentTarget: { value } }) => write('beyond', value)}
            />
          </div>
        </fieldset>
        <ChoiceChips
          label={t('vital.consciousness')}
          choices={consciousness.map((value) => ({ value, label: value }))}
          value={acvpu}
          onChange={(next) => change({ acvpu: next })}
        />
        <ChoiceChips
          label={t('scheme')}
          choices={preAlertSchemes.map((value) => ({ value, label: t(`scheme-of.${value}`) }))}
          value={scheme}
          onChange={(next) => change({ scheme: next })}
        />
        {sheet && (
          <Button
            variant="default"
            size="md"
            leftSection={<IconPencilBolt size={18} aria-hidden />}
            loading={sheet.isPending}
            onClick={() => void writeStory(sheet)}
          >
            {t('write-story', { scheme })}
          </Button>
        )}
        {preAlertStories[scheme].map((part) => (
          <Textarea
            key={part}
            label={`${t(`letter.${part}`)} · ${t(`part.${part}`)}`}
            size="md"
            autosize
            value={story[part] ?? ''}
            error={problem(`story.${part}`)}
            onChange={({ currentTarget: { value } }) =>
              change(({ story: before }) => ({ story: { ...before, [part]: value } }))
            }
          />
        ))}
        <ChoiceChips
          label={t('isolation')}
          multiple
          choices={isolationKinds.map((value) => ({ value, label: t(`admissions:isolations.${value}`) }))}
          value={isolation}
          onChange={(next) => change({ isolation: next })}
        />
        {!keeper.isOpen && <p>{t('draft-in-page')}</p>}
        <div role="status">
          {(isLost || (send.error && isUnreached(send.error))) && (
            <Alert color="red" icon={<IconPhone aria-hidden />}>
              {t('not-told')}
            </Alert>
          )}
        </div>
        <FormEnd action={t('send')} isPending={send.isPending} error={send.error} onCancel={onDone} />
      </Stack>
    </form>
  )
}
