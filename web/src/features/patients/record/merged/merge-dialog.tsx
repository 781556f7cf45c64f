import { Button, List, Skeleton, Stack, Text, Textarea } from '@mantine/core'
import {
  type CallError,
  errorCodes,
  listAddedAllergies,
  type Patient,
  patients,
  RecordInUse,
  RecordMerged,
  takesNationalId,
} from 'contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { BreakGlassForm, parseBlockedRecord } from '../../../../clinical/break-glass-form.tsx'
import { PatientSelect } from '../../../../clinical/patient/patient-select.tsx'
import { sortBySeverity } from '../../../../clinical/patient/sort-by-severity.ts'
import { Dialog } from '../../../../ui/feedback/dialog.tsx'
import { FailureAlert, omitFieldFailure } from '../../../../ui/feedback/failure-alert.tsx'
import { FormEnd } from '../../../../ui/feedback/form-end.tsx'
import { ChoiceChips } from '../../../../ui/form/choice-chips.tsx'
import { SchemaForm, showFieldProblems, useSchemaForm } from '../../../../ui/form/schema-form.tsx'
import { SectionTitle } from '../../../../ui/section.tsx'
import { EntryText, FieldValue, usePatientFieldLabel } from '../facts/field-value.tsx'
import { formatRecordPath } from '../facts/record-paths.ts'
import { useMergePatients, usePatient } from '../queries.ts'
import { ComparedRecords } from './compared-records.tsx'
import { getIdentity, isDifferent } from './rules.ts'

/** Opens the dialog that merges another record into this one. */
export function MergeButton({ patient }: { patient: Patient }) {
  const { t } = useTranslation('patient-record')
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <>
      <Button size="md" variant="default" onClick={() => setOpen(true)}>
        {t('merged.merge')}
      </Button>
      <Dialog title={t('merged.title')} opened={isOpen} onClose={close} isWide>
        {isOpen && <MergeForm patient={patient} onClose={close} />}
      </Dialog>
    </>
  )
}

function MergeForm({ patient, onClose }: { patient: Patient; onClose: () => void }) {
  const { t } = useTranslation('patient-record')
  const navigate = useNavigate()
  const form = useSchemaForm({
    schema: patients.merge.body,
    initialValues: { patient_id: '', into_id: patient._id, reason: '' },
  })
  const { into_id, patient_id } = form.values
  const isKept = into_id === patient._id
  const otherId = isKept ? patient_id : into_id
  const found = usePatient(otherId, otherId !== '')
  const other = otherId === '' ? undefined : found.data?.patient
  const send = useMergePatients((kept) => {
    onClose()
    if (kept._id !== patient._id) void navigate(formatRecordPath(kept._id, 'information'))
  })
  const submit = () => send.mutate(form.values, { onError: ({ fields }) => showFieldProblems(form, fields) })
  /** What was refused was said of the records as they were chosen then. */
  const choose = (id: string, isOpenKept: boolean) => {
    send.reset()
    form.setValues(
      isOpenKept || id === ''
        ? { patient_id: id, into_id: patient._id }
        : { patient_id: patient._id, into_id: id },
    )
  }

  const shutAtSend = parseBlockedRecord(send.error)
  if (shutAtSend) return <BreakGlassForm record={shutAtSend} onOpened={submit} />
  const shut = parseBlockedRecord(found.error)
  if (shut) return <BreakGlassForm key={shut.patient_id} record={shut} isOpening={found.isFetching} />
  const [merged, kept] = other && !isKept ? [patient, other] : [other, patient]
  return (
    <SchemaForm form={form} onSubmit={submit}>
      <Stack gap="md">
        <PatientSelect
          label={t('merged.other')}
          value={otherId || undefined}
          isFirst
          known={other ? [other] : []}
          error={form.errors['into_id'] ?? form.errors['patient_id']}
          onChange={(id) => choose(id ?? '', isKept)}
        />
        {otherId !== '' &&
          !other &&
          (found.error ? <FailureAlert error={found.error} /> : <Skeleton h="16rem" />)}
        {merged && other && (
          <>
            <ComparedRecords records={[patient, other]} keptId={kept._id} />
            <ChoiceChips
              label={t('merged.which')}
              value={isKept ? 'open' : 'other'}
              choices={[
                { value: 'open', label: t('merged.keep-open', { hn: patient.hn }) },
                { value: 'other', label: t('merged.keep', { hn: other.hn }) },
              ]}
              onChange={(which) => choose(otherId, which === 'open')}
            />
            <Consequences merged={merged} kept={kept} />
          </>
        )}
        <Textarea
          {...form.getInputProps('reason')}
          label={t('merged.reason')}
          size="md"
          required
          autosize
          minRows={2}
          maxLength={500}
        />
        <MergeFailure error={omitFieldFailure(send.error)} hn={merged?.hn} />
        <FormEnd
          action={merged ? t('merged.action', { hn: merged.hn, into: kept.hn }) : t('merged.action-none')}
          isPending={send.isPending}
          isDisabled={!merged}
          onCancel={onClose}
        />
      </Stack>
    </SchemaForm>
  )
}

/** What the merge does, in words; every allergy that it adds is named, and what a national ID replaces. */
function Consequences({ merged, kept }: { merged: Patient; kept: Patient }) {
  const { t } = useTranslation('patient-record')
  const added = sortBySeverity(listAddedAllergies(merged, kept))
  const both = { hn: merged.hn, into: kept.hn }
  return (
    <section aria-label={t('merged.what-happens')}>
      <SectionTitle>{t('merged.what-happens')}</SectionTitle>
      <List>
        <List.Item>{t('merged.stays-readable', both)}</List.Item>
        {takesNationalId(merged, kept) && <TakenNationalId both={both} kept={kept} />}
        {(['name', 'date_of_birth'] as const).some((field) => isDifferent(merged, kept, field)) && (
          <List.Item>{t('merged.keeps-name', both)}</List.Item>
        )}
        <List.Item>
          {t(added.length > 0 ? 'merged.adds-allergies' : 'merged.adds-no-allergies', both)}
          {added.length > 0 && (
            <List withPadding>
              {added.map((allergy) => (
                <List.Item key={allergy._id}>
                  <EntryText field="allergies" entry={allergy} />
                </List.Item>
              ))}
            </List>
          )}
        </List.Item>
        <List.Item>{t('merged.stays-in-place', both)}</List.Item>
        <List.Item>{t('merged.can-be-undone')}</List.Item>
      </List>
    </section>
  )
}

function TakenNationalId({ both, kept }: { both: { hn: string; into: string }; kept: Patient }) {
  const { t } = useTranslation('patient-record')
  const fieldLabel = usePatientFieldLabel()
  const replaced = getIdentity(kept)
  return (
    <List.Item>
      {t(replaced ? 'merged.replaces-identity' : 'merged.takes-id', both)}
      {replaced && (
        <List withPadding>
          <List.Item>
            {fieldLabel(replaced.field)}: <FieldValue field={replaced.field} value={replaced.value} />
          </List.Item>
        </List>
      )}
    </List.Item>
  )
}

/** Why the merge was refused: what must end first, or which record is used already. */
function MergeFailure({ error, hn }: { error: CallError | null; hn: string | undefined }) {
  const { t } = useTranslation('patient-record')
  const inUse = error?.code === errorCodes['record-in-use'] && RecordInUse.safeParse(error.detail).data
  if (inUse)
    return (
      <FailureAlert error={error}>
        <Text>{t('merged.in-use', { hn })}</Text>
        <List>
          {inUse.uses.map((use) => (
            <List.Item key={use}>{t(`merged.use.${use}`)}</List.Item>
          ))}
        </List>
      </FailureAlert>
    )
  const used = error?.code === errorCodes['record-merged'] && RecordMerged.safeParse(error.detail).data
  if (used) return <FailureAlert error={error}>{t('merged.merged-already', { hn: used.hn })}</FailureAlert>
  return <FailureAlert error={error} />
}
