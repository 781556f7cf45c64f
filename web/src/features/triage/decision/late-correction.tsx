import { Stack, Text, Textarea } from '@mantine/core'
import {
  computeAge,
  fastTracks,
  findLookedAt,
  listMissingVitals,
  mayBePregnant,
  needsOnset,
  type Patient,
  type Result,
  suggestFromFindings,
  toBangkokDay,
  triage,
  triageLevels,
  type Visit,
  withoutNone,
} from 'contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { queryClient, useSend } from '../../../api/client.ts'
import { PatientName } from '../../../clinical/patient/patient-name.tsx'
import { TriageChoice } from '../../../clinical/triage-badge.tsx'
import { Time } from '../../../ui/date/time.tsx'
import { Dialog, HoldDialogOpen } from '../../../ui/feedback/dialog.tsx'
import { FormEnd } from '../../../ui/feedback/form-end.tsx'
import { ProblemText } from '../../../ui/form/schema-form.tsx'
import { AskedFields, InfectionField, OnsetField } from '../asked-fields.tsx'
import { ChipRow } from '../chip-row.tsx'
import { chooseOrNone, emptyTriage, nameField, readTold, type TriageForm, toAnswers } from '../form-values.ts'
import { MissingField } from '../missing-field.tsx'
import { outdatedByTriage } from '../queries.ts'
import classes from '../triage-form.module.css'
import { Found } from '../triage-parts.tsx'
import { OverrideFields } from './override-fields.tsx'
import { SignRows } from './sign-rows.tsx'
import { SuggestionText } from './suggestion-text.tsx'

/** The patient of the correction. */
export type TriagedPatient = Pick<
  Patient,
  '_id' | 'hn' | 'title' | 'name' | 'surname' | 'gender' | 'date_of_birth'
>
export type PastTriage = Result<typeof triage.history>['triages'][number]

type LateCorrectionProps = {
  patient: TriagedPatient
  visit: Visit
  /** All triages of the visit. */
  triages: readonly PastTriage[]
  /** The newest triage of a visit that is over; undefined while nothing is asked. */
  row: PastTriage | undefined
  onClose: () => void
}

/** Corrects a triage when its visit is over. What was measured stands. */
export function LateCorrection({ row, onClose, ...about }: LateCorrectionProps) {
  const { t } = useTranslation('triage')
  return (
    <Dialog isWide title={t('late.title')} opened={row !== undefined} onClose={onClose}>
      {row && <CorrectionForm key={row._id} {...about} row={row} onClose={onClose} />}
    </Dialog>
  )
}

type Values = TriageForm & { fast_tracks: PastTriage['fast_tracks']; reason: string }

type CorrectionFormProps = Omit<LateCorrectionProps, 'row'> & { row: PastTriage }

function CorrectionForm({ patient, visit, triages, row, onClose }: CorrectionFormProps) {
  const { t } = useTranslation(['triage', 'ui'])
  const [begun] = useState<Values>(() => {
    const told = readTold(visit)
    const { found } = row
    return {
      ...emptyTriage,
      ...told,
      told,
      is_onset_unknown: told.onset === null && found.is_onset_unknown,
      accident: visit.is_accident === null && found.is_accident_unknown ? 'unknown' : '',
      life_saving: found.life_saving,
      high_risk: found.high_risk,
      resources: found.resources?.length === 0 ? ['NONE'] : (found.resources ?? []),
      missing: Object.fromEntries(found.missing.map(({ vital, reason }) => [vital, reason])),
      level: row.level,
      override: row.override ?? '',
      override_words: row.override_words ?? '',
      fast_tracks: row.fast_tracks,
      reason: '',
    }
  })
  const [form, setForm] = useState(begun)
  const [refused, setRefused] = useState<Record<string, string>>({})
  const { life_saving, high_risk, level, override, override_words, fast_tracks, reason } = form
  const resources = form.resources.length === 0 ? null : withoutNone(form.resources)
  const lookedAt = toBangkokDay(findLookedAt(row, triages))
  const age = patient.date_of_birth === null ? null : computeAge(patient.date_of_birth, lookedAt)
  const found = { ...row.found, life_saving, high_risk, resources }
  const suggestion = suggestFromFindings(found, age, row.found.paediatric_pressure)
  const missing = listMissingVitals(row.found)
  const send = useSend(triage.correct, {
    inline: ['invalid', 'changed-meanwhile', 'visit-not-ended', 'visit-void'],
    outdates: outdatedByTriage,
    onSuccess: onClose,
    onError: ({ fields }) => {
      setRefused(Object.fromEntries(fields.map(({ field, message }) => [nameField(field), message])))
      void queryClient.invalidateQueries({ queryKey: [triage.history.path] })
    },
  })
  const change = (changed: Partial<Values>) => {
    setRefused({})
    setForm((current) => ({ ...current, ...changed }))
  }
  const isLife = level === 'RED'
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        send.mutate({
          patient_id: patient._id,
          visit_id: visit._id,
          last_triage: row._id,
          correction: {
            ...toAnswers(form, visit),
            life_saving,
            high_risk,
            resources,
            level: level || row.level,
            override: override || null,
            override_words: override_words.trim() || null,
            fast_tracks,
            missing: missing.flatMap((vital) => {
              const why = form.missing[vital]
              return why ? [{ vital, reason: why }] : []
            }),
          },
          reason,
        })
      }}
    >
      {form !== begun && <HoldDialogOpen />}
      <Stack gap="sm">
        <Text fw={600}>
          <PatientName of={patient} /> · HN {patient.hn} · VN {row.visit.vn} ·{' '}
          <Time at={row.at} format="dd MMM yyyy HH:mm" />
        </Text>
        <Text size="sm">{t('late.text')}</Text>
        <Found of={row.found} />
        <AskedFields
          form={form}
          visit={visit}
          canBePregnant={mayBePregnant(patient.gender, age)}
          problems={refused}
          onChange={change}
        />
        {visit.infection_signs.length === 0 && (
          <InfectionField form={form} problem={refused['infection_signs']} onChange={change} />
        )}
        {!isLife && needsOnset({ high_risk, fast_tracks }) && (
          <OnsetField form={form} problem={refused['onset_at']} onChange={change} />
        )}
        <SignRows signs={form} lacksResources={refused['resources'] !== undefined} onChange={change} />
        {refused['resources'] && <ProblemText message={refused['resources']} />}
        {!isLife && missing.length > 0 && (
          <MissingField form={form} missing={missing} problems={refused} onChange={change} />
        )}
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
        <div>
          <OverrideFields
            level={level}
            suggestion={suggestion}
            reasons={form}
            problems={refused}
            onChange={change}
          />
        </div>
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
