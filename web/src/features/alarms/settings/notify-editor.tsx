import { Button, Text, Title } from '@mantine/core'
import {
  alarms,
  type CallError,
  type LimitedVital,
  limitedVitals,
  type NotifyChange,
  NotifyChangedMeanwhile,
  NotifyDraft,
  patients,
  type Result,
  summary,
} from 'contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSend } from '../../../api/client.ts'
import { StaffName } from '../../../clinical/staff/staff-name.tsx'
import { useVitalName } from '../../../clinical/use-vital-name.ts'
import { useDraft } from '../../../session/draft.ts'
import { formatTime } from '../../../ui/date/dates.ts'
import { Time } from '../../../ui/date/time.tsx'
import { Caution } from '../../../ui/feedback/caution.tsx'
import { confirmDiscard } from '../../../ui/feedback/confirm.tsx'
import type { Merge } from '../../../ui/form/merge-edits.ts'
import { ReasonBar } from '../../../ui/form/reason-bar.tsx'
import { ProblemText, SchemaForm } from '../../../ui/form/schema-form.tsx'
import { pickFields, useVersionedForm } from '../../../ui/form/use-versioned-form.ts'
import classes from '../notify.module.css'
import { listRowBoundsOff, type NotifyRow, type NotifyRows, toNotifyRows } from './notify-rows.ts'
import { NotifyTable } from './notify-table.tsx'
import { useNotifyTexts } from './notify-words.ts'

type NotifySettingsState = Result<typeof alarms.settings>

const toVersion = ({ settings, version }: Pick<NotifySettingsState, 'settings' | 'version'>) => ({
  version,
  values: toNotifyRows(settings),
})

type NotifyEditorProps = { patientId: string; held: NotifySettingsState; onDone: () => void }

/** The table with its fields; all that was changed is saved at once. */
export function NotifyEditor({ patientId, held, onDone }: NotifyEditorProps) {
  const { t, i18n } = useTranslation(['alarms', 'ui'])
  const vitalName = useVitalName('alarm')
  const texts = useNotifyTexts()
  const [opened] = useState(() => ({ at: Date.now(), version: held.version }))
  const [reason, setReason] = useState('')
  const edit = useVersionedForm<NotifyRows, NotifyChange>({
    opened: toVersion(held),
    schema: () => NotifyDraft,
    readMeanwhile(detail) {
      const newer = NotifyChangedMeanwhile.parse(detail)
      return { newest: toVersion(newer), changes: newer.changes.slice(0, newer.version - opened.version) }
    },
  })
  const { form, stored, changed, conflict } = edit
  const draft = useDraft<Record<string, unknown>>(`notify:${patientId}`, {
    values: { ...edit.kept.values, reason },
    setValues(restored) {
      const { reason: typed, ...values } = restored as unknown as { reason: string }
      edit.kept.setValues(values)
      setReason(typed)
    },
  })
  const send = useSend(alarms.updateSettings, {
    inline: ['changed-meanwhile', 'invalid'],
    outdates: [alarms.settings, alarms.list, patients.get, summary.timeline],
    onSuccess: close,
  })
  const count = changed.length
  const needsReason = held.settings.some(
    ({ vital, standard }) =>
      changed.includes(vital) &&
      (form.values[vital].mode === 'disabled' || listRowBoundsOff(form.values[vital], standard).length > 0),
  )
  const [isTried, setTried] = useState(false)
  const refusedReason = send.error?.fields.find(({ field }) => field === 'reason')?.message
  const reasonProblem =
    refusedReason ?? (isTried && needsReason && !reason.trim() ? 'reason-required' : undefined)

  function close() {
    draft.clear()
    onDone()
  }

  async function cancel() {
    const mayClose =
      count === 0 ||
      (await confirmDiscard({
        about: changed.map(vitalName).join(', '),
        consequence: t('notify.discard-consequence'),
      }))
    if (mayClose) close()
  }

  function change(vital: LimitedVital, row: NotifyRow) {
    form.setFieldValue(vital, row as never)
    for (const path of Object.keys(form.errors)) if (path.startsWith(`${vital}.`)) form.clearFieldError(path)
  }

  /** The fields of the form are those of the body's `settings`. */
  function fail({ code, detail, fields }: CallError) {
    edit.fail({
      code,
      detail,
      fields: fields.map(({ field, message }) => ({ field: field.replace(/^settings\./, ''), message })),
    })
  }

  function submit(values: typeof form.values) {
    if (count === 0 || (needsReason && !reason.trim())) return
    send.mutate(
      {
        patient_id: patientId,
        version: stored.version,
        settings: pickFields(changed, values),
        reason,
      },
      { onError: fail },
    )
  }
  const problems = limitedVitals.filter((vital) =>
    Object.keys(form.errors).some((path) => path.startsWith(`${vital}.`)),
  )
  return (
    <SchemaForm form={form} onSubmit={submit} onSubmitCapture={() => setTried(true)}>
      {draft.isRestored && draft.savedAt && count > 0 && (
        <Caution role="status">
          {t('notify.draft-restored', {
            time: formatTime(draft.savedAt, i18n.language, 'dd MMM yyyy HH:mm'),
          })}
        </Caution>
      )}
      {conflict && (
        <ConflictNotice
          changes={conflict.changes}
          clashes={conflict.clashes}
          values={form.values}
          onTake={change}
        />
      )}
      <NotifyTable
        settings={held.settings}
        edit={{
          row: (vital) => form.values[vital],
          field: (path) => {
            // The table has the values; the rest is the error, and what focuses the field.
            const { value: _value, onChange: _onChange, ...field } = form.getInputProps(path)
            return field
          },
          onChange: change,
          openedAt: opened.at,
        }}
      />
      {needsReason && <Text my="sm">{t('notify.off-consequence')}</Text>}
      <ReasonBar
        texts={{
          changes: t('notify.changes', { count }),
          noChange: t('notify.no-change'),
          reason: t('notify.reason'),
          save: t('notify.save'),
        }}
        count={count}
        changes={
          <ul className={classes.changes}>
            {changed.map((vital) => (
              <li key={vital}>
                {vitalName(vital)}: {texts.row(vital, stored.values[vital])} →{' '}
                <strong>{texts.row(vital, form.values[vital])}</strong>
              </li>
            ))}
          </ul>
        }
        refusal={problems.length > 0 && t('notify.problems', { vitals: problems.map(vitalName).join(', ') })}
        reason={reason}
        isReasonNeeded={needsReason}
        problem={reasonProblem && <ProblemText message={reasonProblem} />}
        onReason={setReason}
        isSaving={send.isPending}
        onCancel={() => void cancel()}
      />
    </SchemaForm>
  )
}

type ConflictNoticeProps = Pick<Merge, 'clashes'> & {
  changes: readonly NotifyChange[]
  values: NotifyRows
  onTake: (vital: LimitedVital, row: NotifyRow) => void
}

/** What somebody else saved meanwhile; where both changed the same vital sign, theirs can be taken. */
function ConflictNotice({ changes, clashes, values, onTake }: ConflictNoticeProps) {
  const { t } = useTranslation('alarms')
  const vitalName = useVitalName('alarm')
  const texts = useNotifyTexts()
  return (
    <Caution role="alert">
      <Title order={3} size="h5">
        {t('notify.meanwhile')}
      </Title>
      <p>{t('notify.meanwhile-explained')}</p>
      <ul className={classes.changes}>
        {changes.map(({ _id, at, by, vital, mode, limits, until, reason }) => (
          <li key={_id}>
            <StaffName of={by} otherwise={t('detail.by-panel')} /> · <Time at={at} /> · {vitalName(vital)}:{' '}
            <strong>{texts.row(vital, { mode, limits, until })}</strong>
            {reason && ` · ${reason}`}
          </li>
        ))}
        {clashes.map(({ fields, theirs }) => {
          const vital = fields[0] as LimitedVital
          const row = theirs[vital] as NotifyRow
          return (
            <li key={vital}>
              {vitalName(vital)}: {t('notify.yours', { what: texts.row(vital, values[vital]) })}{' '}
              <Button size="compact-md" variant="default" onClick={() => onTake(vital, row)}>
                {t('notify.take-theirs')}
              </Button>
            </li>
          )
        })}
      </ul>
    </Caution>
  )
}
