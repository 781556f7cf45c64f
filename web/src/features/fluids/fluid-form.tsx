import { Alert, Button, Group, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { IconRestore } from '@tabler/icons-react'
import { type FluidEntry, type FluidKind, findFluidBounds, fluids, rounds } from 'contract'
import { type FormEvent, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSend } from '../../api/client.ts'
import { useDraft } from '../../session/draft.ts'
import { formatTime, toHospitalDate } from '../../ui/date/dates.ts'
import { useToday } from '../../ui/date/use-today.ts'
import { FormEnd } from '../../ui/feedback/form-end.tsx'
import { ChoiceChips } from '../../ui/form/choice-chips.tsx'
import { DateTimeField } from '../../ui/form/date/date-time-field.tsx'
import { formatTypedTime, parseTypedInstant } from '../../ui/form/date/typed-time.ts'
import { ProblemText } from '../../ui/form/schema-form.tsx'
import { UnitNumberField } from '../../ui/form/unit-number-field.tsx'
import { intakeKinds, outputKinds } from './queries.ts'

type FluidFormProps = {
  patientId: string
  /** The entry that was struck out, to be entered again. */
  again?: FluidEntry | undefined
  onDone: () => void
}

type FluidValues = {
  kind: FluidKind | ''
  ml: number | string
  note: string
  /** If both are empty, it was just now. */
  date: string
  time: string
}

const toTyped = (at: Date) => ({ date: toHospitalDate(at), time: formatTypedTime(at.getTime()) })

/** Writes down one amount that went in or came out. */
export function FluidForm({ patientId, again, onDone }: FluidFormProps) {
  const { t, i18n } = useTranslation(['fluids', 'readings'])
  const lastDate = useToday()
  const form = useForm<FluidValues>({
    initialValues: {
      kind: again?.kind ?? '',
      ml: again?.ml ?? '',
      note: again?.note ?? '',
      ...(again ? toTyped(new Date(again.at)) : { date: '', time: '' }),
    },
  })
  const draft = useDraft(again ? `fluid-again:${again._id}` : `fluid:${patientId}`, form)
  const [restored] = useState(draft.isRestored ? draft.savedAt : undefined)
  const { setValues } = form
  // A draft is of the time at which it was typed.
  useEffect(() => {
    if (restored) setValues(({ date, time }) => (date === '' && time === '' ? toTyped(restored) : {}))
  }, [restored, setValues])
  const [problems, setProblems] = useState<Partial<Record<string, string>>>({})
  const send = useSend(fluids.record, {
    inline: ['invalid'],
    outdates: [fluids.list, rounds.get],
    onSuccess: () => {
      draft.clear()
      onDone()
    },
    onError: ({ fields }) =>
      setProblems(Object.fromEntries(fields.map(({ field, message }) => [field.split('.').at(-1), message]))),
  })
  const { kind, ml, note, date, time } = form.values
  const [least, most] = findFluidBounds(kind || 'urine')
  const isNow = date === '' && time === ''
  const problem = (field: string) => {
    const message = problems[field]
    if (!message) return undefined
    if (message === 'number-range') return t('between', { min: least, max: most })
    return <ProblemText message={message} />
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (send.isPending) return
    const at = isNow ? Date.now() : parseTypedInstant(date, time)
    const found = {
      ...(kind === '' && { kind: 'field-required' }),
      ...((ml === '' || typeof ml === 'string') && { ml: ml === '' ? 'field-required' : 'number-invalid' }),
      ...(typeof ml === 'number' && (ml < least || ml > most) && { ml: 'number-range' }),
      ...(at === undefined && { at: 'time-invalid' }),
    }
    setProblems(found)
    if (kind === '' || typeof ml !== 'number' || at === undefined || Object.keys(found).length > 0) return
    send.mutate({ patient_id: patientId, entries: [{ kind, ml, at: new Date(at).toISOString(), note }] })
  }
  return (
    <form noValidate onSubmit={submit}>
      <Stack gap="md">
        {restored && (
          <Alert icon={<IconRestore size={18} aria-hidden />} p="xs">
            {t('readings:draft-restored', {
              time: formatTime(restored, i18n.language, 'dd MMM yyyy HH:mm'),
            })}
          </Alert>
        )}
        {(
          [
            ['in', intakeKinds],
            ['out', outputKinds],
          ] as const
        ).map(([direction, kinds]) => (
          <ChoiceChips
            key={direction}
            label={t(direction)}
            value={kind}
            choices={kinds.map((value) => ({ value, label: t(`kind.${value}`) }))}
            onChange={(value) => form.setFieldValue('kind', value)}
          />
        ))}
        {problems['kind'] && (
          <p role="alert">
            <ProblemText message={problems['kind']} />
          </p>
        )}
        <UnitNumberField
          label={t('amount')}
          required
          size="md"
          unit={t('ml')}
          allowDecimal={false}
          name="ml"
          value={ml}
          error={problem('ml')}
          onChange={(value) => form.setFieldValue('ml', value)}
        />
        {isNow ? (
          <Group gap="xs">
            <span>
              {t('when')} <strong>{t('just-now')}</strong>
            </span>
            <Button variant="subtle" size="md" px="xs" onClick={() => form.setFieldValue('date', lastDate)}>
              {t('other-time')}
            </Button>
          </Group>
        ) : (
          <DateTimeField
            maxDate={lastDate}
            date={{ value: date, onChange: (value) => form.setFieldValue('date', value) }}
            time={{
              value: time,
              error: problem('at'),
              onChange: (value) => form.setFieldValue('time', value),
            }}
          />
        )}
        <TextInput
          size="md"
          label={t('note')}
          maxLength={200}
          autoComplete="off"
          value={note}
          onChange={({ currentTarget: { value } }) => form.setFieldValue('note', value)}
        />
        <FormEnd
          action={t('save')}
          isPending={send.isPending}
          error={Object.keys(problems).length === 0 ? send.error : null}
        />
      </Stack>
    </form>
  )
}
