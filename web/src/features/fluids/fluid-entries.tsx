import { Button, Stack, TextInput } from '@mantine/core'
import { type FluidEntry, fluidDirections, fluids, rounds } from 'contract'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSend } from '../../api/client.ts'
import { useMay } from '../../session/signed-in.tsx'
import { useFormatTime } from '../../ui/date/use-format-time.ts'
import { Dialog } from '../../ui/feedback/dialog.tsx'
import { FormEnd } from '../../ui/feedback/form-end.tsx'
import { ProblemText } from '../../ui/form/schema-form.tsx'
import { formatStaffName } from '../../ui/person-name.ts'
import classes from './fluids.module.css'

type FluidEntriesProps = {
  patientId: string
  entries: readonly FluidEntry[]
  /** Called with an entry that was struck out, to be entered again. */
  onStruck: (entry: FluidEntry) => void
}

/** Every entry, newest first; what was struck out stays to be read. */
export function FluidEntries({ patientId, entries, onStruck }: FluidEntriesProps) {
  const { t, i18n } = useTranslation('fluids')
  const mayStrike = useMay('clinical:record')
  const [wrong, setWrong] = useState<FluidEntry>()
  const formatInstant = useFormatTime()
  return (
    <>
      <ul className={classes.entries} aria-label={t('entries')}>
        {entries.map((entry) => {
          const { _id, kind, ml, at, by, note, struck } = entry
          return (
            <li key={_id} data-struck={struck ? true : undefined}>
              <span className={classes.when}>{formatInstant(at)}</span>
              <span className={classes.what}>
                {struck ? <s>{describe(entry)}</s> : describe(entry)}
                {note && <span className={classes.minor}> {note}</span>}
                {struck && (
                  <span className={classes.struck}>
                    {t('struck', { reason: struck.reason })} · {struck.by && formatStaffName(struck.by)}{' '}
                    {formatInstant(struck.at)}
                  </span>
                )}
              </span>
              <span className={classes.minor}>{by && formatStaffName(by)}</span>
              {mayStrike && !struck && (
                <Button
                  variant="subtle"
                  size="compact-sm"
                  aria-label={t('strike-of', { what: `${t(`kind.${kind}`)} ${ml} ${t('ml')}` })}
                  onClick={() => setWrong(entry)}
                >
                  {t('strike')}
                </Button>
              )}
            </li>
          )
        })}
      </ul>
      <Dialog title={wrong && t('strike')} opened={wrong !== undefined} onClose={() => setWrong(undefined)}>
        {wrong && (
          <StrikeForm
            patientId={patientId}
            entry={wrong}
            about={`${describe(wrong)} · ${formatInstant(wrong.at)}`}
            onDone={(entry) => {
              setWrong(undefined)
              if (entry) onStruck(entry)
            }}
          />
        )}
      </Dialog>
    </>
  )

  function describe({ kind, ml }: FluidEntry): string {
    const sign = fluidDirections[kind] === 'in' ? '+' : '−'
    return `${t(`kind.${kind}`)} ${sign}${ml.toLocaleString(i18n.language)} ${t('ml')}`
  }
}

type StrikeFormProps = {
  patientId: string
  entry: FluidEntry
  about: string
  onDone: (struck: FluidEntry | undefined) => void
}

function StrikeForm({ patientId, entry, about, onDone }: StrikeFormProps) {
  const { t } = useTranslation('fluids')
  const [reason, setReason] = useState('')
  const [isTried, setTried] = useState(false)
  const send = useSend(fluids.strike, {
    inline: true,
    outdates: [fluids.list, rounds.get],
    onSuccess: () => onDone(entry),
  })
  const problem = isTried && !reason.trim()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (reason.trim() && !send.isPending) send.mutate({ patient_id: patientId, _id: entry._id, reason })
  }
  return (
    <form noValidate onSubmit={submit}>
      <Stack gap="md">
        <p className={classes.none}>
          <strong>{about}</strong> {t('strike-keeps')}
        </p>
        <TextInput
          data-autofocus
          size="md"
          label={t('reason')}
          required
          maxLength={500}
          autoComplete="off"
          value={reason}
          error={problem && <ProblemText message="reason-required" />}
          onChange={({ currentTarget: { value } }) => setReason(value)}
        />
        <FormEnd
          action={t('strike-again')}
          isPending={send.isPending}
          error={send.error}
          onCancel={() => onDone(undefined)}
        />
      </Stack>
    </form>
  )
}
