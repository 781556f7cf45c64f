import { Button, NumberInput, Stack, Textarea } from '@mantine/core'
import { IconPencilBolt } from '@tabler/icons-react'
import {
  cutText,
  fastTracks,
  type Input,
  inbound,
  isolationKinds,
  type Mission,
  type PreAlertColour,
  type PreAlertPart,
  type PreAlertScheme,
  preAlertColours,
  preAlertSchemes,
  preAlertStories,
} from 'contract'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { v7 as newId } from 'uuid'
import { useSend } from '../../api/client.ts'
import { BeyondField } from '../../clinical/vitals/beyond-field.tsx'
import { findGlucoseRival } from '../../clinical/vitals/glucose-rivals.ts'
import { FormEnd } from '../../ui/feedback/form-end.tsx'
import { ChoiceChips } from '../../ui/form/choice-chips.tsx'
import { ProblemText } from '../../ui/form/schema-form.tsx'
import classes from './inbound.module.css'
import { outdatedByInbound } from './queries.ts'

const numbers = [
  'systolic',
  'diastolic',
  'pulse',
  'respiration_rate',
  'spo2',
  'temperature',
  'blood_glucose',
] as const
const consciousness = ['A', 'C', 'V', 'P', 'U'] as const

/** Tells what the crew's sheet of the mission has for each part. */
export type SheetStory = {
  tell: (scheme: PreAlertScheme) => Promise<[part: PreAlertPart, text: string][]>
  isPending: boolean
}

const mostLetters = 300

/** What is known of the mission stands in the story already. */
function prefill(mission: Mission): Record<string, string> {
  const { complaint, patient_name } = mission
  return {
    ...(complaint && { situation: complaint, mechanism: complaint }),
    ...(patient_name && { identify: patient_name }),
  }
}

/** What the crew told before, or what is known of the mission if it told nothing. */
const recall = (mission: Mission): Record<string, string> =>
  mission.pre_alert?.story
    ? Object.fromEntries(
        Object.entries(mission.pre_alert.story).flatMap(([part, text]) => (text ? [[part, text]] : [])),
      )
    : prefill(mission)

/** How long it is until the arrival that the crew told before; none are left once it has passed. */
const computeMinutesLeft = (etaAt: string): number =>
  Math.max(0, Math.round((Date.parse(etaAt) - Date.now()) / 60_000))

/**
 * A crew tells the emergency room whom it brings: how urgent, when, what happened, what was measured. The newest word
 * counts, so it begins with what was told before.
 */
export function PreAlertForm({
  mission,
  story: sheet,
  onDone,
}: {
  mission: Mission
  story: SheetStory | undefined
  onDone: () => void
}) {
  const { t } = useTranslation(['inbound', 'triage', 'admissions', 'ui'])
  // Made once: whatever is sent again is the same pre-alert.
  const [id] = useState(() => newId())
  const before = mission.pre_alert
  const [colour, setColour] = useState<PreAlertColour | ''>(before?.colour ?? '')
  const [scheme, setScheme] = useState<PreAlertScheme>(before?.scheme ?? 'ISBAR')
  const [story, setStory] = useState(() => recall(mission))
  const [minutes, setMinutes] = useState<number | string>(() =>
    before?.eta_at ? computeMinutesLeft(before.eta_at) : '',
  )
  const [values, setValues] = useState<Record<string, number | string>>({})
  const [acvpu, setAcvpu] = useState<(typeof consciousness)[number] | ''>('')
  const [isolation, setIsolation] = useState<(typeof isolationKinds)[number][]>(before?.isolation ?? [])
  const [tracks, setTracks] = useState<(typeof fastTracks)[number][]>(before?.fast_tracks ?? [])
  const [isTried, setTried] = useState(false)
  const send = useSend(inbound.preAlert, { inline: true, outdates: outdatedByInbound, onSuccess: onDone })
  const write = (name: string, value: number | string) => {
    const rival = value === '' ? undefined : findGlucoseRival(name)
    setValues((before) => ({ ...before, ...(rival && { [rival]: '' }), [name]: value }))
  }
  const problem = (name: string) => {
    const found = send.error?.fields.find(({ field }) => field === name)
    return found && <ProblemText message={found.message} />
  }
  /** What somebody typed stays; what the mission told gives way to what the crew found. */
  const writeStory = async (from: SheetStory) => {
    const known = prefill(mission)
    const told = await from.tell(scheme)
    setStory((before) => ({
      ...before,
      ...Object.fromEntries(
        told.flatMap(([part, text]) =>
          before[part] && before[part] !== known[part] ? [] : [[part, cutText(text, mostLetters)]],
        ),
      ),
    }))
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (!colour) return
    const measured = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ''))
    send.mutate({
      _id: mission._id,
      pre_alert_id: id,
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
        <ChoiceChips
          label={t('how-urgent')}
          required
          choices={preAlertColours.map((value) => ({ value, label: t(`ui:triage.${value}`) }))}
          value={colour}
          error={isTried && !colour && <ProblemText message="field-required" />}
          onChange={setColour}
        />
        <NumberInput
          label={t('minutes')}
          size="md"
          min={0}
          max={600}
          allowDecimal={false}
          value={minutes}
          error={problem('eta_minutes')}
          onChange={setMinutes}
        />
        <ChoiceChips
          label={t('fast-track')}
          multiple
          choices={fastTracks.map((value) => ({ value, label: t(`triage:track.${value}`) }))}
          value={tracks}
          onChange={setTracks}
        />
        <fieldset className={classes.group}>
          <legend>{t('vitals')}</legend>
          <div className={classes.fields}>
            {numbers.map((name) => (
              <NumberInput
                key={name}
                label={t(`vital.${name}`)}
                size="md"
                hideControls
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
          onChange={setAcvpu}
        />
        <ChoiceChips
          label={t('scheme')}
          choices={preAlertSchemes.map((value) => ({ value, label: t(`scheme-of.${value}`) }))}
          value={scheme}
          onChange={setScheme}
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
            onChange={({ currentTarget: { value } }) => setStory((before) => ({ ...before, [part]: value }))}
          />
        ))}
        <ChoiceChips
          label={t('isolation')}
          multiple
          choices={isolationKinds.map((value) => ({ value, label: t(`admissions:isolations.${value}`) }))}
          value={isolation}
          onChange={setIsolation}
        />
        <FormEnd action={t('send')} isPending={send.isPending} error={send.error} onCancel={onDone} />
      </Stack>
    </form>
  )
}
