import { Paper, Stack, VisuallyHidden } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { IconRestore } from '@tabler/icons-react'
import {
  type CallError,
  errorCodes,
  type FieldProblem,
  type Fields,
  type Patient,
  type PatientChange,
  PatientChangedMeanwhile,
  type PatientSection,
  patientSections,
} from 'contract'
import { Fragment, type KeyboardEvent, type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type BodyDoubts, useBodyDoubts } from '../../../../clinical/vitals/use-body-doubts.ts'
import { useDraft } from '../../../../session/draft.ts'
import { formatTime } from '../../../../ui/date/dates.ts'
import { describeFailure } from '../../../../ui/feedback/call-toasts.ts'
import { confirmDiscard } from '../../../../ui/feedback/confirm.tsx'
import { useSaveKey } from '../../../../ui/form/form-bar.tsx'
import { PhotoField, useChosenPhoto } from '../../../../ui/form/photo-field.tsx'
import {
  ProblemText,
  SchemaForm,
  type SchemaFormOptions,
  showFieldProblems,
} from '../../../../ui/form/schema-form.tsx'
import { type FormVersion, pickFields, useVersionedForm } from '../../../../ui/form/use-versioned-form.ts'
import { NationalIdTakenAlert } from '../../national-id-taken.tsx'
import { usePatientFieldLabel } from '../facts/field-value.tsx'
import {
  cachePatient,
  refetchPatient,
  usePatientPhoto,
  usePollPatient,
  useUpdatePatient,
} from '../queries.ts'
import { RecordNotice } from '../record-notice.tsx'
import { birthFieldNames, inseparablePatientFields } from '../rules.ts'
import { MergeNotice, NewerVersionNotice } from './merge-notice.tsx'
import { SaveBar } from './save-bar.tsx'
import { useUnsavedWarning } from './use-unsaved-warning.ts'

/** A section's form, which belongs to another feature. */
export type SectionForm<Values extends Record<string, unknown>> = {
  schema: SchemaFormOptions<Values>['schema']
  toValues: (patient: Patient) => Values
  fields: (form: UseFormReturnType<Values>, bodyDoubts: BodyDoubts) => ReactNode
}

type EditSectionProps<Values extends Record<string, unknown>> = {
  section: PatientSection
  /** The newest version known. */
  patient: Patient
  form: SectionForm<Values>
  onDone: () => void
}

export type ClashSide = 'mine' | 'theirs' | 'both'

export function EditSection<Values extends Record<string, unknown>>({
  section,
  patient,
  form: { schema, toValues, fields },
  onDone,
}: EditSectionProps<Values>) {
  const { t, i18n } = useTranslation(['patient-record', 'patients'])
  const label = usePatientFieldLabel()
  const toVersion = (record: Patient): FormVersion<Values> => ({
    version: record.version,
    updatedAt: record.updated_at,
    values: pickFields(patientSections[section], toValues(record)) as Values,
  })
  const edit = useVersionedForm<Values, PatientChange>({
    opened: toVersion(patient),
    schema: () => schema,
    inseparable: inseparablePatientFields,
    readMeanwhile(detail) {
      const { patient: theirs, changes } = PatientChangedMeanwhile.parse(detail)
      cachePatient(theirs)
      return { newest: toVersion(theirs), changes }
    },
  })
  const { form, stored, changed, conflict } = edit
  const draft = useDraft(`patient:${patient._id}:${section}`, edit.kept)
  const [choices, setChoices] = useState<readonly (ClashSide | undefined)[]>([])
  const keptPhoto = usePatientPhoto(patient, 'large')
  const send = useUpdatePatient(() => close())
  const photo = useChosenPhoto(send)
  usePollPatient(patient._id)

  const bodyDoubts = useBodyDoubts(pickFields(changed, form.values), {
    dateOfBirth: patient.date_of_birth,
    patient,
    clearError: form.clearFieldError,
  })
  const names = [...changed.map(label), ...(photo.isChosen ? [label('photo')] : [])]
  const isDirty = names.length > 0
  const undecided = conflict ? conflict.clashes.filter((_, at) => !choices[at]).length : 0
  const isOutdated = patient.version > stored.version && !send.isSuccess
  const warning = useUnsavedWarning(isDirty, names.join(', '))

  function close() {
    warning.letGo()
    draft.clear()
    onDone()
  }

  async function cancel() {
    const mayClose =
      !isDirty || (await confirmDiscard({ about: names.join(', '), consequence: t('discard-consequence') }))
    if (mayClose) close()
  }

  function choose(at: number, choice: ClashSide) {
    const values = conflict?.clashes[at]?.[choice]
    if (!values) return
    form.setValues(values as Partial<Values>)
    setChoices((before) => Object.assign([...before], { [at]: choice }))
  }

  function fail(error: CallError) {
    edit.fail(error)
    if (error.code === errorCodes['changed-meanwhile']) setChoices([])
    // The value is unusual beside a newer one: load that one, so that the user can compare and confirm.
    if (error.fields.some(({ message }) => message === 'implausible')) void refetchPatient(patient._id)
  }

  function submit(values: Values) {
    if (!isDirty || undecided > 0 || send.isPending) return
    if (bodyDoubts.unconfirmed.length > 0) {
      showFieldProblems(form, bodyDoubts.unconfirmed)
      return
    }
    send.mutate(
      {
        ...(pickFields(listSentFields(changed), values) as Fields),
        ...photo.sent,
        _id: patient._id,
        version: stored.version,
        confirmed: bodyDoubts.confirmed,
      },
      { onError: fail },
    )
  }
  const element = useSaveKey()

  const onKeyDown = (event: KeyboardEvent<HTMLFormElement>) => {
    if (event.key === 'Escape' && !closesOpenPopup(event)) void cancel()
  }

  const isInForm = (field: string) => field === 'photo' || (field.split('.')[0] ?? '') in stored.values
  return (
    <SchemaForm ref={element} form={form} onSubmit={submit} onKeyDownCapture={onKeyDown}>
      <VisuallyHidden component="h2">
        {t('edit-section', { section: t(`patients:section.${section}`) })}
      </VisuallyHidden>
      <Stack gap="md">
        {draft.isRestored && draft.savedAt && isDirty && (
          <RecordNotice
            kind="news"
            Icon={IconRestore}
            title={t('draft-restored', {
              time: formatTime(draft.savedAt, i18n.language, 'dd MMM yyyy HH:mm'),
            })}
          />
        )}
        {isOutdated && (
          <NewerVersionNotice
            patientId={patient._id}
            since={stored.updatedAt ?? ''}
            onTakeOver={(changes) => {
              edit.takeOver({ newest: toVersion(patient), changes })
              setChoices([])
            }}
          />
        )}
        {conflict && (
          <MergeNotice
            key={conflict.newest.version}
            section={section}
            changes={conflict.changes}
            taken={conflict.taken}
            clashes={conflict.clashes}
            choices={choices}
            onChoose={choose}
          />
        )}
        {form.errors['national_id'] && <NationalIdTakenAlert error={send.error} />}
        <Paper withBorder p={{ base: 'md', sm: 'lg' }}>
          <Stack gap="lg">
            {section === 'information' && (
              <PhotoField label={label('photo')} kind="patient" keptSrc={keptPhoto} {...photo.fieldProps} />
            )}
            {fields(form, bodyDoubts)}
          </Stack>
        </Paper>
        <SaveBar
          names={names}
          undecided={undecided}
          refusal={
            send.error &&
            send.error.fields.length > 0 && (
              <RefusedNotice
                text={describeFailure(send.error)}
                elsewhere={send.error.fields.filter(({ field }) => !isInForm(field))}
              />
            )
          }
          savedAt={draft.savedAt}
          isSaving={send.isPending}
          onCancel={() => void cancel()}
        />
      </Stack>
    </SchemaForm>
  )
}

/** A birth date is sent with its precision, without which it would count as a whole one. */
function listSentFields(changed: readonly string[]): readonly string[] {
  return changed.some((field) => birthFieldNames.includes(field)) ? [...changed, ...birthFieldNames] : changed
}

/** Escape closes an open list, calendar or map before it closes the form. */
function closesOpenPopup({ target, currentTarget }: KeyboardEvent<HTMLFormElement>): boolean {
  const field = target as HTMLElement
  const isListOpen = field.hasAttribute('data-expanded') || field.getAttribute('aria-expanded') === 'true'
  return isListOpen || !currentTarget.contains(field)
}

/** Why the server refused the save. Problems of fields that this form does not show are listed here. */
function RefusedNotice({ text, elsewhere }: { text: string; elsewhere: readonly FieldProblem[] }) {
  const label = usePatientFieldLabel()
  return (
    <>
      {text}
      {elsewhere.map(({ field, message }) => (
        <Fragment key={field}>
          {' '}
          {label(field)}: <ProblemText message={message} />.
        </Fragment>
      ))}
    </>
  )
}
