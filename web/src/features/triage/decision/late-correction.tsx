import { Stack, Text, Textarea } from '@mantine/core'
import {
  computeAge,
  fastTracks,
  listTriageProblems,
  type Patient,
  type Result,
  suggestFromFindings,
  toBangkokDay,
  triage,
  triageLevels,
  withoutNone,
} from 'contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { queryClient, useSend } from '../../../api/client.ts'
import { PatientName } from '../../../clinical/patient/patient-name.tsx'
import { TriageChoice } from '../../../clinical/triage-badge.tsx'
import { Moment } from '../../../ui/date/moment.tsx'
import { Dialog, HoldDialogOpen } from '../../../ui/feedback/dialog.tsx'
import { FormEnd } from '../../../ui/feedback/form-end.tsx'
import { ProblemText } from '../../../ui/form/schema-form.tsx'
import { ChipRow } from '../chip-row.tsx'
import { chooseOrNone, type TriageForm } from '../form-values.ts'
import { outdatedByTriage } from '../queries.ts'
import classes from '../triage-form.module.css'
import { Found } from '../triage-parts.tsx'
import { OverrideFields } from './override-fields.tsx'
import { SignRows } from './sign-rows.tsx'
import { SuggestionText } from './suggestion-text.tsx'

/** Who it is about. */
export type TriagedPatient = Pick<Patient, '_id' | 'hn' | 'title' | 'name' | 'surname' | 'date_of_birth'>
export type PastTriage = Result<typeof triage.history>['triages'][number]

type LateCorrectionProps = {
  patient: TriagedPatient
  /** The newest triage of a visit that is over; undefined while nothing is asked. */
  row: PastTriage | undefined
  onClose: () => void
}

/** Corrects a triage when its visit is over. What was measured stands. */
export function LateCorrection({ patient, row, onClose }: LateCorrectionProps) {
  const { t } = useTranslation('triage')
  return (
    <Dialog isWide title={t('late.title')} opened={row !== undefined} onClose={onClose}>
      {row && <CorrectionForm key={row._id} patient={patient} row={row} onClose={onClose} />}
    </Dialog>
  )
}

type Values = Pick<
  TriageForm,
  'life_saving' | 'high_risk' | 'resources' | 'level' | 'override' | 'override_words'
> & { fast_tracks: PastTriage['fast_tracks']; reason: string }

function CorrectionForm({
  patient,
  row,
  onClose,
}: {
  patient: TriagedPatient
  row: PastTriage
  onClose: () => void
}) {
  const { t } = useTranslation(['triage', 'ui'])
  const [begun] = useState<Values>(() => ({
    life_saving: row.found.life_saving,
    high_risk: row.found.high_risk,
    resources: row.found.resources?.length === 0 ? ['NONE'] : (row.found.resources ?? []),
    fast_tracks: row.fast_tracks,
    level: row.level,
    override: row.override ?? '',
    override_words: row.override_words ?? '',
    reason: '',
  }))
  const [form, setForm] = useState(begun)
  const [refused, setRefused] = useState<Record<string, string>>({})
  const { life_saving, high_risk, level, override, override_words, fast_tracks, reason } = form
  const resources = form.resources.length === 0 ? null : withoutNone(form.resources)
  const age = patient.date_of_birth === null ? null : computeAge(patient.date_of_birth, toBangkokDay(row.at))
  const found = { ...row.found, life_saving, high_risk, resources }
  const suggestion = suggestFromFindings(found, age, row.found.paediatric_pressure)
  const correction = {
    life_saving,
    high_risk,
    resources,
    level: level || row.level,
    override: override || null,
    override_words: override_words.trim() || null,
    fast_tracks,
  }
  const send = useSend(triage.correct, {
    inline: ['invalid', 'changed-meanwhile', 'visit-not-ended', 'visit-void'],
    outdates: outdatedByTriage,
    onSuccess: onClose,
    onError: ({ fields }) => {
      setRefused(
        Object.fromEntries(fields.map(({ field, message }) => [field.replace('correction.', ''), message])),
      )
      void queryClient.invalidateQueries({ queryKey: [triage.history.path] })
    },
  })
  const change = (changed: Partial<Values>) => {
    setRefused({})
    setForm((current) => ({ ...current, ...changed }))
  }
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        const problems = listTriageProblems(correction, suggestion)
        if (reason.trim() === '') problems.push({ field: 'reason', message: 'reason-required' })
        setRefused(Object.fromEntries(problems.map(({ field, message }) => [field, message])))
        if (problems.length > 0) return
        const { _id: last_triage, visit } = row
        send.mutate({ patient_id: patient._id, visit_id: visit._id, last_triage, correction, reason })
      }}
    >
      {form !== begun && <HoldDialogOpen />}
      <Stack gap="sm">
        <Text fw={600}>
          <PatientName of={patient} /> · HN {patient.hn} · VN {row.visit.vn} ·{' '}
          <Moment at={row.at} format="dd MMM yyyy HH:mm" />
        </Text>
        <Text size="sm">{t('late.text')}</Text>
        <Found of={row.found} />
        <SignRows signs={form} lacksResources={refused['resources'] !== undefined} onChange={change} />
        {refused['resources'] && <ProblemText message={refused['resources']} />}
        <p className={classes.suggestion} role="status">
          <SuggestionText suggestion={suggestion} />
        </p>
        <div className={classes.levels} role="group" aria-label={t('form.level')}>
          {triageLevels.map((one, index) => (
            <TriageChoice
              key={one}
              level={one}
              number={index + 1}
              isChosen={level === one}
              onChoose={() => change({ level: one })}
            />
          ))}
        </div>
        <OverrideFields
          level={level}
          suggestion={suggestion}
          reasons={form}
          problems={refused}
          onChange={change}
        />
        <ChipRow
          multiple
          label={t('form.fast-track')}
          data-stop="fast-track"
          choices={[
            ...fastTracks.map((value) => ({ value, label: t(`track.${value}`) })),
            { value: 'NONE' as const, label: t('form.no-sign') },
          ]}
          value={fast_tracks}
          onChange={(chosen) => change({ fast_tracks: chooseOrNone(chosen, fast_tracks) })}
        />
        <Textarea
          label={t('late.reason')}
          size="md"
          required
          autosize
          minRows={1}
          maxLength={500}
          value={reason}
          error={refused['reason'] && <ProblemText message={refused['reason']} />}
          onChange={({ currentTarget: { value } }) => change({ reason: value })}
        />
        <FormEnd
          action={t('late.action')}
          isPending={send.isPending}
          error={send.error && send.error.fields.length === 0 ? send.error : null}
          onCancel={onClose}
        />
      </Stack>
    </form>
  )
}
